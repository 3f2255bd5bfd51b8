import type { Fact } from '../../findings.ts';
import { CHANGES } from '../../kci/course.ts';
import { eventItems, fitsMatch, isDone } from '../../kci/pattern.ts';
import type { Check, JsonObject, KciProfile } from '../../model.ts';
import { mismatches } from '../../values/shape.ts';
import { either } from '../../words/text.ts';
import { endOf, failed, inconclusive, type JudgeContext, lastProgress, passed, type Subject } from '../check.ts';
import { idAsked } from '../exchange.ts';
import { answerNames, isAnsweredBy, isSteeringIgnored, otherProblems } from '../lifecycle.ts';
import { type Delivery, eventName, namesOf, type OrderChange, type OrderHistory } from '../orders.ts';
import { type Breach, silenceOf } from '../progress.ts';
import { undelivered } from '../undelivered.ts';
import { at, eachOwed, excuseFor, type JudgedOrder, notWatched, overdue, unreachable } from './owed.ts';

/** `kci.sequence`: the events that a scenario's `kci` blocks and `await` steps ask for came in order and in time. */
export function kciSequence(context: JudgeContext): Check[] {
  return eachOwed(context, 'kci.sequence', (judged) => {
    const { owed, progress, subject, order } = judged;
    if (isDone(owed.pattern)) return [];
    const others = otherProblems(context.target, context.profile, order);
    if (progress.hasSequence && others.length > 0)
      return [inconclusive(subject, 'steering-ignored', `order ${order.id} names the problem ${either(others)}`)];
    if (progress.hasSequence) return [passed(subject)];
    const breach = progress.breaches.find(({ kind }) => kind === 'sequence');
    if (!breach?.arrival) {
      const excuse = excuseFor(judged, context);
      if (excuse) return [inconclusive(subject, ...excuse)];
    }
    if (breach && isSteeringIgnored(context.profile, order)) return [ignored(subject, order)];
    const missing: Breach<Delivery> = { kind: 'sequence', before: order.stream, next: progress.next };
    const left = breach ?? missing;
    const silent = left.arrival ? [] : unanswered(judged, left.next, context.profile);
    const fact = leftAt(judged, left, context.profile, silent);
    if (left.arrival) return [failed(at(subject, breach), fact)];
    const seq = silent[0]?.exchange.response?.seq;
    // Silence proves nothing of what else the scenario covers; another end of the order does.
    const hasEnded = endOf(context.profile, order) !== undefined;
    const missed = hasEnded ? subject : { ...subject, requirements: owed.agreed ? [owed.agreed] : [] };
    return [failed(seq === undefined ? missed : { ...missed, seq }, fact)];
  });
}

/** `kci.never`: no forbidden event came. */
export function kciNever(context: JudgeContext): Check[] {
  return eachOwed(context, 'kci.never', ({ owed, progress, subject, order }) => {
    const breach = progress.breaches.find(({ kind }) => kind === 'never');
    if (owed.never.length === 0 || (!breach && order.stream.length === 0)) return [];
    if (!breach?.arrival) return [passed(subject)];
    if (isSteeringIgnored(context.profile, order)) return [ignored(subject, order)];
    const told = { event: eventName(breach.arrival), never: owed.never, stream: order.stream.map(eventName) };
    return [failed(at(subject, breach), { is: 'never-came', ...told })];
  });
}

function ignored(subject: Subject, order: OrderHistory): Check {
  return inconclusive(subject, 'steering-ignored', `order ${order.id} took its usual course: ${namesOf(order.stream)}`);
}

/** `kci.silence`: nothing came while silence was owed. */
export function kciSilence(context: JudgeContext): Check[] {
  return eachOwed(context, 'kci.silence', (judged) => {
    const { owed, progress, subject, order } = judged;
    const silentMs = silenceOf(owed, context.target.deadlines.kciMs);
    if (silentMs === undefined) return [];
    const breach = progress.breaches.find(({ kind }) => kind === 'silence');
    if (breach?.arrival) {
      const told = { event: eventName(breach.arrival), silentMs, stream: order.deliveries.map(eventName) };
      return [failed(at(subject, breach), { is: 'not-silent', ...told })];
    }
    const isWatched = order.until >= order.since + silentMs;
    const excuse = isWatched ? (unreachable(context) ?? undelivered(context, order)) : notWatched(judged);
    return [excuse ? inconclusive(subject, ...excuse) : passed(subject)];
  });
}

