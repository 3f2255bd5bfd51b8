import { assign } from '../../harness/kci/assign.ts';
import { eventNames } from '../../harness/kci/pattern.ts';
import { freedomOf, type Recognition } from '../../harness/kci/recognise.ts';
import { streamOf } from '../../harness/kci/stream.ts';
import { type Meaning, meaningOf } from '../../harness/meanings.ts';
import type { Json, KciProfile, Pattern } from '../../harness/model.ts';
import { either } from '../../harness/values/either.ts';
import { getAt, isObject } from '../../harness/values/pointer.ts';
import type { Lane } from './lane.ts';
import { laneOf } from './lay-lane.ts';
import type { ArrivalMoment, Moment } from './moments.ts';
import { patternWords } from './pattern-words.ts';
import type { Found } from './story.ts';

/** Where the events of an order left their course. */
export interface Derailment {
  /** What came instead; absent where nothing came. */
  readonly came?: ArrivalMoment;
  readonly how: NonNullable<Meaning['left']>;
  /** Names of what had to come next, each once; none where nothing more had to. */
  readonly due: readonly string[];
  /** Names of what could have come before that. */
  readonly possible: readonly string[];
}

/** What the events of an order are held to: what a scenario owes, what a step waited for, or the lifecycle of its type. */
interface Expected {
  readonly kind: 'owed' | 'awaited' | 'lifecycle';
  /** What the scenario calls the order, without its `$`; of a lifecycle the type of the order. */
  readonly name: string;
  readonly orderId?: string | undefined;
  /** When the order was answered, or the waiting for it began; absent where it was never sent. */
  readonly since?: number | undefined;
  /** The time that its next event has. */
  readonly withinMs: number;
  readonly pattern: Pattern;
  /** What is owed besides, in words: `all within 5d of the order`. */
  readonly terms: readonly string[];
  /** Nothing must come. */
  readonly isSilence: boolean;
  /** Names that must not come, and those that must come exactly once. */
  readonly never: readonly string[];
  readonly once: readonly string[];
}

/** The events of an order beside what they are held to. */
export interface Course extends Expected {
  readonly state: Recognition['state'];
  readonly derailed?: Derailment;
  /** All that came of the order, as it came, with what is special about its place; nothing, where it took its place. */
  readonly came: ReadonlyMap<ArrivalMoment, string>;
  /** What had to come and was not reached: events, and choices of which none was begun. */
  readonly open: readonly string[];
  /** What came and must not have, or more than once. */
  readonly odd: readonly { readonly words: string; readonly name: string; readonly came: readonly ArrivalMoment[] }[];
  /** What the judge found about it. */
  readonly found: readonly Found[];
  /** Failures that rest on single events of it: one that came late, or again with another content. */
  readonly wrong: readonly Found[];
  /** The same on a scale of time. */
  readonly lane: Omit<Lane, 'case'>;
}

/** What came of an order and what was found, to be laid beside what it is held to. */
interface CourseEvidence {
  readonly arrivals: readonly ArrivalMoment[];
  /** What a step did not wait for. */
  readonly notAwaited?: readonly ArrivalMoment[];
  /** Findings about the course, and all that was found in the case. */
  readonly found: readonly Found[];
  readonly all: readonly Found[];
  readonly profile: KciProfile;
}

/** Checks that look at an order's whole course, whatever its scenario owes. */
export const LIFECYCLE_CHECKS: readonly string[] = ['kci.lifecycle', 'kci.terminal'];

/** What is wrong with an event of a course, and what was owed; empty where nothing is. */
export function wrongWords({ wrong }: Pick<Course, 'wrong'>, arrival: ArrivalMoment): string {
  return wrong
    .filter(({ moment }) => moment === arrival)
    .map(({ finding }) => `${finding.kind ?? finding.summary}: expected ${finding.expected}`)
    .join('; ');
}

