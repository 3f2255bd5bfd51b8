import { eventNames, having, isComplete, neededFirst } from '../../harness/kci/pattern.ts';
import { freedomOf, type PatternPosition, type Recognition, recognise } from '../../harness/kci/recognise.ts';
import { streamOf } from '../../harness/kci/stream.ts';
import { type Meaning, meaningOf } from '../../harness/meanings.ts';
import type { KciProfile, Pattern } from '../../harness/model.ts';
import { sameJson } from '../../harness/values/equal.ts';
import { either } from '../../harness/words/text.ts';
import type { Lane } from './lane.ts';
import { laneOf } from './lay-lane.ts';
import type { ArrivalMoment, Moment } from './moments.ts';
import { patternWords } from './pattern-words.ts';
import type { Found } from './story.ts';

/** Where the events of an order left their course. */
export interface Derailment {
  /** What came instead; absent if nothing came. */
  readonly came?: ArrivalMoment;
  readonly how: NonNullable<Meaning['left']>;
  /** Names of the events that had to come next, without duplicates; empty if none had to. */
  readonly due: readonly string[];
  /** Names of the events that could have come before that. */
  readonly possible: readonly string[];
}

/** What is required of an order's events: by a scenario, by a step that waited, or by the lifecycle of its type. */
interface RequiredEvents {
  readonly kind: 'owed' | 'awaited' | 'lifecycle';
  /** The scenario's name of the order, without `$`; for a lifecycle, the order type. */
  readonly name: string;
  readonly orderId?: string | undefined;
  /** When the order was answered, or the wait for it began; absent if it was never sent. */
  readonly since?: number | undefined;
  /** The time limit for its next event. */
  readonly withinMs: number;
  readonly pattern: Pattern;
  /** Further requirements, in words: `all within 5d of the order`. */
  readonly terms: readonly string[];
  /** Whether nothing must come. */
  readonly isSilence: boolean;
  /** Names that must not come, and those that must come exactly once. */
  readonly never: readonly string[];
  readonly once: readonly string[];
}

/** The events of an order, and what is required of them. */
export interface Course extends RequiredEvents {
  readonly state: Recognition['state'];
  readonly derailed?: Derailment;
  /** Everything that came of the order, in order of arrival, with a remark on its place; empty if it took its place. */
  readonly came: ReadonlyMap<ArrivalMoment, string>;
  /** What had to come and did not: events, and choices between them. */
  readonly open: readonly string[];
  /** What came and must not have, or came more than once. */
  readonly odd: readonly { readonly words: string; readonly name: string; readonly came: readonly ArrivalMoment[] }[];
  /** The judge's findings about the course. */
  readonly found: readonly Found[];
  /** Failures of single events: one that came late, or again with other content. */
  readonly wrong: readonly Found[];
  /** The course on a time scale. */
  readonly lane: Omit<Lane, 'case'>;
}

/** What came of an order and what was found, for comparison with what is required. */
interface CourseEvidence {
  readonly arrivals: readonly ArrivalMoment[];
  /** Deliveries that a step did not wait for. */
  readonly notAwaited?: readonly ArrivalMoment[];
  /** Findings about the course (`found`), and everything found in the case (`all`). */
  readonly found: readonly Found[];
  readonly all: readonly Found[];
  readonly profile: KciProfile;
}

/** Checks of an order's whole course, whatever its scenario requires. */
export const LIFECYCLE_CHECKS: readonly string[] = ['kci.lifecycle', 'kci.terminal'];

/** What is wrong with an event of a course, and what was expected; empty if nothing is. */
export function wrongWords({ wrong }: Pick<Course, 'wrong'>, arrival: ArrivalMoment): string {
  return wrong
    .filter(({ moment }) => moment === arrival)
    .map(({ finding }) => `${finding.kind ?? finding.summary}: expected ${finding.expected}`)
    .join('; ');
}

/** The failures in a case that rest on one of these events and are not about its course. */
function wrongIn({ all, arrivals, found }: CourseEvidence): readonly Found[] {
  return all.filter((one) => {
    const { outcome, moment, check, finding } = one;
    const isOfCourse =
      found.includes(one) || LIFECYCLE_CHECKS.includes(check.check) || meaningOf(finding.fact).left !== undefined;
    return !isOfCourse && outcome === 'failed' && moment?.kind === 'arrival' && arrivals.includes(moment);
  });
}

/** Where a stream left its course, and how: at the first event that the judge blames, or at its end. */
function leftAt(found: readonly Found[], stream: readonly ArrivalMoment[]) {
  const blamed = found.flatMap(({ finding: { fact }, outcome, check }) => {
    const { left: how } = meaningOf(fact);
    if (fact === undefined || how === undefined || outcome !== 'failed') return [];
    const name = 'event' in fact ? fact.event : undefined;
    // A delivery may contain several events.
    const isBlamed = ({ delivery, event }: ArrivalMoment): boolean => delivery.seq === check.seq && event.name === name;
    const at = how === 'missing' ? stream.length : stream.findIndex(isBlamed);
    const lacking = fact.is === 'came-without' ? fact.next : undefined;
    return at < 0 ? [] : [{ how, at, lacking }];
  });
  return blamed.toSorted((a, b) => a.at - b.at)[0];
}

