import type { EventToWrite } from '../kci.ts';
import { parseDuration } from '../duration.ts';
import type { Clock, Json, JsonObject } from '../model.ts';
import { getAt } from '../pointer.ts';
import { hash32 } from '../seed.ts';
import { canGoOn, happen, nextPlanned } from './course.ts';
import type { Deed, KciDeed } from './fault.ts';
import { deedsOf, type FaultBook, switchesOf } from './fault-book.ts';
import { fulfilled } from './fulfil.ts';
import { SERVICE_ID, withCharacteristics } from './lines.ts';
import { instantOf } from './local-time.ts';
import type { Rules } from './rules.ts';
import { type Fact, type OrderState, type Planned, remember } from './state.ts';
import { requestFor } from './telling.ts';
import type { Webhooks } from './webhooks.ts';

/** Moves orders along their courses, one event after each gap, and tells their tenants. */
export interface Motion {
  /** Lets an order take its next event after its gap, unless that is under way. */
  start(key: string): void;
  /** Orders with an event under way. */
  moving(): number;
}

const ITEM = '/serviceOrderItem/serviceCharacteristics';
/** When a day's work ends: what a promised date without a time means. */
const END_OF_DAY = '17:00';
const DEFAULT_LEAD_MS = 5 * 86_400_000;

/** Motion over a gateway's rules. `webhookOf` is asked anew for every attempt, so that a URL may change. */
export function createMotion(options: {
  readonly rules: Rules;
  readonly clock: Clock;
  readonly book: FaultBook;
  readonly webhooks: Webhooks;
  readonly timeZone: string;
  readonly webhookOf: (tenant: string) => string | undefined;
  readonly tenants: readonly string[];
}): Motion {
  const { rules, clock, book, webhooks, timeZone } = options;
  const underWay = new Set<string>();
  /** Deliveries that wait for the next of their order to go first. */
  const heldBack = new Map<string, () => void>();

  const start = (key: string): void => {
    const order = rules.state.orders.get(key);
    if (!order || underWay.has(key) || !canGoOn(order)) return;
    underWay.add(key);
    clock.schedule(order.gapMs, () => {
      underWay.delete(key);
      step(key);
      start(key);
    });
  };

  const step = (key: string): void => {
    const before = rules.state.orders.get(key);
    const next = before && nextPlanned(before);
    if (!next) return;
    const { tenant, orderType, faults } = before;
    const struck = book.isIdle(faults)
      ? []
      : book.strike({ event: next.planned.name, tenant, orderType, order: key }, faults);
    const deeds = deedsOf(struck);
    const planned = replaced(next.planned, deeds);
    const { order: fit, facts } = carriedOut(next.order, planned, switchesOf(struck).has('site-unchanged'));
    const promised = promisedDate(fit, planned);
    const { order, event } = happen(rules.profile, fit, planned, { now: clock.now(), promised, seed: rules.seed });
    const isSkipped = deeds.some((deed) => 'skip' in deed);
    const after = { ...order, ...(isSkipped ? { sequence: before.sequence } : {}), answers: [...further(deeds), ...order.answers] };
    remember(rules.state, [...facts, { order: after }, ...released(after, struck.length > 0 && switchesOf(struck).has('slot-kept-on-cancel'), planned)]);
    if (!isSkipped && !deeds.some((deed) => 'lose' in deed)) tell(after, event, deeds);
  };

  /** What an event that fulfils its order changes besides the order. */
  const carriedOut = (order: OrderState, planned: Planned, isSiteLeftAlone: boolean): { order: OrderState; facts: Fact[] } => {
    const site = order.site === undefined ? null : rules.sites.byKey(order.site);
    if (!rules.profile.events[planned.name]?.fulfils || !site || isSiteLeftAlone) return { order, facts: [] };
    const name = (prefix: string): string =>
      `${prefix}${hash32(`${rules.seed}/${order.key}/${prefix}`)}${hash32(order.key) % 1000}`;
    const result = fulfilled(site, order, name);
    if (!result) return { order, facts: [] };
    const { key, availability, holders } = result.site;
    const services = result.serviceId === undefined ? [] : [result.serviceId];
    return { order: withService(order, result.serviceId), facts: [{ site: { key, availability, holders }, services }] };
  };

  /** An order that ended without its service lets go of its slot. */
  const released = (order: OrderState, isKept: boolean, planned: Planned): Fact[] => {
    const reservation = order.reservation === undefined ? undefined : rules.state.reservations.get(order.reservation);
    const isOver = order.isEnded && !rules.profile.events[planned.name]?.fulfils;
    return reservation && isOver && !isKept && reservation.order === order.key
      ? [{ reservation: { ...reservation, isReleased: true } }]
      : [];
  };

  const promisedDate = (order: OrderState, planned: Planned): string => {
    const number = planned.cause?.reservation ?? order.reservation;
    const reservation = number === undefined ? undefined : rules.state.reservations.get(number);
    if (reservation) return reservation.slot.start;
    const wanted = planned.cause?.changes?.requestedCompletionDate ?? order.body.requestedCompletionDate;
    const text = typeof wanted === 'string' && !Number.isNaN(Date.parse(wanted)) ? wanted : undefined;
    if (text === undefined) return new Date(clock.now() + DEFAULT_LEAD_MS).toISOString();
    return new Date(text.length === 10 ? instantOf(timeZone, text, END_OF_DAY) : Date.parse(text)).toISOString();
  };

  const tell = (order: OrderState, event: EventToWrite, deeds: readonly Deed[]): void => {
    const other = options.tenants.find((each) => each !== order.tenant) ?? order.tenant;
    const to = deeds.some((deed) => 'misdeliver' in deed) ? other : order.tenant;
    const scope = { other, now: new Date(clock.now()).toISOString() };
    const delayMs = deeds.flatMap((deed) => ('delay' in deed ? [parseDuration(deed.delay) ?? 0] : []))[0];
    const send = (told: EventToWrite, done: readonly Deed[]) => () => {
      webhooks.send({
        order: order.key,
        ...(delayMs === undefined ? {} : { delayMs }),
        givesUp: deeds.some((deed) => 'give-up' in deed),
        request: (attempt) => {
          const url = options.webhookOf(to);
          return url === undefined
            ? null
            : requestFor(rules.profile, told, { url, attempt, seed: rules.seed }, done, scope);
        },
      });
    };
    const copies = repeats(event, deeds).map((copy) => send(copy.event, [...deeds, ...copy.deeds]));
    const sends = [send(event, deeds), ...copies];
    const waiting = heldBack.get(order.key);
    heldBack.delete(order.key);
    if (deeds.some((deed) => 'swap' in deed) && canGoOn(order)) {
      heldBack.set(order.key, () => {
        for (const each of sends) each();
      });
    } else for (const each of sends) each();
    waiting?.();
  };

  return { start, moving: () => underWay.size };
}

