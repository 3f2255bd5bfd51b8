import { DAY_MS } from '../values/duration.ts';
/** The course of an order: which canonical events it takes, and what each does to the order. */

import { lifecycleOf } from '../kci/course.ts';
import { walk } from '../kci/pattern.ts';
import type { EventToWrite } from '../kci/write.ts';
import type { Json, JsonObject, KciProfile } from '../model.ts';
import { isDate } from '../values/iso8601.ts';
import { instantOf } from '../values/local-time.ts';
import { getAt, isObject } from '../values/pointer.ts';
import { hash32, random, uuid } from '../values/seed.ts';
import { type FaultAction, hasKind, valuesOf } from './fault.ts';
import { switchesOf } from './fault-book.ts';
import { fulfilled, ORDERED, SERVICE_ID, withCharacteristics } from './lines.ts';
import type { Rules } from './rules.ts';
import type { ChangeRequest, OrderState, PlannedEvent, StateChange } from './state.ts';

/** Outcomes by which a gateway rejects; every other outcome only comes by default or on request. */
const REJECTED = /_REJECTED$/;

/** The events of an order of this type. Undefined if the profile has no lifecycle for it. */
export function plannedCourse(
  profile: KciProfile,
  orderType: string,
  choice: { readonly outcome?: string; readonly rejectedBecause?: string; readonly chance: string },
): PlannedEvent[] | undefined {
  const lifecycle = lifecycleOf(profile, orderType);
  if (!lifecycle) return undefined;
  const names = Object.keys(lifecycle.outcomes);
  const wanted = choice.outcome !== undefined && names.includes(choice.outcome) ? choice.outcome : undefined;
  const isRejected = choice.rejectedBecause !== undefined && wanted === undefined;
  const outcome = wanted ?? (isRejected ? names.find((name) => REJECTED.test(name)) : undefined) ?? names[0];
  const pattern = outcome === undefined ? undefined : lifecycle.outcomes[outcome];
  if (!pattern) return [];
  const because = isRejected ? { text: choice.rejectedBecause ?? '' } : {};
  return walk(pattern, random(choice.chance)).map((name) => ({ name, ...because }));
}

/** The events that answer an amendment or cancellation, and whether it is granted; null if no answer will come. */
export function plannedAnswer(
  profile: KciProfile,
  kind: 'amendment' | 'cancellation',
  choice: { readonly outcome?: string; readonly status?: string; readonly isTooLate: boolean; readonly chance: string },
): { readonly names: readonly string[]; readonly isGranted: boolean; readonly ends: boolean } | null {
  const outcomes = profile.requests[kind];
  const names = Object.keys(outcomes);
  const late = choice.isTooLate ? names.find((name) => REJECTED.test(name)) : undefined;
  const { status = 'none' } = choice;
  const possible = names.filter((name) => outcomes[name]?.in?.includes(status) ?? true);
  const wanted = possible.find((name) => name === choice.outcome);
  const name = late ?? wanted ?? possible[0];
  const outcome = name === undefined ? undefined : outcomes[name];
  if (name === undefined || !outcome?.emits) return null;
  const isGranted = !REJECTED.test(name);
  return { names: walk(outcome.emits, random(choice.chance)), isGranted, ends: outcome.ends === true };
}

/** Whether the order has an event to emit now. */
export function canGoOn(order: OrderState): boolean {
  if (order.answers.length > 0) return true;
  return order.waitsFor === undefined && order.agenda.length > 0;
}

/** The next event of an order, and the order without it; null if the order waits or has ended. */
export function nextPlanned(order: OrderState): { readonly planned: PlannedEvent; readonly order: OrderState } | null {
  const [answer, ...answers] = order.answers;
  if (answer) return { planned: answer, order: { ...order, answers } };
  const [next, ...agenda] = order.agenda;
  if (order.waitsFor !== undefined || !next) return null;
  return { planned: next, order: { ...order, agenda } };
}

