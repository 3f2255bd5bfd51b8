import { CHANGES } from '../kci/course.ts';
import { eventItems, eventNames, type Fits, fitsByName } from '../kci/pattern.ts';
import {
  atStart,
  dueOf,
  freedomOf,
  isFullyMatched,
  lackingFor,
  nextOf,
  type PatternPosition,
  proceed,
} from '../kci/recognise.ts';
import { type Arrival, earliestOf, isFinal, ruleOf, streamOf } from '../kci/stream.ts';
import type { AwaitStep, KciProfile, Pattern, ScenarioKci } from '../model.ts';
import { oncePer } from '../values/once.ts';
import { answerNames } from './lifecycle.ts';

/** What is owed of an order's events, without the place in the scenario. */
export type KciOwed = Omit<ScenarioKci, 'for' | 'span'>;

/** The times that progress depends on. */
export interface Watch {
  /** When the order was accepted; all deadlines count from here. */
  readonly acceptedAt: number;
  readonly now: number;
  /** The target's limit on waiting for the next event, `deadlines.kciMs`. It ends our wait, but makes no event late. */
  readonly capMs?: number | null;
  /** When the wait for events began, if after the acceptance. */
  readonly listeningSince?: number | undefined;
}

/** Why what is owed can no longer be met. */
export interface Breach<A extends Arrival = Arrival> {
  readonly kind: 'sequence' | 'never' | 'once' | 'silence';
  /** The delivery that caused the breach; absent if something did not come in time. */
  readonly arrival?: A;
  /** The events recognised before it. */
  readonly before: readonly A[];
  readonly next: readonly string[];
  /** Events that had to come before the one that came. */
  readonly lacking?: readonly string[];
}

/** How far an order's events got. */
export interface KciProgress<A extends Arrival = Arrival> {
  /** `open`: more must come; `complete`: nothing more is needed; `impossible`: nothing can complete it any more. */
  readonly state: 'open' | 'complete' | 'impossible';
  /** Whether the pattern alone is complete. */
  readonly hasSequence: boolean;
  /** Whether the time for all events has run out. */
  readonly isOver: boolean;
  /** Events that could come next. */
  readonly next: readonly string[];
  /** Those of `next` that must come, if any. */
  readonly due: () => readonly string[];
  readonly breaches: readonly Breach<A>[];
  /** When an expectation that is still open fails. */
  readonly deadline: number;
  /** When to ask again if no event comes; never after `deadline`. */
  readonly recheckAt: number;
}

/** How long silence is owed, limited by the target's cap; undefined if it is not owed. */
export function silenceOf({ noneWithinMs }: Pick<KciOwed, 'noneWithinMs'>, capMs?: number | null): number | undefined {
  return noneWithinMs === undefined ? undefined : Math.min(noneWithinMs, capMs ?? Number.POSITIVE_INFINITY);
}

/** How far an order's events have met what a scenario's `kci` block owes. */
export function kciProgress<A extends Arrival>(
  owed: KciOwed,
  arrivals: readonly A[],
  profile: KciProfile,
  watch: Watch,
): KciProgress<A> {
  const { acceptedAt: since, now, capMs } = watch;
  const stream = streamOf(profile, arrivals);
  const isSequenceOwed = owed.pattern.kind !== 'seq' || owed.pattern.of.length > 0;
  const promised = since + owed.withinMs;
  const silentMs = silenceOf(owed, capMs ?? null);
  const silentUntil = silentMs === undefined ? undefined : since + silentMs;
  const deadline =
    silentUntil !== undefined && !isSequenceOwed
      ? silentUntil
      : Math.min(promised, patienceEnd(profile, stream, watch));

  const times = { since, now, promised, deadline };
  const followed = isSequenceOwed ? follow(owed.pattern, stream, profile, times) : undefined;
  const breaches = [
    followed?.breach,
    neverBreach(owed, stream),
    ...twiceBreaches(owed, stream),
    silentUntil === undefined ? undefined : noiseBreach(arrivals, silentUntil),
  ].filter((each) => each !== undefined);
  const { next = [], due = () => next } = followed ?? {};
  const settlesAt = settledAt(profile, arrivals);
  const hasSequence = followed?.isComplete ?? false;
  const ask = { hasSequence, isOver: now >= deadline, next, due, breaches, deadline };
  if (breaches.length > 0) {
    // An event that seems out of order may be waiting for one that it overtook.
    const isSettled = now >= Math.min(settlesAt, deadline) || breaches.some(({ kind }) => kind !== 'sequence');
    if (isSettled) return { ...ask, state: 'impossible', recheckAt: now };
    return { ...ask, state: 'open', recheckAt: Math.min(settlesAt, deadline) };
  }
  const once = owed.exactlyOnce.every((name) => stream.some(({ event }) => event.name === name));
  const waitsOut = !isSequenceOwed || silentUntil !== undefined;
  const isMet = (hasSequence || !isSequenceOwed) && once && (!waitsOut || now >= deadline);
  const recheckAt = Math.min(deadline, ...(followed?.itemDeadlines ?? []).filter((at) => at > now));
  return { ...ask, state: isMet ? 'complete' : 'open', recheckAt };
}