function replaced(planned: Planned, deeds: readonly Deed[]): Planned {
  const instead = deeds.find((deed): deed is Extract<KciDeed, { instead: string }> => 'instead' in deed);
  return instead ? { ...planned, name: instead.instead } : planned;
}

/** The events that a fault adds; like answers they wait for nothing. */
function further(deeds: readonly Deed[]): Planned[] {
  return deeds.flatMap((deed) => ('then' in deed ? deed.then.map((name) => ({ name })) : []));
}

/** The copies of an event that a fault adds. */
function repeats(
  event: EventToWrite,
  deeds: readonly Deed[],
): { readonly event: EventToWrite; readonly deeds: readonly Deed[] }[] {
  return deeds.flatMap((deed) => {
    if (!('again' in deed)) return [];
    const { times, id, do: ofCopies = [] } = deed.again;
    return Array.from({ length: times }, (_, i) => ({
      event: id === 'new' ? { ...event, deliveryId: renumbered(event.deliveryId, i) } : event,
      deeds: ofCopies,
    }));
  });
}

function renumbered(id: string, i: number): string {
  return `${hash32(`${id}/${i}`).toString(16).padStart(8, '0')}${id.slice(8)}`;
}

/** The order with the id of the service that it brought. */
function withService(order: OrderState, serviceId: string | undefined): OrderState {
  const item = order.body.serviceOrderItem;
  if (serviceId === undefined || typeof item !== 'object' || item === null) return order;
  const characteristics: Json = withCharacteristics(getAt(order.body, ITEM), { [SERVICE_ID]: serviceId });
  const serviceOrderItem: JsonObject = { ...(item as JsonObject), serviceCharacteristics: characteristics };
  return { ...order, body: { ...order.body, serviceOrderItem } };
}