/** What an event does to its order, and what the event says. `promised` is the delivery date that a commitment gives. */
function happen(
  profile: KciProfile,
  before: OrderState,
  planned: PlannedEvent,
  at: { readonly now: number; readonly promised: () => string; readonly seed: string },
) {
  const rule = profile.events[planned.name] ?? { when: [] };
  const carries = rule.carries ?? [];
  const changed = afterCause(before, planned.cause);
  const commits = carries.includes('dates.committed') && changed.committedDate === undefined;
  const moves = planned.cause?.settles === true && changed.committedDate !== undefined && hasNewDate(planned.cause);
  const promised = commits || moves ? at.promised() : undefined;
  const status = rule.status ?? changed.status;
  const isEnded = changed.isEnded || rule.terminal === true;
  const order: OrderState = {
    ...changed,
    ...(status === undefined ? {} : { status }),
    ...(promised === undefined ? {} : { committedDate: promised, targetDate: promised }),
    ...(rule.waitsFor === undefined ? {} : { waitsFor: rule.waitsFor, formerStatus: changed.status ?? '' }),
    isEnded,
    agenda: isEnded ? [] : changed.agenda,
    sequence: before.sequence + 1,
  };
  return { order, event: told(order, planned, rule.waitsFor, carries, profile, at) };
}

function afterCause(order: OrderState, cause: ChangeRequest | undefined): OrderState {
  if (!cause?.settles) return cause?.ends ? { ...order, agenda: [] } : order;
  const { waitsFor, formerStatus, ...rest } = order;
  // An order that waited for this returns to its former status.
  const settled = waitsFor === undefined ? order : { ...rest, ...(formerStatus ? { status: formerStatus } : {}) };
  return {
    ...settled,
    ...(cause.reservation === undefined ? {} : { reservation: cause.reservation }),
    body: cause.changes ? { ...order.body, ...cause.changes } : order.body,
    agenda: cause.ends ? [] : order.agenda,
    isEnded: order.isEnded || cause.ends === true,
  };
}

function hasNewDate(cause: ChangeRequest): boolean {
  return cause.reservation !== undefined || cause.changes?.requestedCompletionDate !== undefined;
}

function told(
  order: OrderState,
  planned: PlannedEvent,
  waitsFor: string | undefined,
  carries: readonly string[],
  profile: KciProfile,
  at: { readonly now: number; readonly seed: string },
): EventToWrite {
  const { cause } = planned;
  const { committedDate, targetDate } = order;
  const { sequenceFrom = 1, sequenceBy } = profile.delivery;
  const answers = profile.delivery.repeatsConversation === 'cause' ? cause : undefined;
  const chance = random(`${at.seed}/event/${order.key}/${order.sequence}`);
  const text = planned.text ?? (waitsFor ? `The order waits for an ${waitsFor}` : `The order cannot be carried out`);
  return {
    name: planned.name,
    kind: order.kind,
    sequence: sequenceFrom + (order.sequence - 1) * sequenceBy,
    issuedAt: at.now,
    deliveryId: uuid(chance),
    status: order.status ?? '',
    ...(carries.includes('problemCode') ? { problemCode: order.problemCode } : {}),
    ...(carries.includes('text') || planned.text !== undefined ? { text } : {}),
    ...(committedDate === undefined ? {} : { committedDate }),
    ...(targetDate === undefined ? {} : { targetDate }),
    ...(cause?.amendmentId === undefined ? {} : { amendmentId: cause.amendmentId }),
    ...(cause?.cancellationId === undefined ? {} : { cancellationId: cause.cancellationId }),
    ...(cause?.asked === undefined ? {} : { answered: cause.asked }),
    order: entityOf(order),
    tenant: order.tenant,
    request: {
      id: answers?.requestId ?? order.requestId,
      conversation: answers?.conversation ?? order.conversation,
    },
    // Each delivery attempt gets an id of its own.
    delivery: { requestId: '' },
  };
}

/** The whole order, as its events show it. */
function entityOf(order: OrderState) {
  const { committedDate, targetDate } = order;
  return {
    ...order.body,
    supplierOrderReference: order.reference,
    ...(committedDate === undefined ? {} : { committedDate }),
    ...(targetDate === undefined ? {} : { targetDate }),
  };
}

/** When a day's work ends: what a promised date without a time means. */
const END_OF_DAY = '17:00';
/** How far ahead a commitment is if no date was requested. */
const DEFAULT_LEAD_MS = 5 * DAY_MS;

/**
 * Takes an order through one event: the new state, and what is delivered. `actions` are those of the faults that strike it.
 */
