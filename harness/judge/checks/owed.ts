import { owedName } from '../../journey/calls.ts';
import { ruleOf } from '../../kci/stream.ts';
import type { Check, Journey, KciProfile, Span } from '../../model.ts';
import { formatDuration } from '../../values/duration.ts';
import { oncePer } from '../../values/once.ts';
import { either } from '../../words/text.ts';
import type { JudgeContext, Subject } from '../check.ts';
import { isAccepted } from '../exchange.ts';
import { firstUnreached, type JourneyHistory, orderMeant } from '../history.ts';
import type { Delivery, OrderHistory } from '../orders.ts';
import {
  awaitedPattern,
  awaitProgress,
  type Breach,
  type KciOwed,
  type KciProgress,
  kciProgress,
} from '../progress.ts';
import { refusedTries } from '../retry.ts';
import { type DeliveryExcuse, undelivered } from '../undelivered.ts';

/** One thing owed for one order, and how far it got. */
interface WatchedOrder {
  readonly journey: Journey;
  readonly step: string;
  readonly span: Span;
  readonly owed: KciOwed;
  readonly order: OrderHistory;
  readonly progress: KciProgress<Delivery>;
  /** Until when it was watched, and how far it had got then if the target's own deadline is ignored. */
  readonly until: number;
  readonly uncut: () => KciProgress<Delivery>;
}

/** A `WatchedOrder` with the subject of one check. */
export interface JudgedOrder extends WatchedOrder {
  readonly subject: Subject;
}

/** Checks everything that scenarios expect of orders. Only accepted orders owe events; any order may owe silence. */
export function eachOwed(context: JudgeContext, check: string, judge: (judged: JudgedOrder) => Check[]): Check[] {
  return allAsked(context).flatMap((each) => {
    const { journey, order, step, span } = each;
    const { sent, response } = order.placed;
    const requirements = [...context.covered(journey.covers, check), ...(each.owed.agreed ? [each.owed.agreed] : [])];
    const seq = (response ?? sent).seq;
    return judge({ ...each, subject: { requirements, check, journey: journey.id, step, order: order.id, seq, span } });
  });
}

const allAsked = oncePer((context: JudgeContext) =>
  [...context.history.journeys.values()].flatMap((journey) => askedIn(context, journey)),
);

/** Orders of which something that their scenarios await did not come. */
export const missedIn = oncePer(
  (context: JudgeContext): ReadonlySet<OrderHistory> =>
    new Set(allAsked(context).flatMap(({ progress, order }) => (progress.hasSequence ? [] : [order]))),
);

function askedIn({ history, profile, target }: JudgeContext, told: JourneyHistory): WatchedOrder[] {
  const { journey, waits, exchanges } = told;
  const { kciMs: capMs } = target.deadlines;
  const orderFor = (reference: string): OrderHistory | undefined => orderMeant(history, told, reference);

  const inSteps = journey.steps.flatMap((step): WatchedOrder[] => {
    if (step.kind !== 'await') return [];
    const order = orderFor(step.for);
    const wait = waits.get(step.name);
    const wasAccepted = (name: string): boolean =>
      exchanges.some((each) => each.sent.step === name && isAccepted(each));
    if (!wait || order?.fate !== 'accepted') return [];
    const pattern = awaitedPattern(step, wasAccepted);
    if (!pattern) return [];
    // The runner gave up, so the step's time has run out.
    const now = wait.ended === 'interrupted' ? wait.at : Number.POSITIVE_INFINITY;
    const watch = { acceptedAt: wait.startedAt, now };
    const by = (came: readonly Delivery[]) => awaitProgress({ ...step, pattern }, came, profile, { ...watch, capMs });
    const inTime = order.deliveries.filter(({ at: came }) => came <= wait.at);
    // Within the same millisecond, events of the next request may be among these; in a load, numbers say nothing of order.
    const before = by(inTime.filter(({ seen }) => seen.seq < wait.seq));
    const progress = before.state === 'complete' ? before : by(inTime);
    const uncut = () => awaitProgress({ ...step, pattern }, inTime, profile, { ...watch, now: wait.at });
    const owed: KciOwed = { pattern, withinMs: step.withinMs, never: [], exactlyOnce: [] };
    return [{ journey, step: step.name, span: step.span, owed, order, progress, until: wait.at, uncut }];
  });
  // Owed at the end of a journey only if the journey got there.
  if (firstUnreached(told) !== undefined || stoppedBeforeEnd(told)) return inSteps;
  const atEnd = journey.kci.flatMap((owed, i): WatchedOrder[] => {
    const order = orderFor(owed.for);
    if (!order || (order.fate !== 'accepted' && owed.noneWithinMs === undefined) || isChangedByAnother(order))
      return [];
    const listeningSince = waits.get(owedName(i))?.startedAt;
    const watch = { acceptedAt: order.since, now: order.until, capMs, listeningSince };
    const progress = kciProgress(owed, order.deliveries, profile, watch);
    const uncut = () => kciProgress(owed, order.deliveries, profile, { ...watch, capMs: null });
    const { until } = order;
    return [{ journey, step: order.placed.sent.step, span: owed.span, owed, order, progress, until, uncut }];
  });
  return [...inSteps, ...atEnd];
}

