import { formatDuration } from '../../duration.ts';
import type { Check, Journey, ScenarioKci, Span } from '../../model.ts';
import type { JudgeContext, Subject } from '../check.ts';
import { firstUnreached, type JourneyHistory, orderIdOf } from '../history.ts';
import type { Delivery, OrderHistory } from '../orders.ts';
import { awaitProgress, type Breach, type KciProgress, kciProgress } from '../progress.ts';

/** What was asked, without of whom and where. */
export type Owed = Omit<ScenarioKci, 'for' | 'span'>;
type Excuse = readonly [reason: 'interrupted' | 'receiver-unreachable', detail: string];

/** One thing asked of one order, and how far it got. */
interface Asked {
  readonly journey: Journey;
  readonly step: string;
  readonly span: Span;
  readonly owed: Owed;
  readonly order: OrderHistory;
  readonly progress: KciProgress<Delivery>;
}

/** The same, as one check looks at it. */
export interface Looked extends Asked {
  readonly subject: Subject;
}

/** Looks at everything that scenarios ask of orders; only accepted orders owe events, and any owes silence. */
export function eachOwed(context: JudgeContext, check: string, look: (looked: Looked) => Check[]): Check[] {
  let asked = cached.get(context);
  if (!asked) {
    asked = [...context.history.journeys.values()].flatMap((journey) => askedIn(context, journey));
    cached.set(context, asked);
  }
  return asked.flatMap((each) => {
    const { journey, order, step, span } = each;
    const { sent, response } = order.placed;
    const requirements = context.covered(journey.covers, check);
    const seq = (response ?? sent).seq;
    return look({ ...each, subject: { check, requirements, journey: journey.id, step, seq, span } });
  });
}

const cached = new WeakMap<JudgeContext, readonly Asked[]>();

function askedIn({ history, profile, target }: JudgeContext, told: JourneyHistory): Asked[] {
  const { journey, waits } = told;
  const { kciMs: capMs } = target.deadlines;
  const orderFor = (reference: string): OrderHistory | undefined =>
    history.orders.get(orderIdOf(told, reference) ?? '');

  const inSteps = journey.steps.flatMap((step): Asked[] => {
    if (step.kind !== 'await') return [];
    const order = orderFor(step.for);
    const wait = waits.get(step.name);
    if (!wait || order?.fate !== 'accepted') return [];
    const inTime = order.deliveries.filter(({ at: came }) => came <= wait.at);
    // The runner gave up: for this step the time has run out.
    const now = wait.ended === 'interrupted' ? wait.at : Number.POSITIVE_INFINITY;
    const progress = awaitProgress(step, inTime, profile, { acceptedAt: wait.startedAt, now, capMs });
    const owed: Owed = { pattern: step.pattern, withinMs: step.withinMs, never: [], exactlyOnce: [] };
    return [{ journey, step: step.name, span: step.span, owed, order, progress }];
  });
  // What is owed at the end of a journey is owed only where the journey got there.
  if (firstUnreached(told) !== undefined || stoppedBeforeEnd(told)) return inSteps;
  const atEnd = journey.kci.flatMap((owed, i): Asked[] => {
    const order = orderFor(owed.for);
    if (!order || (order.fate !== 'accepted' && owed.noneWithinMs === undefined)) return [];
    const listeningSince = waits.get(i === 0 ? 'kci' : `kci:${i + 1}`)?.startedAt;
    const watch = { acceptedAt: order.since, now: history.horizon, capMs, listeningSince };
    const progress = kciProgress(owed, order.deliveries, profile, watch);
    return [{ journey, step: order.placed.sent.step, span: owed.span, owed, order, progress }];
  });
  return [...inSteps, ...atEnd];
}

/** Whether the last answers were not as the journey needed them, so that nobody watched its orders any more. */
function stoppedBeforeEnd({ ended, journey, waits }: JourneyHistory): boolean {
  return ended?.ended === 'stopped' && journey.kci.length > 0 && !waits.has('kci');
}

/** Why something that did not come is no breach; undefined where it is one. */
export function excuseFor(looked: Looked, context: JudgeContext): Excuse | undefined {
  const { progress, owed, order } = looked;
  const until = order.since + Math.min(owed.withinMs, context.target.deadlines.kciMs ?? Number.POSITIVE_INFINITY);
  return unreachable(context, until) ?? (progress.isOver ? undefined : notWatched(looked));
}

/** Nothing can be missed by a receiver that could not be reached: from the start, or before the time was over. */
export function unreachable({ history }: JudgeContext, until = Number.POSITIVE_INFINITY): Excuse | undefined {
  const { probe, deliveries } = history;
  if (!probe || probe.reachable || until < probe.at) return undefined;
  if (deliveries.some(({ seen }) => seen.seq > probe.seq)) return undefined;
  return ['receiver-unreachable', `our receiver could not be reached: ${probe.detail}`];
}

/** What was not waited for to the end has not failed to come. */
export function notWatched({ owed, order }: Looked): Excuse {
  return ['interrupted', `order ${order.id} was not watched for ${formatDuration(owed.noneWithinMs ?? owed.withinMs)}`];
}

/** The subject, resting on the delivery that broke it. */
export function at(subject: Subject, breach: Breach<Delivery> | undefined): Subject {
  return breach?.arrival ? { ...subject, seq: breach.arrival.seen.seq } : subject;
}