export function takeStep(
  rules: Rules,
  before: OrderState,
  planned: PlannedEvent,
  now: number,
  actions: readonly FaultAction[],
) {
  const forgotten = switchesOf(actions);
  const fulfils = rules.profile.events[planned.name]?.fulfils === true;
  const done =
    fulfils && !forgotten.has('site-unchanged') ? carriedOut(rules, before, forgotten) : { order: before, facts: [] };
  const promised = (): string => promisedDate(rules, done.order, planned, now);
  const happened = happen(rules.profile, done.order, planned, { now, promised, seed: rules.seed });
  const order: OrderState = {
    ...happened.order,
    sequence: hasKind(actions, 'skip') ? before.sequence : happened.order.sequence,
    // Events that a fault adds do not wait, like answers.
    answers: [
      ...valuesOf(actions, 'then')
        .flat()
        .map((name) => ({ name })),
      ...happened.order.answers,
    ],
  };
  const isSlotFree = order.isEnded && !fulfils && !forgotten.has('slot-kept-on-cancel');
  // A new appointment frees the former one.
  const isMoved = before.reservation !== undefined && order.reservation !== before.reservation;
  const others = forgotten.has('cancel-frees-all-slots') ? releasedBeside(rules, order) : [];
  const isOtherFreed = isMoved && !forgotten.has('amended-slot-released');
  const freed = isMoved || isSlotFree ? released(rules, isOtherFreed ? before : order) : [];
  const facts = [...done.facts, { order }, ...freed, ...others];
  return { order, facts, event: happened.event };
}

/** What an order's service changes at its site, and the order with the id of a new service. */
function carriedOut(
  rules: Rules,
  order: OrderState,
  forgotten: ReadonlySet<string>,
): { readonly order: OrderState; readonly facts: readonly StateChange[] } {
  const site = order.found ?? (order.site === undefined ? null : rules.sites.byKey(order.site));
  const name = (prefix: string): string =>
    `${prefix}${hash32(`${rules.seed}/${order.key}/${prefix}`)}${hash32(order.key) % 1000}`;
  const result = site && fulfilled(site, order, name, !forgotten.has('another-line-of-address'));
  if (!result) return { order, facts: [] };
  const { key, availability, holders } = result.site;
  const { serviceId } = result;
  const services = serviceId === undefined ? [] : [serviceId];
  return {
    order: serviceId === undefined ? order : withService(order, serviceId),
    facts: [{ site: { key, availability, holders }, services }],
  };
}

function withService(order: OrderState, serviceId: string): OrderState {
  const item = order.body.serviceOrderItem;
  if (!isObject(item)) return order;
  const characteristics: Json = withCharacteristics(getAt(order.body, ORDERED), { [SERVICE_ID]: serviceId });
  const serviceOrderItem: JsonObject = { ...item, serviceCharacteristics: characteristics };
  return { ...order, body: { ...order.body, serviceOrderItem } };
}

/** Frees the slot of an order. */
function released(rules: Rules, order: OrderState): StateChange[] {
  const reservation = order.reservation === undefined ? undefined : rules.state.reservations.get(order.reservation);
  return reservation?.order === order.key ? [{ reservation: { ...reservation, isReleased: true } }] : [];
}

/** Under a fault: frees every slot that is held at the address of an order. */
function releasedBeside({ state }: Rules, { site }: OrderState): StateChange[] {
  const held = [...state.reservations.values()].filter((each) => each.site === site);
  return held.map((reservation) => ({ reservation: { ...reservation, isReleased: true } }));
}

/** The date that a commitment names: that of the slot, else the requested one. */
function promisedDate(rules: Rules, order: OrderState, planned: PlannedEvent, now: number): string {
  const number = planned.cause?.reservation ?? order.reservation;
  const reservation = number === undefined ? undefined : rules.state.reservations.get(number);
  if (reservation) return reservation.slot.start;
  const wanted = planned.cause?.changes?.requestedCompletionDate ?? order.body.requestedCompletionDate;
  if (typeof wanted !== 'string' || Number.isNaN(Date.parse(wanted))) {
    return new Date(now + DEFAULT_LEAD_MS).toISOString();
  }
  const at = isDate(wanted) ? instantOf(rules.timeZone, wanted, END_OF_DAY) : Date.parse(wanted);
  return new Date(at).toISOString();
}
