import type { Fact } from '../../harness/findings.ts';
import { assign } from '../../harness/kci/assign.ts';
import { freedomOf, type Recognition } from '../../harness/kci/recognise.ts';
import type { Json, KciProfile, Pattern } from '../../harness/model.ts';
import { getAt, isObject } from '../../harness/values/pointer.ts';
import { type Laid, lay } from './laid.ts';
import type { Arrival, Moment } from './moments.ts';
import type { Found } from './story.ts';

/** Where the events of an order left their course. */
export interface Derailment {
  /** What came instead; absent where nothing came. */
  readonly came?: Arrival;
  /**
   * `late`: it was due, and came when its time was over. `content`: it was due with another content. `state`: an answer
   * to a request, in a status of the order that knows no such answer. `ended`: it came when the order was over.
   */
  readonly how: 'missing' | 'late' | 'content' | 'order' | 'state' | 'ended';
  /** Names of what had to come next, each once; none where nothing more had to. */
  readonly due: readonly string[];
  /** Names of what could have come before that. */
  readonly possible: readonly string[];
}

/** The course that is laid down for an order's events, beside what came. */
export interface Course {
  readonly orderId?: string;
  /** When the order was answered; absent where it was never sent. */
  readonly since?: number;
  /** The time that its next event has. */
  readonly withinMs: number;
  readonly laid: Laid;
  readonly state: Recognition['state'];
  readonly derailed?: Derailment;
  /** Came before their place, which has not come. */
  readonly early: readonly Arrival[];
  /** Came after the course was left. */
  readonly after: readonly Arrival[];
  /** Came unasked, as the profile lets them. */
  readonly unasked: readonly Arrival[];
  /** Deliveries that are no event of the stream: they repeat another, or say nothing that the profile knows. */
  readonly beside: readonly Arrival[];
  /** What the judge found about it. */
  readonly found: readonly Found[];
  /** Failures that rest on single events of it: one that came late, or again with another content. */
  readonly wrong: readonly Found[];
}

/** Checks that look at an order's whole course, whatever its scenario owes. */
export const LIFECYCLE_CHECKS: readonly string[] = ['kci.lifecycle', 'kci.terminal'];

/** Of all that was found in a case, the failures that rest on one of these events, and say nothing of their course. */
export function wrongIn(
  found: readonly Found[],
  arrivals: readonly Arrival[],
  ofCourse: readonly Found[],
): readonly Found[] {
  return found.filter((one) => {
    const { outcome, moment, check, finding } = one;
    const isOfCourse =
      ofCourse.includes(one) || LIFECYCLE_CHECKS.includes(check.check) || HOW[finding.fact?.is ?? 'no-body'];
    return !isOfCourse && outcome === 'failed' && moment?.kind === 'arrival' && arrivals.includes(moment);
  });
}

/** What is wrong with an event of a course, and what was owed; empty where nothing is. */
export function wrongWords({ wrong }: Pick<Course, 'wrong'>, arrival: Arrival): string {
  return wrong
    .filter(({ moment }) => moment === arrival)
    .map(({ finding }) => `${finding.kind ?? finding.summary}: ${finding.expected} is owed`)
    .join('; ');
}

/** How an order left its course, by what the judge found; other findings say nothing of it. */
const HOW: { readonly [Is in Fact['is']]?: Derailment['how'] } = {
  'nothing-came': 'missing',
  'nothing-more-came': 'missing',
  'not-come': 'missing',
  'never-caught-up': 'missing',
  'event-out-of-turn': 'order',
  'event-too-many': 'order',
  'off-course': 'order',
  'past-course': 'order',
  'not-silent': 'order',
  'event-late': 'late',
  'event-otherwise': 'content',
  'out-of-state': 'state',
  'after-end': 'ended',
};

/** Where a stream left its course, and how: at the first event that the judge blames, or at its end. */
function leftAt(found: readonly Found[], stream: readonly Arrival[]) {
  const blamed = found.flatMap(({ finding: { fact }, outcome, check }) => {
    const how = fact && outcome === 'failed' ? HOW[fact.is] : undefined;
    if (fact === undefined || how === undefined) return [];
    const name = 'event' in fact ? fact.event : undefined;
    // Several events may have come in one delivery.
    const isBlamed = ({ delivery, event }: Arrival): boolean => delivery.seq === check.seq && event.name === name;
    const at = how === 'missing' ? stream.length : stream.findIndex(isBlamed);
    return at < 0 ? [] : [{ how, at }];
  });
  return blamed.toSorted((a, b) => a.at - b.at)[0];
}

/**
 * Lays what came of an order over a pattern: which item each event took, and where they left it. Where that is, the judge
 * has said.
 */
export function layCourse(
  pattern: Pattern,
  stream: readonly Arrival[],
  profile: KciProfile,
  found: readonly Found[] = [],
): Pick<Course, 'laid' | 'state' | 'derailed' | 'early' | 'after' | 'unasked'> {
  const judged = leftAt(found, stream);
  const inTurn = stream.slice(0, judged?.at);
  const told = assign(
    pattern,
    inTurn.map(({ event }) => event),
    freedomOf(profile),
  );
  // Of what was not judged, an event that has no place is drawn as such.
  const left = judged ?? (told.at === undefined ? undefined : { how: 'order' as const, at: told.at });
  const took = new Map<string, Arrival[]>();
  for (const [i, at] of told.items.entries()) {
    const arrival = inTurn[i];
    if (at !== undefined && arrival !== undefined) took.set(at, [...(took.get(at) ?? []), arrival]);
  }
  const needed = new Set(told.needed.flatMap((at) => nameAt(pattern, at)));
  const next = left?.how === 'state' || left?.how === 'ended' ? [] : told.next;
  const came = left && stream[left.at];
  return {
    state: came ? 'impossible' : told.state,
    laid: lay(pattern, { took, due: new Set(told.state === 'complete' ? [] : told.due) }),
    ...(left && {
      derailed: {
        how: left.how,
        ...(came && { came }),
        due: next.filter((name) => needed.has(name)),
        possible: next.filter((name) => !needed.has(name)),
      },
    }),
    early: (told.early ?? []).flatMap((i) => inTurn[i] ?? []),
    after: left ? stream.slice(left.at + 1) : [],
    unasked: inTurn.slice(0, told.at).filter((_, i) => told.items[i] === undefined),
  };
}

/** The name of an item, by its pointer below the pattern. */
function nameAt(pattern: Pattern, at: string): string[] {
  const item = getAt(pattern as unknown as Json, at);
  return isObject(item) && typeof item.name === 'string' ? [item.name] : [];
}

/** Whether a moment is a delivery. */
export const isArrival = (moment: Moment): moment is Arrival => moment.kind === 'arrival';
