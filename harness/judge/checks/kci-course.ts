import { eventNames } from '../../kci/pattern.ts';
import { isFinal, ruleOf } from '../../kci/stream.ts';
import { isGivenTo } from '../../kci/webhook.ts';
import type { Check, KciLifecycle, KciProfile } from '../../model.ts';
import { headerOf } from '../../wire/wire.ts';
import {
  type CheckFunction,
  endOf,
  failed,
  inconclusive,
  type JudgeContext,
  lastProgress,
  observed,
  ofOrder,
  ofRun,
  passed,
  passUnless,
  soundOrders,
} from '../check.ts';
import { askedFor, type Exchange, isRefused } from '../exchange.ts';
import { answerNames, lifecycleFor, outOfState, recogniseCourse } from '../lifecycle.ts';
import { type Delivery, eventName, type OrderHistory, orderOf } from '../orders.ts';
import { isRejected } from '../shown.ts';
import { undelivered, wasIgnored } from '../undelivered.ts';
import { isAwaited } from './kci-numbering.ts';

/** `kci.lifecycle`: the events of an order follow the lifecycle that the profile has for its type. */
export const kciLifecycle = soundOrders((order, context) => {
  const { profile } = context;
  const lifecycle = lifecycleFor(profile, order);
  if (!lifecycle || order.stream.length === 0 || isAwaited(order, profile)) return [];
  const { state, at = 0, next, lacking = [], early = [] } = recogniseCourse(profile, lifecycle, order);
  const told = { stream: order.stream.map(eventName), profile: profile.profile };
  const wrong = order.stream[at];
  const tooEarly = early.map((i) => order.stream[i]).find((each) => each !== undefined);
  if (tooEarly && isWaitOver(context, order)) {
    const waited = { withinMs: profile.delivery.betweenWithinMs, next };
    return [
      failed(ofOrder('kci.lifecycle', order, wrong), {
        is: 'never-caught-up',
        event: eventName(tooEarly),
        ...waited,
        ...told,
      }),
    ];
  }
  if (state === 'impossible') {
    const past = order.stream.slice(0, at);
    const [event, before] = [wrong ? eventName(wrong) : 'an event', past.map(eventName)];
    if (lacking.length > 0 && !before.includes(event))
      return [failed(ofOrder('kci.lifecycle', order, wrong), { is: 'came-without', event, ...told, next: lacking })];
    const off = before.includes(event) ? 'again-off-course' : 'off-course';
    const is = next.length > 0 ? off : 'past-course';
    return [
      failed(ofOrder('kci.lifecycle', order, wrong), {
        is,
        next,
        last: lastProgress(profile, past),
        event,
        before,
        ...told,
      }),
    ];
  }
  // What amendments and cancellations lead to may depend on how far their order has got.
  const { answer, status = '', allowed = [] } = outOfState(profile, order) ?? {};
  if (answer) {
    const fact = { is: 'out-of-state', event: eventName(answer), status, allowed, ...told } as const;
    return [failed(ofOrder('kci.lifecycle', order, answer), fact)];
  }
  const unasked = wentOnUnasked(profile, lifecycle, order);
  return passUnless(
    ofOrder('kci.lifecycle', order, unasked?.done ?? order.stream[0]),
    unasked && { is: 'went-on-unasked', event: eventName(unasked.done), ...unasked.asks, ...told },
  );
});

/**
 * The event by which an order was carried out, or went on after waiting for its client, although the client had sent no
 * such request, or only refused ones. An order may end otherwise if nobody answered.
 */
function wentOnUnasked(profile: KciProfile, { outcomes }: KciLifecycle, order: OrderHistory) {
  const { events } = profile;
  const { stream, changes } = order;
  const at = stream.findIndex(({ event }) => ruleOf({ events }, event)?.waitsFor !== undefined);
  const waiting = stream[at];
  const kind = ruleOf({ events }, waiting?.event)?.waitsFor;
  const courses = Object.values(outcomes).map(eventNames);
  const goesOn = ({ event: { name = '' } }: Delivery): boolean => {
    const { fulfils, terminal, interleaves } = events[name] ?? {};
    if (fulfils || terminal || interleaves) return fulfils ?? false;
    const waits = waiting?.event.name ?? '';
    return courses.some((names) => names.includes(waits) && names.indexOf(waits) < names.indexOf(name));
  };
  const done = stream.slice(at + 1).find(goesOn);
  if (!waiting || !kind || !done) return undefined;
  const before = { ...order, stream: stream.slice(0, stream.indexOf(done)) };
  const isAsked = changes.some(
    (each) =>
      each.kind === kind &&
      !isRefused(each.exchange) &&
      !isRejected(profile, before, each) &&
      each.exchange.sent.at <= done.at,
  );
  return isAsked ? undefined : { done, asks: { kind, waiting: eventName(waiting) } };
}

/** Whether the time for an order's next event has passed, and the order does not wait for its client. */
function isWaitOver({ profile }: JudgeContext, { stream, until }: OrderHistory): boolean {
  const { betweenWithinMs, reorderWindowMs } = profile.delivery;
  const last = stream.toSorted((a, b) => a.at - b.at).at(-1);
  const isWaiting = last !== undefined && ruleOf(profile, last.event)?.waitsFor !== undefined;
  return last !== undefined && !isWaiting && until > last.at + Math.max(betweenWithinMs, reorderWindowMs);
}