/** `kci.once`: events that must come exactly once did. */
export function kciOnce(context: JudgeContext): Check[] {
  return eachOwed(context, 'kci.once', (judged) => {
    const { owed, progress, subject, order } = judged;
    if (owed.exactlyOnce.length === 0) return [];
    const breach = progress.breaches.find(({ kind }) => kind === 'once');
    const missing = owed.exactlyOnce.filter((name) => !order.stream.some(({ event }) => event.name === name));
    if (!breach && missing.length === 0) return [passed(subject)];
    const excuse = breach ? undefined : excuseFor(judged, context);
    if (excuse) return [inconclusive(subject, ...excuse)];
    if (isSteeringIgnored(context.profile, order)) return [ignored(subject, order)];
    const told = { once: owed.exactlyOnce, stream: order.stream.map(eventName) };
    const again = breach?.arrival?.event.name;
    const fact: Fact =
      again === undefined ? { is: 'not-once', missing, ...told } : { is: 'more-than-once', event: again, ...told };
    return [failed(at(subject, breach), fact)];
  });
}

/**
 * Accepted changes to an order that were not answered: the last one, if answers are events and no event followed it; else
 * those of a kind that no event names, if events answer other changes of that kind and such an answer is awaited.
 */
function unanswered(
  { order, until }: JudgedOrder,
  next: readonly string[],
  profile: KciProfile,
): readonly OrderChange[] {
  const { changes, deliveries, stream } = order;
  const accepted = changes.filter(({ isAccepted, exchange }) => isAccepted && exchange.sent.at <= until);
  const last = accepted.at(-1);
  const isFollowed = deliveries.some(({ seen }) => seen.seq > (last?.exchange.sent.seq ?? 0));
  if (last && answerNames(profile, last.kind).size > 0 && !isFollowed && deliveries.length > 0) return [last];
  const passedOver = Object.values(CHANGES).map((kind) => {
    const answers = answerNames(profile, kind);
    if (!next.some((name) => answers.has(name))) return [];
    const those = accepted.filter((each) => each.kind === kind);
    const told = stream.filter(({ event }) => answers.has(event.name ?? ''));
    const left = those.filter((change) => !told.some(({ event }) => isAnsweredBy(change, event)));
    return left.length < those.length ? left : [];
  });
  return passedOver.find((those) => those.length > 0) ?? [];
}

/** How an order left what was owed: nothing came, or another event, other content, or the right event too late. */
function leftAt(
  judged: JudgedOrder,
  breach: Breach<Delivery>,
  profile: KciProfile,
  silent: readonly OrderChange[],
): Fact {
  const { order, owed } = judged;
  const { arrival, next, lacking = [] } = breach;
  const [before, stream] = [breach.before.map(eventName), order.stream.map(eventName)];
  const last = lastProgress(profile, breach.before);
  const items = eventItems(owed.pattern).filter(
    ({ name }) => next.includes(name) && name === (arrival ? eventName(arrival) : name),
  );
  const withinMs = Math.min(owed.withinMs, ...items.flatMap((item) => item.withinMs ?? []));
  if (!arrival) {
    const told = { next: judged.progress.due(), ...overdue(judged, withinMs, profile) };
    if (stream.length === 0) return { is: 'nothing-came', ...told };
    const [first] = silent;
    const ids = silent.map(({ exchange }) => idAsked(exchange) ?? '');
    if (first && first.exchange.sent.seq > (order.deliveries.at(-1)?.seen.seq ?? 0))
      return { is: 'nothing-followed', ...told, before: stream, what: first.kind };
    if (first) return { is: 'passed-over', ...told, stream, what: first.kind, ids };
    // An `await` step looks only at the events it names.
    const isAll = before.length === stream.length;
    return isAll ? { is: 'nothing-more-came', ...told, before } : { is: 'not-come', ...told, stream };
  }
  const event = eventName(arrival);
  const { match } = items.find((item) => !fitsMatch(item, arrival.event)) ?? {};
  const [miss] = match === undefined ? [] : mismatches(match, arrival.event as unknown as JsonObject);
  if (miss) return { is: 'event-otherwise', event, what: miss.pointer || 'content', ...miss };
  if (items.length > 0) return { is: 'event-late', event, withinMs, tookMs: arrival.at - order.since };
  if (lacking.length > 0 && !before.includes(event)) return { is: 'came-without', event, next: lacking, stream };
  const off = before.includes(event) ? 'event-again' : 'event-out-of-turn';
  return { is: next.length > 0 ? off : 'event-too-many', event, next, before, last };
}
