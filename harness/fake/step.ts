import type { EventToWrite } from '../kci/write.ts';
import type { Json, JsonObject } from '../model.ts';
import { instantOf } from '../values/local-time.ts';
import { getAt, isObject } from '../values/pointer.ts';
import { hash32 } from '../values/seed.ts';
import { happen } from './course.ts';
import { type Deed, hasKind, valuesOf } from './fault.ts';
import { switchesOf } from './fault-book.ts';
import { fulfilled } from './fulfil.ts';
import { ORDERED, SERVICE_ID, withCharacteristics } from './lines.ts';
import type { Rules } from './rules.ts';
import type { Fact, OrderState, Planned } from './state.ts';

/** One step of an order: what is true after its event, and what is told of it. */
export interface Step {
  readonly order: OrderState;
  readonly facts: readonly Fact[];
  readonly event: EventToWrite;
}

/** When a day's work ends: what a promised date without a time means. */
const END_OF_DAY = '17:00';
/** How far ahead a commitment lies for which nobody asked for a date. */
const DEFAULT_LEAD_MS = 5 * 86_400_000;

/** Takes an order through one event. `deeds` are those of the faults that strike it. */
export function takeStep(
  rules: Rules,
  before: OrderState,
  planned: Planned,
  now: number,
  deeds: readonly Deed[],
): Step {
  const forgotten = switchesOf(deeds);
  const fulfils = rules.profile.events[planned.name]?.fulfils === true;
  const done = fulfils && !forgotten.has('site-unchanged') ? carriedOut(rules, before) : { order: before, facts: [] };
  const promised = (): string => promisedDate(rules, done.order, planned, now);
  const happened = happen(rules.profile, done.order, planned, { now, promised, seed: rules.seed });
  const order: OrderState = {
    ...happened.order,
    sequence: hasKind(deeds, 'skip') ? before.sequence : happened.order.sequence,
    // What a fault adds waits for nothing, like answers.
    answers: [
      ...valuesOf(deeds, 'then')
        .flat()
        .map((name) => ({ name })),
      ...happened.order.answers,
    ],
  };
  const isSlotFree = order.isEnded && !fulfils && !forgotten.has('slot-kept-on-cancel');
  // A new appointment sets the former one free.
  const isMoved = before.reservation !== undefined && order.reservation !== before.reservation;
  const facts = [...done.facts, { order }, ...(isMoved || isSlotFree ? released(rules, isMoved ? before : order) : [])];
  return { order, facts, event: happened.event };
}

/** What the service of an order changes at its site, and the order with the id of a service that it brought. */
function carriedOut(rules: Rules, order: OrderState): { readonly order: OrderState; readonly facts: readonly Fact[] } {
  const site = order.site === undefined ? null : rules.sites.byKey(order.site);
  const name = (prefix: string): string =>
    `${prefix}${hash32(`${rules.seed}/${order.key}/${prefix}`)}${hash32(order.key) % 1000}`;
  const result = site && fulfilled(site, order, name);
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

/** The slot of an order, set free. */
function released(rules: Rules, order: OrderState): Fact[] {
  const reservation = order.reservation === undefined ? undefined : rules.state.reservations.get(order.reservation);
  return reservation?.order === order.key ? [{ reservation: { ...reservation, isReleased: true } }] : [];
}

/** The date that a commitment names: of the slot, else the one asked for. */
function promisedDate(rules: Rules, order: OrderState, planned: Planned, now: number): string {
  const number = planned.cause?.reservation ?? order.reservation;
  const reservation = number === undefined ? undefined : rules.state.reservations.get(number);
  if (reservation) return reservation.slot.start;
  const wanted = planned.cause?.changes?.requestedCompletionDate ?? order.body.requestedCompletionDate;
  if (typeof wanted !== 'string' || Number.isNaN(Date.parse(wanted))) {
    return new Date(now + DEFAULT_LEAD_MS).toISOString();
  }
  const at = wanted.length === 10 ? instantOf(rules.timeZone, wanted, END_OF_DAY) : Date.parse(wanted);
  return new Date(at).toISOString();
}
