import { formatDuration } from '../../duration.ts';
import type { Check, Finding, JsonObject, KciProfile, Pattern, ScenarioKci } from '../../model.ts';
import { mismatches } from '../../shape.ts';
import { either, failed, inconclusive, type JudgeContext, passed, type Subject } from '../check.ts';
import { firstUnreached, type JourneyHistory, orderIdOf } from '../history.ts';
import { isSteeringIgnored } from '../lifecycle.ts';
import type { Delivery, OrderHistory } from '../orders.ts';
import { awaitProgress, type Breach, fitsMatch, type KciProgress, kciProgress, silenceOf } from '../progress.ts';

/** `kci.sequence`: the events that a scenario's `kci` blocks and `await` steps ask for came, in order and in time. */
export function kciSequence(context: JudgeContext): Check[] {
  return eachOwed(context, 'kci.sequence', (looked) => {
    const { owed, progress, subject, order } = looked;
    if (isEmpty(owed.pattern)) return [];
    if (progress.hasSequence) return [passed(subject)];
    const breach = progress.breaches.find(({ kind }) => kind === 'sequence');
    if (!breach?.arrival) {
      const excuse = excuseFor(looked, context);
      if (excuse) return [inconclusive(subject, ...excuse)];
    }
    if (breach && isSteeringIgnored(context.profile, order)) {
      return [
        inconclusive(subject, 'steering-ignored', `order ${order.id} took its usual course: ${namesOf(order.stream)}`),
      ];
    }
    const missing: Breach<Delivery> = { kind: 'sequence', before: order.stream, next: progress.next };
    return [failed(at(subject, breach), sequenceFinding(order, owed, breach ?? missing, context))];
  });
}

/** `kci.never`: none of the events came that must not come. */
export function kciNever(context: JudgeContext): Check[] {
  return eachOwed(context, 'kci.never', ({ owed, progress, subject, order }) => {
    const breach = progress.breaches.find(({ kind }) => kind === 'never');
    if (owed.never.length === 0 || (!breach && order.stream.length === 0)) return [];
    if (!breach?.arrival) return [passed(subject)];
    return [
      failed(at(subject, breach), {
        summary: `order ${order.id}: ${nameOf(breach.arrival)} came, which must not`,
        expected: `never ${either(owed.never)}`,
        actual: namesOf(order.stream),
      }),
    ];
  });
}

/** `kci.silence`: nothing at all came while silence is owed. */
export function kciSilence(context: JudgeContext): Check[] {
  return eachOwed(context, 'kci.silence', (looked) => {
    const { owed, progress, subject, order } = looked;
    const silentMs = silenceOf(owed, context.target.deadlines.kciMs);
    if (silentMs === undefined) return [];
    const breach = progress.breaches.find(({ kind }) => kind === 'silence');
    if (breach?.arrival) {
      return [
        failed(at(subject, breach), {
          summary: `order ${order.id}: ${nameOf(breach.arrival)} came where silence is owed`,
          expected: `no event within ${formatDuration(silentMs)}`,
          actual: namesOf(order.deliveries),
        }),
      ];
    }
    const isWatched = context.history.horizon >= order.since + silentMs;
    const excuse = isWatched ? unreachable(context) : notWatched(looked);
    return [excuse ? inconclusive(subject, ...excuse) : passed(subject)];
  });
}

/** `kci.once`: the events came once that must come exactly once. */
export function kciOnce(context: JudgeContext): Check[] {
  return eachOwed(context, 'kci.once', (looked) => {
    const { owed, progress, subject, order } = looked;
    if (owed.exactlyOnce.length === 0) return [];
    const breach = progress.breaches.find(({ kind }) => kind === 'once');
    const missing = owed.exactlyOnce.filter((name) => !order.stream.some(({ event }) => event.name === name));
    if (!breach && missing.length === 0) return [passed(subject)];
    const excuse = breach ? undefined : excuseFor(looked, context);
    if (excuse) return [inconclusive(subject, ...excuse)];
    return [
      failed(at(subject, breach), {
        summary: breach
          ? `order ${order.id}: ${breach.arrival?.event.name} came more than once`
          : `order ${order.id}: ${either(missing)} did not come`,
        expected: `${owed.exactlyOnce.join(', ')}: exactly once`,
        actual: namesOf(order.stream),
      }),
    ];
  });
}

type Owed = Omit<ScenarioKci, 'for' | 'span'>;
type Excuse = readonly [reason: 'interrupted' | 'receiver-unreachable', detail: string];

interface Looked {
  readonly journey: JourneyHistory;
  readonly owed: Owed;
  readonly order: OrderHistory;
  readonly progress: KciProgress<Delivery>;
  readonly subject: Subject;
}