/**
 * `kci.terminal`: a final event ends the order's stream. After it, only repeated deliveries and answers to requests that
 * crossed it may come, and events that the final one may have overtaken; `kci.lifecycle` checks whether those have a place
 * before it. An order that was not carried out is not amended any more, where the profile tells which event was first.
 */
export const kciTerminal = soundOrders((order, context) => {
  const { profile } = context;
  const final = endOf(profile, order)?.delivery;
  if (!final) return [];
  const isCarriedOut = ruleOf(profile, final.event)?.fulfils === true;
  const late = lateAnswers(profile, order, isCarriedOut || profile.delivery.orderBy === 'arrival');
  const mayComeAfter = (name: string): boolean => late.has(name) || ruleOf(profile, final.event)?.overtakes === true;
  const first = order.stream
    .slice(order.stream.indexOf(final) + 1)
    .find(({ event }) => isFinal(profile, event) || !mayComeAfter(event.name ?? ''));
  const told = { final: eventName(final), profile: profile.profile, stream: order.stream.map(eventName) };
  return passUnless(
    ofOrder('kci.terminal', order, first ?? final),
    first && { is: 'after-end', event: eventName(first), ...told },
  );
});

function lateAnswers(profile: KciProfile, { changes }: OrderHistory, mayBeAmended: boolean): ReadonlySet<string> {
  const [amended] = Object.values(profile.requests.amendment);
  const granting = !mayBeAmended && amended?.emits ? eventNames(amended.emits) : [];
  return new Set(changes.flatMap(({ kind }) => [...answerNames(profile, kind)])).difference(new Set(granting));
}

/**
 * `kci.path`: the events of accepted orders are delivered, and to the address that the target was given. Spec: Events 1,
 * "sent as webhooks to the client's webhook endpoint". Anything else at the receiver may come from anybody.
 */
export function kciPath(context: JudgeContext): Check[] {
  return [...delivered(context), ...strays(context)];
}

const delivered: CheckFunction = (context) => {
  const { history, profile, target } = context;
  const given = new Map<string, boolean>();
  const isGiven = (path: string, tenant: string): boolean => {
    const key = `${tenant} ${path}`;
    const isIt = given.get(key) ?? isGivenTo(path, profile, tenant);
    given.set(key, isIt);
    return isIt;
  };
  const ignored = [...history.orders.values()].filter(
    (order) => order.fate === 'accepted' && wasIgnored(order, context),
  );
  // If at least as many deliveries name no order, their orders are not known: `kci.readable` and `kci.unexpected` report
  // them.
  const nobodys = history.deliveries.filter((each) => each.seen.expectedPath && !orderOf(history.orders, each));
  const isDoubtful = nobodys.length >= ignored.length;
  return [...history.orders.values()].flatMap((order) => {
    const { since, until, deliveries, fate, isTainted } = order;
    const wrong = deliveries.find(({ seen }) => !isGiven(seen.path, order.placed.sent.tenant));
    if (wrong) {
      const { path } = wrong.seen;
      const other = target.tenants.find(({ name }) => isGiven(path, name));
      const told = { is: 'other-path', event: eventName(wrong), path, ...(other && { whose: other.name }) } as const;
      return [failed(ofOrder('kci.path', order, wrong), told)];
    }
    if (deliveries.length > 0) return [passed(ofOrder('kci.path', order, deliveries[0]))];
    if (fate !== 'accepted' || isTainted || !wasIgnored(order, context) || isDoubtful) return [];
    const excuse = undelivered(context, order);
    if (excuse) return [inconclusive(ofOrder('kci.path', order), ...excuse)];
    const twin = twinOf(order, context);
    const told = { forMs: until - since, ...(twin && { twin: twin.id }) };
    return [failed(ofOrder('kci.path', order), { is: 'never-delivered', ...told })];
  });
};

/** An order of the same type in the same conversation that has events: the gateway may have taken the two for one. */
function twinOf({ placed }: OrderHistory, { history, contract }: JudgeContext): OrderHistory | undefined {
  const conversationOf = ({ sent }: Exchange): string | undefined =>
    headerOf(sent.headers, contract.headers.conversation);
  const isAlike = (other: Exchange): boolean =>
    other !== placed &&
    conversationOf(other) === conversationOf(placed) &&
    askedFor(other, 'orderType') === askedFor(placed, 'orderType');
  return [...history.orders.values()].find((other) => other.deliveries.length > 0 && isAlike(other.placed));
}

function strays(context: JudgeContext): Check[] {
  const { deliveries, orders } = context.history;
  return deliveries.flatMap(({ seen, event }) => {
    if (seen.expectedPath) return [];
    const order = orderOf(orders, { event });
    const { method, path } = seen;
    const subject = ofRun('kci.path', seen.seq);
    return order === undefined || undelivered(context, order)
      ? observed(subject, { is: 'request-elsewhere', method, path })
      : failed({ ...subject, order: order.id }, { is: 'event-elsewhere', method, path });
  });
}