/**
 * Compares what came of an order with what is required: where the events left the pattern, which the judge decides, and
 * what is open.
 */
export function layCourse(expected: RequiredEvents, seen: CourseEvidence): Course {
  const { pattern, since, orderId = '' } = expected;
  const { arrivals, notAwaited = [], found, profile } = seen;
  const whole = streamOf(profile, arrivals);
  const asked = eventNames(pattern);
  const isNothingOwed = !expected.isSilence && asked.length === 0;
  const stream = isNothingOwed ? [] : whole;
  const judged = isNothingOwed ? undefined : leftAt(found, stream);
  const inTurn = stream.slice(0, judged?.at);
  const freedom = freedomOf(profile);
  const told = recognise(
    pattern,
    inTurn.map(({ event }) => event),
    freedom,
  );
  const [reached = { left: pattern, waiting: [] }] = told.positions;
  // If it was not judged, an event without a place is drawn as the break.
  const left =
    judged ?? (told.at === undefined ? undefined : { how: 'order' as const, at: told.at, lacking: told.lacking });
  const came = left && stream[left.at];
  const isOver = left?.how === 'state' || left?.how === 'ended';
  const needed = new Set(left?.lacking ?? told.positions.flatMap((each) => neededFirst(each.left)));
  const [due, possible] = isOver
    ? [[], []]
    : [told.next.filter((name) => needed.has(name)), told.next.filter((name) => !needed.has(name))];
  const state = came ? 'impossible' : told.state;
  const missed = left?.how === 'missing' ? due : [];
  const places = new Map<ArrivalMoment, string>();
  const place = (those: readonly (ArrivalMoment | undefined)[], words: string): void => {
    for (const each of those) if (each) places.set(each, words);
  };
  place(isNothingOwed ? [] : whole, 'after that');
  const inPlace = inTurn.slice(0, told.at);
  place(inPlace, '');
  const unasked = inPlace.filter(({ event: { name = '' } }) => freedom.mayInterleave(name) && !asked.includes(name));
  place(unasked, 'unasked, as the profile lets it');
  const early = inPlace.filter(({ event }) => reached.waiting.includes(event));
  place(early, 'before its place');
  const beside = arrivals.filter((each) => !whole.includes(each));
  place(beside, 'not counted');
  place(notAwaited, 'not waited for');
  place([came], '');
  const counted = (words: string, names: readonly string[], most: number) =>
    names.flatMap((name) => {
      const those = whole.filter(({ event }) => event.name === name);
      return those.length > most ? [{ words, name, came: those }] : [];
    });
  const wrong = wrongIn(seen);
  const inOrder = [...places].toSorted(([a], [b]) => a.delivery.seq - b.delivery.seq);
  const order = {
    id: orderId,
    ...(since !== undefined && { acceptedAt: since }),
    arrivals: inOrder.map(([each]) => ({ ...each, seen: each.delivery })),
  };
  const about = [...found, ...wrong].flatMap(({ check, outcome }) => (outcome === 'failed' ? [check] : []));
  const journey = expected.kind === 'lifecycle' ? undefined : { kci: [{ pattern, withinMs: expected.withinMs }] };
  return {
    ...expected,
    state,
    ...(left && { derailed: { how: left.how, ...(came && { came }), due, possible } }),
    came: new Map(inOrder),
    open: told.state === 'complete' ? [] : openAt(reached).filter((name) => !missed.includes(name)),
    odd: [...counted('Must not come', expected.never, 0), ...counted('Exactly once', expected.once, 1)],
    found,
    wrong,
    lane: laneOf(order, { journey, profile, about }),
  };
}

/** What must still come at a position, besides the events that wait for their place. */
function openAt({ left, waiting }: PatternPosition): readonly string[] {
  // They have come, so only courses with them are left.
  const course = waiting.reduce((each, { name = '' }) => having(each, name), left);
  return openIn(course).filter((name) => !waiting.some((each) => each.name === name));
}

/** What must come of a pattern. If all alternatives need the same, that; else the choice, in words. */
function openIn(pattern: Pattern): readonly string[] {
  if (isComplete(pattern)) return [];
  switch (pattern.kind) {
    case 'event':
      return [pattern.name];
    case 'repeat':
      return openIn(pattern.of);
    case 'one-of': {
      const [first = [], ...others] = pattern.of.map(openIn);
      return others.every((each) => sameJson(each, first)) ? first : [choiceWords(pattern)];
    }
    default:
      return pattern.of.flatMap(openIn);
  }
}

/** A choice of courses: in full if short, else by its events. */
function choiceWords(pattern: Pattern): string {
  const words = patternWords(pattern);
  return words.length <= MAX_WORDS ? words : `one of several courses of ${either(eventNames(pattern), 'and')}`;
}

const MAX_WORDS = 120;

/** Whether a moment is a delivery. */
export const isArrival = (moment: Moment): moment is ArrivalMoment => moment.kind === 'arrival';
