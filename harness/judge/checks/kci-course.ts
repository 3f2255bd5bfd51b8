import { eventNames } from '../../kci/pattern.ts';
import { endOf, failed, type JudgeContext, lastOf, ofOrder, soundOrders, verdictOn } from '../check.ts';
import { lifecycleFor, outOfState, recogniseCourse } from '../lifecycle.ts';
import { nameOf, type OrderHistory } from '../orders.ts';

/** `kci.lifecycle`: the events of an order follow the lifecycle of its type, as the profile draws it. */
export const kciLifecycle = soundOrders((order, context) => {
  const { profile } = context;
  const lifecycle = lifecycleFor(profile, order);
  if (!lifecycle || order.stream.length === 0) return [];
  const { state, at = 0, next, early = [] } = recogniseCourse(profile, lifecycle, order);
  const told = { stream: order.stream.map(nameOf), profile: profile.profile };
  const wrong = order.stream[at];
  const tooEarly = early.map((i) => order.stream[i]).find((each) => each !== undefined);
  if (tooEarly && isWaitOver(context, order)) {
    const waited = { withinMs: profile.delivery.betweenWithinMs, next };
    return [
      failed(ofOrder('kci.lifecycle', order, wrong), {
        is: 'never-caught-up',
        event: nameOf(tooEarly),
        ...waited,
        ...told,
      }),
    ];
  }
  if (state === 'impossible') {
    const before = order.stream.slice(0, at);
    const came = { event: wrong ? nameOf(wrong) : 'an event', before: before.map(nameOf), ...told };
    const fact = {
      is: next.length > 0 ? 'off-course' : 'past-course',
      next,
      last: lastOf(profile, before),
      ...came,
    } as const;
    return [failed(ofOrder('kci.lifecycle', order, wrong), fact)];
  }
  // What amendments and cancellations lead to may hang on how far their order has got.
  const { answer, status = '', allowed = [] } = outOfState(profile, order) ?? {};
  const fact = answer && ({ is: 'out-of-state', event: nameOf(answer), status, allowed, ...told } as const);
  return verdictOn(ofOrder('kci.lifecycle', order, answer ?? order.stream[0]), fact);
});

/** Whether the time has passed in which the next event of an order comes, and the order does not wait for its client. */
function isWaitOver({ profile }: JudgeContext, { stream, until }: OrderHistory): boolean {
  const { betweenWithinMs, reorderWindowMs } = profile.delivery;
  const last = stream.toSorted((a, b) => a.at - b.at).at(-1);
  const isWaiting = last !== undefined && profile.events[last.event.name ?? '']?.waitsFor !== undefined;
  return last !== undefined && !isWaiting && until > last.at + Math.max(betweenWithinMs, reorderWindowMs);
}

/**
 * `kci.terminal`: a final event ends the order's stream. After it only deliveries of the same events may come again,
 * and answers to requests that crossed it. What a final event may have overtaken rightly comes after it; whether it has
 * a place before it is for `kci.lifecycle` to say.
 */
export const kciTerminal = soundOrders((order, context) => {
  const { profile } = context;
  const final = endOf(profile, order)?.delivery;
  if (!final) return [];
  const isFinal = (name: string): boolean => profile.events[name]?.terminal ?? false;
  const late = lateAnswers(context, order);
  const mayComeAfter = (name: string): boolean =>
    late.has(name) || profile.events[final.event.name ?? '']?.overtakes === true;
  const first = order.stream
    .slice(order.stream.indexOf(final) + 1)
    .find(({ event: { name = '' } }) => isFinal(name) || !mayComeAfter(name));
  const told = { final: nameOf(final), profile: profile.profile, stream: order.stream.map(nameOf) };
  return verdictOn(
    ofOrder('kci.terminal', order, first ?? final),
    first && { is: 'after-end', event: nameOf(first), ...told },
  );
});

function lateAnswers({ profile }: JudgeContext, { changes }: OrderHistory): ReadonlySet<string> {
  const outcomes = changes.flatMap(({ kind }) => Object.values(profile.requests[kind]));
  return new Set(outcomes.flatMap(({ emits }) => (emits ? eventNames(emits) : [])));
}