/** What an `await` step waits for; undefined if nothing, since what was refused is answered by no event. */
export function awaitedPattern(step: AwaitStep, isAccepted: (step: string) => boolean): Pattern | undefined {
  return step.ifAccepted?.every(isAccepted) === false ? step.otherwise : step.pattern;
}

/**
 * How far an order's events have met an `await` step. Only events in its pattern count; the scenario's `kci` block covers
 * the rest. A final event ends the wait, unless it may have overtaken an awaited one.
 */
export function awaitProgress<A extends Arrival>(
  step: Pick<AwaitStep, 'pattern' | 'withinMs'>,
  arrivals: readonly A[],
  profile: KciProfile,
  watch: Watch,
): KciProgress<A> {
  const names = new Set(eventNames(step.pattern));
  const named = arrivals.filter(({ event }) => event.name !== undefined && names.has(event.name));
  const owed = { pattern: step.pattern, never: [], exactlyOnce: [], withinMs: step.withinMs };
  const heardAt = streamOf(profile, arrivals).map(({ at }) => at);
  const listeningSince = Math.max(watch.acceptedAt, ...heardAt);
  const progress = kciProgress(owed, named, profile, { ...watch, listeningSince });
  if (progress.state !== 'open') return progress;
  // Answers to changes may cross the end of their order.
  if (Object.values(CHANGES).some((kind) => !names.isDisjointFrom(answerNames(profile, kind)))) return progress;
  const final = arrivals.find((each) => isFinal(profile, each.event) && !ruleOf(profile, each.event)?.overtakes);
  if (!final || watch.now < settledAt(profile, arrivals)) return progress;
  const breach: Breach<A> = { kind: 'sequence', arrival: final, before: named, next: progress.next };
  return { ...progress, state: 'impossible', breaches: [breach], recheckAt: watch.now };
}

/** Give up on a stream that never ends after this many times the cap. */
const MAX_CAPS = 20;

/** When the wait is given up: the cap counts from the last event that advanced the order. */
function patienceEnd(
  profile: KciProfile,
  stream: readonly Arrival[],
  { acceptedAt, listeningSince = acceptedAt, capMs }: Watch,
): number {
  if (capMs === undefined || capMs === null) return Number.POSITIVE_INFINITY;
  const from = Math.max(acceptedAt, listeningSince);
  const isStep = ({ event }: Arrival): boolean => !ruleOf(profile, event)?.interleaves;
  const last = stream.reduce((latest, each) => (isStep(each) ? Math.max(latest, each.at) : latest), from);
  return Math.min(last + capMs, from + MAX_CAPS * capMs);
}

/** When an overtaken event would have come. */
function settledAt(profile: KciProfile, arrivals: readonly Arrival[]): number {
  const last = arrivals.at(-1);
  if (!last || profile.delivery.orderBy === 'arrival') return Number.NEGATIVE_INFINITY;
  return last.at + profile.delivery.reorderWindowMs;
}

