import { type AskedChange, type Followed, followLifecycle, lifecycleOf, withAnswers } from '../kci/course.ts';
import { eventNames } from '../kci/pattern.ts';
import { freedomOf, recognise } from '../kci/recognise.ts';
import { ruleOf } from '../kci/stream.ts';
import type { KciEvent, KciLifecycle, KciProfile, KciRequestOutcome, Pattern, Target } from '../model.ts';
import { oncePer } from '../values/once.ts';
import { endOf } from './check.ts';
import { askedFor, isRefused } from './exchange.ts';
import type { Delivery, OrderChange, OrderHistory } from './orders.ts';

/** The lifecycle of an order by its type; undefined if the profile has none. */
export function lifecycleFor(profile: KciProfile, { placed }: OrderHistory): KciLifecycle | undefined {
  const orderType = askedFor(placed, 'orderType');
  return typeof orderType === 'string' ? lifecycleOf(profile, orderType) : undefined;
}

/** Names of the events that answer amendments, or cancellations. */
export const answerNames = ({ requests }: KciProfile, kind: OrderChange['kind']): ReadonlySet<string> =>
  namesIn(requests[kind]);

const namesIn = oncePer(
  (outcomes: KciProfile['requests'][OrderChange['kind']]) =>
    new Set(Object.values(outcomes).flatMap(({ emits }) => (emits ? eventNames(emits) : []))),
);

/** How far the events of an order follow its lifecycle. */
export function recogniseCourse(profile: KciProfile, lifecycle: KciLifecycle, order: OrderHistory): Followed {
  const events = order.stream.map(({ event }) => event);
  const changes = changesOf(order);
  const courses = coursesOf(profile);
  const key =
    courses && JSON.stringify([profile.lifecycles.indexOf(lifecycle), changes, events.map(({ name }) => name)]);
  const course = courses?.get(key ?? '') ?? followLifecycle(profile, lifecycle, { changes, events });
  if (courses && courses.size >= MAX_COURSES) courses.clear();
  courses?.set(key ?? '', course);
  return course;
}

/**
 * Courses recognised before: orders take the same few again and again. Null if the patterns look at more than events'
 * names.
 */
const coursesOf = oncePer(({ lifecycles, requests }: KciProfile) =>
  /"match":/.test(JSON.stringify([lifecycles, requests])) ? null : new Map<string, Followed>(),
);
const MAX_COURSES = 1_000;

/**
 * Whether a target ignored what it was asked for: the order took a right course to its usual end though another was
 * steered, or its amendment or cancellation was answered as usual. That proves nothing of the spec's promises.
 */
export function isSteeringIgnored(profile: KciProfile, order: OrderHistory): boolean {
  const changeIgnored = order.changes.some(({ kind, exchange }) => {
    const outcomes = profile.requests[kind];
    const [usual] = Object.values(outcomes);
    const asked = outcomes[exchange.step?.steer?.outcome ?? ''];
    return asked !== undefined && asked !== usual && came(order, usual) && !came(order, asked);
  });
  if (changeIgnored) return true;
  const lifecycle = lifecycleFor(profile, order);
  const [usual] = Object.values(lifecycle?.outcomes ?? {});
  const asked = lifecycle?.outcomes[order.placed.step?.steer?.outcome ?? ''];
  if (!lifecycle || !usual || !asked || asked === usual) return false;
  const walks = (pattern: Pattern): boolean =>
    recognise(
      withAnswers(profile, pattern, changesOf(order)),
      order.stream.map(({ event }) => event),
      freedomOf(profile),
    ).state === 'complete';
  return (walks(usual) || endsAsUsual(profile, lifecycle, usual, order)) && !walks(asked);
}

/** The problem codes in an order's events, if the one that the target was asked for is not among them; else empty. */
export function otherProblems({ steering }: Target, { read }: KciProfile, order: OrderHistory): readonly string[] {
  const asked = order.placed.step?.steer?.problemCode;
  const wanted = String(steering.values?.[asked ?? ''] ?? asked);
  const told = order.stream.flatMap(({ event }) => event.problemCode ?? []);
  return asked === undefined || read.problemCode === undefined || told.includes(wanted) ? [] : told;
}

/** Whether a right course ended with an event of the usual outcome, whatever came in between. */
function endsAsUsual(profile: KciProfile, lifecycle: KciLifecycle, usual: Pattern, order: OrderHistory): boolean {
  const end = endOf(profile, order)?.delivery.event.name;
  const isRight = recogniseCourse(profile, lifecycle, order).state === 'complete';
  return isRight && end !== undefined && eventNames(usual).includes(end);
}

function changesOf({ changes }: OrderHistory): readonly AskedChange[] {
  return changes.map(({ kind, isAccepted, exchange }) => ({ kind, isAccepted, isRefused: isRefused(exchange) }));
}

function came(order: OrderHistory, outcome: KciRequestOutcome | undefined): boolean {
  const emits = outcome?.emits;
  return emits?.kind === 'event' && order.stream.some(({ event }) => event.name === emits.name);
}

/** The status of an order before its first event. */
const NONE = 'none';

/**
 * The first answer to an amendment or cancellation that does not fit the order's status, neither when it was requested nor
 * when the answer came; with the status, and those in which the profile allows the answer.
 */
export function outOfState(profile: KciProfile, order: OrderHistory) {
  for (const [at, answer] of order.stream.entries()) {
    const change = order.changes.find((each) => isAnsweredBy(each, answer.event));
    if (!change) continue;
    const outcomes = Object.values(profile.requests[change.kind]).filter(
      ({ emits }) => emits?.kind === 'event' && emits.name === answer.event.name,
    );
    const allowed = outcomes.flatMap((outcome) => outcome.in ?? []);
    if (outcomes.length === 0 || outcomes.some((outcome) => outcome.in === undefined)) continue;
    const before = order.stream.slice(0, at);
    const asked = before.filter((each) => each.at <= change.exchange.sent.at);
    const possible = [before, asked, ...otherPasts(profile, order.stream, at)];
    if (possible.some((past) => allowed.includes(statusAfter(profile, past)))) continue;
    return { answer, status: statusAfter(profile, before), allowed };
  }
  return undefined;
}

/** What else may have come before the event at an index, since events may overtake others. */
function otherPasts(profile: KciProfile, stream: readonly Delivery[], at: number): (readonly Delivery[])[] {
  const mayOvertake = ({ event }: Delivery): boolean => ruleOf(profile, event)?.overtakes ?? false;
  const answer = stream[at];
  const later = answer && mayOvertake(answer) ? stream.slice(at + 1).map((_, i) => stream.slice(0, at + i + 2)) : [];
  const pasts = [stream.slice(0, at), ...later].map((past) => past.filter((each) => each !== answer));
  return [...pasts, ...pasts.map((past) => past.filter((each) => !mayOvertake(each)))];
}

/** Whether an event names this amendment or cancellation. */
export function isAnsweredBy({ kind, exchange }: OrderChange, event: KciEvent): boolean {
  const id = event[`${kind}Id`];
  return id !== undefined && id === String(askedFor(exchange, 'id'));
}

/** The status of an order after these events: as they show it, or as the profile assigns it. */
function statusAfter({ events }: KciProfile, stream: readonly Delivery[]): string {
  return stream.reduce((status, { event }) => event.status ?? ruleOf({ events }, event)?.status ?? status, NONE);
}
