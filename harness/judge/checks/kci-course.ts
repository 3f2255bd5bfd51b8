import { eventNames } from '../../kci/pattern.ts';
import type { Check, Finding } from '../../model.ts';
import { formatDuration } from '../../values/duration.ts';
import { either, type JudgeContext, ofOrder, ofThis, verdictOn } from '../check.ts';
import { lifecycleFor, recogniseCourse } from '../lifecycle.ts';
import { type Delivery, nameOf, namesOf, type OrderHistory, standingAfter } from '../orders.ts';
import { outOfState } from '../states.ts';
import { soundOrders } from './kci-orders.ts';

/** `kci.lifecycle`: the events of an order follow the lifecycle of its type, as the profile draws it. */
export const kciLifecycle = soundOrders((order, context) => {
  const { profile } = context;
  const lifecycle = lifecycleFor(profile, order);
  if (!lifecycle || order.stream.length === 0) return [];
  const { state, at = 0, next, early = [] } = recogniseCourse(profile, lifecycle, order);
  const subject = ofOrder('kci.lifecycle', order, order.stream[at]);
  const tooEarly = early.map((i) => order.stream[i]).find((each) => each !== undefined);
  if (tooEarly && isWaitOver(context, order))
    return verdictOn(subject, [neverCaughtUp(context, order, tooEarly, next)]);
  if (state !== 'impossible') return inItsState(context, order);
  const wrong = order.stream[at];
  const before = order.stream.slice(0, at);
  const soFar = before.length === 0 ? 'as the first event' : `after ${namesOf(before)}`;
  return verdictOn(subject, [
    {
      summary: `order ${order.id}: ${wrong ? nameOf(wrong) : 'an event'} came ${soFar}`,
      kind: `an event came out of turn ${standingAfter(profile, before)}`,
      expected: `${next.length === 0 ? 'no more events' : either(next)} ${soFar} (profile ${profile.profile})`,
      actual: namesOf(order.stream),
    },
  ]);
});

/** Whether the time has passed in which the next event of an order comes, and the order does not wait for its client. */
function isWaitOver({ profile }: JudgeContext, { stream, until }: OrderHistory): boolean {
  const { betweenWithinMs, reorderWindowMs } = profile.delivery;
  const last = stream.toSorted((a, b) => a.at - b.at).at(-1);
  const isWaiting = last !== undefined && profile.events[last.event.name ?? '']?.waitsFor !== undefined;
  return last !== undefined && !isWaiting && until > last.at + Math.max(betweenWithinMs, reorderWindowMs);
}

function neverCaughtUp(
  { profile }: JudgeContext,
  { id, stream }: OrderHistory,
  early: Delivery,
  next: readonly string[],
): Finding {
  return {
    ...ofThis({ id }, `${nameOf(early)} came early, and what it would have overtaken never came`),
    expected: `${either(next)} within ${formatDuration(profile.delivery.betweenWithinMs)} (profile ${profile.profile})`,
    actual: namesOf(stream),
  };
}

/** What amendments and cancellations lead to may hang on how far their order has got. */
function inItsState({ profile }: JudgeContext, order: OrderHistory): Check[] {
  const wrong = outOfState(profile, order);
  const subject = ofOrder('kci.lifecycle', order, wrong?.answer ?? order.stream[0]);
  if (!wrong) return verdictOn(subject, []);
  return verdictOn(subject, [
    {
      ...ofThis(order, `${nameOf(wrong.answer)} came in the status ${wrong.status}`),
      expected: `${nameOf(wrong.answer)} in the status ${either(wrong.allowed)} (profile ${profile.profile})`,
      actual: namesOf(order.stream),
    },
  ]);
}

/**
 * `kci.terminal`: a final event ends the order's stream. After it only deliveries of the same events may come again,
 * and answers to requests that crossed it. What a final event may have overtaken rightly comes after it; whether it has
 * a place before it is for `kci.lifecycle` to say.
 */
export const kciTerminal = soundOrders((order, context) => {
  const { profile } = context;
  const isFinal = (name = ''): boolean => profile.events[name]?.terminal ?? false;
  const end = order.stream.findIndex(({ event }) => isFinal(event.name));
  const final = order.stream[end];
  if (!final) return [];
  const late = lateAnswers(context, order);
  const mayComeAfter = (name: string): boolean =>
    late.has(name) || profile.events[final.event.name ?? '']?.overtakes === true;
  const after = order.stream.slice(end + 1).filter(({ event: { name = '' } }) => isFinal(name) || !mayComeAfter(name));
  const [first] = after;
  return verdictOn(
    ofOrder('kci.terminal', order, first ?? final),
    first
      ? [
          {
            summary: `order ${order.id}: ${nameOf(first)} came after ${nameOf(final)}`,
            kind: `an event came after ${nameOf(final)}`,
            expected: `nothing after ${nameOf(final)} (profile ${profile.profile})`,
            actual: namesOf(order.stream),
          },
        ]
      : [],
  );
});

function lateAnswers({ profile }: JudgeContext, { changes }: OrderHistory): ReadonlySet<string> {
  const outcomes = changes.flatMap(({ kind }) => Object.values(profile.requests[kind]));
  return new Set(outcomes.flatMap(({ emits }) => (emits ? eventNames(emits) : [])));
}