/** The spec does not say whether another tenant may change an order; if one could, everything after it is a consequence. */
function isChangedByAnother({ changes, placed }: OrderHistory): boolean {
  return changes.some(({ isAccepted, exchange }) => isAccepted && exchange.sent.tenant !== placed.sent.tenant);
}

/** Whether the journey stopped at an answer, so that nobody watched its orders any more. */
function stoppedBeforeEnd({ ended, journey, waits }: JourneyHistory): boolean {
  return ended?.ended === 'stopped' && journey.kci.length > 0 && !waits.has('kci');
}

/** Why a missing event is no breach; undefined if it is one. */
export function excuseFor(judged: JudgedOrder, context: JudgeContext): DeliveryExcuse | undefined {
  const { progress, owed, order } = judged;
  const until = order.since + Math.min(owed.withinMs, context.target.deadlines.kciMs ?? Number.POSITIVE_INFINITY);
  return (
    unreachable(context, until) ??
    (order.deliveries.length === 0 ? undelivered(context, order) : undefined) ??
    (progress.isOver ? cutShort(judged, context) : notWatched(judged))
  );
}

/** Excuse if the target's own deadline ended the wait although scenario and profile both left more time. */
function cutShort(judged: JudgedOrder, { profile, target }: JudgeContext): DeliveryExcuse | undefined {
  const { order, owed, until, uncut } = judged;
  const { kciMs } = target.deadlines;
  if (kciMs === null) return undefined;
  const { state, next, deadline } = uncut();
  const [dueAt, dueMs, since] = nextDue(order, profile);
  if (state !== 'open' || until > dueAt) return undefined;
  const allows =
    deadline <= dueAt
      ? `the scenario allows ${formatDuration(owed.withinMs)}`
      : `the KCI profile ${profile.profile} allows ${formatDuration(dueMs)} from ${since}, of which ${formatDuration(order.since + kciMs - dueAt + dueMs)} had passed`;
  const missing = next.length === 0 ? 'what is owed' : either(next);
  return [
    'wait-too-long',
    `order ${order.id}: ${missing} had not come when "deadlines: kci" (${formatDuration(kciMs)}) of the target file ended the wait; ${allows}`,
  ];
}

/** Whose time limit was exceeded: the profile's, or else the scenario's. */
export function overdue({ order, until }: JudgedOrder, withinMs: number, profile: KciProfile) {
  const [dueAt, dueMs] = nextDue(order, profile);
  return until > dueAt && dueMs < withinMs
    ? { withinMs: dueMs, whose: `profile ${profile.profile}` }
    : { withinMs, whose: 'the scenario' };
}

/** By when the profile owes the next event of an order, how long after something that happened, and after what. */
function nextDue(order: OrderHistory, profile: KciProfile): readonly [at: number, ms: number, since: string] {
  const { since, stream, changes } = order;
  const { firstWithinMs, betweenWithinMs } = profile.delivery;
  const last = stream.toSorted((a, b) => a.at - b.at).at(-1);
  if (!last) return [since + firstWithinMs, firstWithinMs, 'the acceptance'];
  const asked = changes.map(({ exchange: { response, sent } }) => (response ?? sent).at).filter((at) => at > last.at);
  const isWaiting = ruleOf(profile, last.event)?.waitsFor !== undefined && asked.length === 0;
  const tried = refusedTries(order).map(({ at }) => at);
  const from = Math.max(last.at, ...asked, ...tried);
  const what =
    tried.includes(from) && from > last.at ? 'the last attempt that our receiver turned away' : 'what came before';
  return [isWaiting ? Number.POSITIVE_INFINITY : from + betweenWithinMs, betweenWithinMs, what];
}

/** Excuse if the receiver could not be reached, from the start or before the time was over: it cannot miss anything. */
export function unreachable({ history }: JudgeContext, until = Number.POSITIVE_INFINITY): DeliveryExcuse | undefined {
  const { probe, deliveries } = history;
  if (!probe || probe.reachable || until < probe.at) return undefined;
  if (deliveries.some(({ seen }) => seen.seq > probe.seq)) return undefined;
  return ['receiver-unreachable', `our receiver could not be reached: ${probe.detail}`];
}

/** Excuse for events that were not waited for to the end. */
export function notWatched({ owed, order }: JudgedOrder): DeliveryExcuse {
  return ['interrupted', `order ${order.id} was not watched for ${formatDuration(owed.noneWithinMs ?? owed.withinMs)}`];
}

/** The subject, resting on the delivery that caused the breach. */
export function at(subject: Subject, breach: Breach<Delivery> | undefined): Subject {
  return breach?.arrival ? { ...subject, seq: breach.arrival.seen.seq } : subject;
}