/**
 * Follows a stream through a pattern. Each event must be in time for its own `within` and for the whole: `promised` is when
 * all must have come, as the scenario says, `deadline` when waiting ends.
 */
function follow<A extends Arrival>(
  pattern: Pattern,
  stream: readonly A[],
  profile: KciProfile,
  { since, now, promised, deadline }: Readonly<Record<'since' | 'now' | 'promised' | 'deadline', number>>,
) {
  const withins = withinOf(pattern);
  // Only items with a deadline of their own need arrival times.
  const arrivedAt = new Map(withins.length === 0 ? [] : stream.map((each) => [each.event, earliestOf(each)]));
  const fits: Fits = (item, event) =>
    fitsByName(item, event) &&
    (item.withinMs === undefined || (arrivedAt.get(event) ?? since) <= since + item.withinMs);
  // The first moment that is too late.
  const itemDeadlines = withins.map((ms) => since + ms + 1);
  const freedom = freedomOf(profile);
  let positions = atStart(pattern);
  for (const [i, arrival] of stream.entries()) {
    const after = proceed(positions, arrival.event, freedom, fits);
    const isLate = earliestOf(arrival) > promised && !positions.some(isFullyMatched);
    if (after.length === 0 || isLate) {
      const next = nextOf(positions);
      const lacking = lackingFor(positions, arrival.event.name);
      const breach: Breach<A> = { kind: 'sequence', arrival, before: stream.slice(0, i), next, lacking };
      return { isComplete: false, next, itemDeadlines, breach };
    }
    positions = after;
  }
  const next = nextOf(positions);
  if (positions.some(isFullyMatched)) return { isComplete: true, next, itemDeadlines };
  const isOverdue = now >= deadline || !positions.some((each) => canComplete(each, fits, now - since));
  const missing: Breach<A> = { kind: 'sequence', before: stream, next };
  const due = (): readonly string[] => dueOf(positions);
  return { isComplete: false, next, due, itemDeadlines, breach: isOverdue ? missing : undefined };
}

/**
 * Whether a pattern can still be completed by events that wait for their place and by events that come `elapsedMs` after
 * acceptance, or later.
 */
function canComplete({ left, waiting }: PatternPosition, fits: Fits, elapsedMs: number): boolean {
  const can = (pattern: Pattern): boolean => {
    switch (pattern.kind) {
      case 'event':
        return (pattern.withinMs ?? elapsedMs) >= elapsedMs || waiting.some((event) => fits(pattern, event));
      case 'one-of':
        return pattern.of.some(can);
      case 'repeat':
        return pattern.min === 0 || can(pattern.of);
      default:
        return pattern.of.every(can);
    }
  };
  return can(left);
}

/** The deadlines of a pattern's items; cached, since patterns are followed at each event of each order. */
const withinOf = oncePer((pattern: Pattern) => eventItems(pattern).flatMap(({ withinMs }) => withinMs ?? []));

function neverBreach<A extends Arrival>({ never }: KciOwed, stream: readonly A[]): Breach<A> | undefined {
  const i = stream.findIndex(({ event }) => never.includes(event.name ?? ''));
  const arrival = stream[i];
  return arrival && { kind: 'never', arrival, before: stream.slice(0, i), next: [] };
}

function twiceBreaches<A extends Arrival>({ exactlyOnce }: KciOwed, stream: readonly A[]): Breach<A>[] {
  return exactlyOnce.flatMap((name) => {
    const again = stream.filter(({ event }) => event.name === name)[1];
    return again
      ? [{ kind: 'once' as const, arrival: again, before: stream.slice(0, stream.indexOf(again)), next: [] }]
      : [];
  });
}

function noiseBreach<A extends Arrival>(arrivals: readonly A[], silentUntil: number): Breach<A> | undefined {
  const arrival = arrivals.find(({ at }) => at <= silentUntil);
  return arrival && { kind: 'silence', arrival, before: [], next: [] };
}