/** Looks at everything that scenarios ask of orders; only accepted orders owe events, and any owes silence. */
function eachOwed(context: JudgeContext, check: string, look: (looked: Looked) => Check[]): Check[] {
  const { history, profile, target } = context;
  return [...history.journeys.values()].flatMap((journey) => {
    const { id, kci, steps, covers } = journey.journey;
    const subjectOf = (exchange: OrderHistory['placed'], span: ScenarioKci['span']): Subject => ({
      check,
      requirements: context.covered(covers, check),
      journey: id,
      step: exchange.sent.step,
      seq: (exchange.response ?? exchange.sent).seq,
      span,
    });
    const orderFor = (reference: string): OrderHistory | undefined =>
      history.orders.get(orderIdOf(journey, reference) ?? '');
    const watchOf = (order: OrderHistory, from = order.since) => ({
      acceptedAt: from,
      now: history.horizon,
      capMs: target.deadlines.kciMs,
    });
    // What is owed at the end of a journey is owed only where the journey got there.
    const blocks =
      firstUnreached(journey) !== undefined
        ? []
        : kci.flatMap((owed) => {
            const order = orderFor(owed.for);
            if (!order || (order.fate !== 'accepted' && owed.noneWithinMs === undefined)) return [];
            const progress = kciProgress(owed, order.deliveries, profile, watchOf(order));
            return look({ journey, owed, order, progress, subject: subjectOf(order.placed, owed.span) });
          });
    const awaits = steps.flatMap((step) => {
      const order = step.kind === 'await' ? orderFor(step.for) : undefined;
      const wait = journey.waits.get(step.name);
      if (step.kind !== 'await' || !order || !wait || order.fate !== 'accepted') return [];
      const inTime = order.deliveries.filter(({ at: came }) => came <= wait.at);
      // The runner gave up: for this step the time has run out.
      const now = wait.ended === 'interrupted' ? wait.at : Number.POSITIVE_INFINITY;
      const watch = { ...watchOf(order, wait.startedAt), now };
      const progress = awaitProgress(step, inTime, profile, watch);
      const owed: Owed = { pattern: step.pattern, withinMs: step.withinMs, never: [], exactlyOnce: [] };
      return look({
        journey,
        owed,
        order,
        progress,
        subject: { ...subjectOf(order.placed, step.span), step: step.name },
      });
    });
    return [...awaits, ...blocks];
  });
}

/** Why something that did not come is no breach; undefined where it is one. */
function excuseFor(looked: Looked, context: JudgeContext): Excuse | undefined {
  return unreachable(context) ?? (looked.progress.isOver ? undefined : notWatched(looked));
}

function unreachable({ history }: JudgeContext): Excuse | undefined {
  const { probe, deliveries } = history;
  if (!probe || probe.reachable || deliveries.length > 0) return undefined;
  return ['receiver-unreachable', `our receiver could not be reached: ${probe.detail}`];
}

function notWatched({ owed, order }: Looked): Excuse {
  return ['interrupted', `order ${order.id} was not watched for ${formatDuration(owed.noneWithinMs ?? owed.withinMs)}`];
}

function at(subject: Subject, breach: Breach<Delivery> | undefined): Subject {
  return breach?.arrival ? { ...subject, seq: breach.arrival.seen.seq } : subject;
}

function isEmpty(pattern: Pattern): boolean {
  return pattern.kind === 'seq' && pattern.of.length === 0;
}

export function nameOf({ event }: Delivery): string {
  return event.name ?? event.wireName ?? 'an event without a name';
}

/** The events in order, as findings show them. */
export function namesOf(stream: readonly Delivery[]): string {
  return stream.length === 0 ? 'no event' : stream.map(nameOf).join(', ');
}

function sequenceFinding(
  order: OrderHistory,
  owed: Owed,
  breach: Breach<Delivery>,
  { profile }: JudgeContext,
): Finding {
  const { arrival, before, next } = breach;
  const soFar = before.length === 0 ? 'nothing before it' : `after ${namesOf(before)}`;
  if (!arrival) {
    const overdue = next.length === 0 ? 'nothing more' : either(next);
    return {
      summary: `order ${order.id}: ${overdue} did not come`,
      expected: `${overdue} within ${formatDuration(owed.withinMs)}${byProfile(profile)}`,
      actual: before.length === 0 ? 'no event came' : `${namesOf(before)}, then nothing`,
    };
  }
  const name = nameOf(arrival);
  const items = itemsOf(owed.pattern).filter((item) => item.name === name && next.includes(name));
  const [unmatched] = items.filter((item) => !fitsMatch(item.match, arrival.event));
  const [miss] =
    unmatched?.match === undefined ? [] : mismatches(unmatched.match, arrival.event as unknown as JsonObject);
  if (miss) {
    return {
      summary: `order ${order.id}: ${name} came with another ${miss.pointer || 'content'} than expected`,
      expected: miss.expected,
      actual: miss.actual,
      pointer: miss.pointer,
    };
  }
  if (items.length > 0) {
    const withinMs = Math.min(owed.withinMs, ...items.flatMap((item) => item.withinMs ?? []));
    return {
      summary: `order ${order.id}: ${name} came too late`,
      expected: `${name} within ${formatDuration(withinMs)} of the order`,
      actual: `${name} after ${formatDuration(arrival.at - order.since)}`,
    };
  }
  return {
    summary: `order ${order.id}: ${name} came where ${next.length === 0 ? 'no more events are' : `${either(next)} is`} expected`,
    expected: next.length === 0 ? `nothing after ${namesOf(before)}` : `${either(next)}, ${soFar}`,
    actual: `${name}, ${soFar}`,
  };
}

function byProfile({ profile }: KciProfile): string {
  return ` (profile ${profile})`;
}

function itemsOf(pattern: Pattern): readonly Extract<Pattern, { kind: 'event' }>[] {
  if (pattern.kind === 'event') return [pattern];
  return pattern.kind === 'repeat' ? itemsOf(pattern.of) : pattern.of.flatMap(itemsOf);
}