/** Of all that was found in a case, the failures that rest on one of these events, and say nothing of their course. */
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
    // Several events may have come in one delivery.
    const isBlamed = ({ delivery, event }: ArrivalMoment): boolean => delivery.seq === check.seq && event.name === name;
    const at = how === 'missing' ? stream.length : stream.findIndex(isBlamed);
    const lacking = fact.is === 'came-without' ? fact.next : undefined;
    return at < 0 ? [] : [{ how, at, lacking }];
  });
  return blamed.toSorted((a, b) => a.at - b.at)[0];
}

/**
 * Lays what came of an order beside what it is held to: which item of the pattern each event took, and where they left it.
 * Where that is, the judge has said.
 */
export function layCourse(expected: Expected, seen: CourseEvidence): Course {
  const { pattern, since, orderId = '' } = expected;
  const { arrivals, notAwaited = [], found, profile } = seen;
  const whole = streamOf(profile, arrivals);
  const isNothingOwed = !expected.isSilence && eventNames(pattern).length === 0;
  const stream = isNothingOwed ? [] : whole;
  const judged = isNothingOwed ? undefined : leftAt(found, stream);
  const inTurn = stream.slice(0, judged?.at);
  const told = assign(
    pattern,
    inTurn.map(({ event }) => event),
    freedomOf(profile),
  );
  // Of what was not judged, an event that has no place is drawn as such.
  const left =
    judged ?? (told.at === undefined ? undefined : { how: 'order' as const, at: told.at, lacking: told.lacking });
  const came = left && stream[left.at];
  const isOver = left?.how === 'state' || left?.how === 'ended';
  const needed = new Set(left?.lacking ?? told.needed.flatMap((at) => nameAt(pattern, at)));
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
  place(inTurn.slice(0, told.at), 'unasked, as the profile lets it');
  const beside = arrivals.filter((each) => !whole.includes(each));
  place(beside, 'not counted');
  place(notAwaited, 'not waited for');
  const inPlace = inTurn.filter((_, i) => told.items[i] !== undefined);
  place(inPlace, '');
  const early = (told.early ?? []).map((i) => inTurn[i]);
  place(early, 'before its place');
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
    open: state === 'complete' ? [] : openIn(pattern, new Set(told.items)).filter((name) => !missed.includes(name)),
    odd: [...counted('Must not come', expected.never, 0), ...counted('Exactly once', expected.once, 1)],
    found,
    wrong,
    lane: laneOf(order, { journey, profile, about }),
  };
}

/** What had to come of a pattern and did not: of an optional part, or of one of several, only where it was begun. */
function openIn(pattern: Pattern, took: ReadonlySet<string | undefined>, at = ''): readonly string[] {
  const isBegun = (below: string): boolean => [...took].some((each) => `${each}/`.startsWith(`${below}/`));
  if (pattern.kind === 'event') return took.has(at) ? [] : [pattern.name];
  if (pattern.kind === 'repeat')
    return pattern.min > 0 || isBegun(`${at}/of`) ? openIn(pattern.of, took, `${at}/of`) : [];
  const isAny = pattern.kind !== 'one-of';
  const parts = pattern.of.flatMap((part, i) => (isAny || isBegun(`${at}/of/${i}`) ? [{ part, i }] : []));
  if (parts.length === 0 && !isAny) return [choiceWords(pattern)];
  return parts.flatMap(({ part, i }) => openIn(part, took, `${at}/of/${i}`));
}

/** One of several courses: whole where that can be read at a glance, else by its events. */
function choiceWords(pattern: Pattern): string {
  const words = patternWords(pattern);
  return words.length <= MOST_WORDS ? words : `one of several courses of ${either(eventNames(pattern), 'and')}`;
}

const MOST_WORDS = 120;

/** The name of an item, by its pointer below the pattern. */
function nameAt(pattern: Pattern, at: string): string[] {
  const item = getAt(pattern as unknown as Json, at);
  return isObject(item) && typeof item.name === 'string' ? [item.name] : [];
}

/** Whether a moment is a delivery. */
export const isArrival = (moment: Moment): moment is ArrivalMoment => moment.kind === 'arrival';
