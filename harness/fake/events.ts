import { writeBody } from '../kci/body.ts';
import { type EventToWrite, writeEvent } from '../kci/write.ts';
import type { Clock, Json, JsonObject, KciProfile, WireRequest } from '../model.ts';
import { parseDuration } from '../values/duration.ts';
import { hash32, random, uuid } from '../values/seed.ts';
import { bytesOf } from '../wire/wire.ts';
import { canGoOn, nextPlanned, takeStep } from './course.ts';
import { type Edit, type FaultAction, hasKind, valuesOf } from './fault.ts';
import { type Encoded, sentAs } from './fault-answer.ts';
import { actionsOf, type FaultBook } from './fault-book.ts';
import { edited, editedPlace, isEdit } from './fault-edits.ts';
import type { Rules } from './rules.ts';
import { type OrderState, remember } from './state.ts';
import type { Webhooks } from './webhooks.ts';

/** Moves orders along their courses, one event after each gap, and notifies their tenants. */
export interface OrderEvents {
  /** Makes an order emit its next event after its gap, unless one is under way. */
  start(key: string): void;
  /** How many orders have an event under way. */
  moving(): number;
}

/** Creates the order events of a gateway. `webhookOf` is called for every attempt, so that a URL may change. */
export function createOrderEvents(options: {
  readonly rules: Rules;
  readonly clock: Clock;
  readonly book: FaultBook;
  readonly webhooks: Webhooks;
  readonly webhookOf: (tenant: string) => string | undefined;
  readonly tenants: readonly string[];
}): OrderEvents {
  const { rules, clock, book, webhooks } = options;
  const underWay = new Set<string>();
  /** Deliveries held back until after the next one of their order. */
  const heldBack = new Map<string, () => void>();

  const start = (key: string): void => {
    const order = rules.state.orders.get(key);
    if (!order || underWay.has(key) || !canGoOn(order)) return;
    underWay.add(key);
    clock.schedule(order.gapMs, () => {
      underWay.delete(key);
      goOn(key);
      start(key);
    });
  };

  const goOn = (key: string): void => {
    const before = rules.state.orders.get(key);
    const next = before && nextPlanned(before);
    if (!next) return;
    const { tenant, orderType, faults, status: orderStatus = '' } = before;
    const { openOrders } = rules.state;
    const event = next.planned.name;
    const occasion = { event, tenant, orderType, orderStatus, order: key, at: clock.now(), openOrders };
    const actions = book.isIdle(faults) ? [] : actionsOf(book.strike(occasion, faults));
    const [name = event] = valuesOf(actions, 'instead');
    const planned = { ...next.planned, name };
    const { order, facts, event: told } = takeStep(rules, next.order, planned, clock.now(), actions);
    remember(rules.state, facts, clock.now());
    if (!hasKind(actions, 'skip') && !hasKind(actions, 'lose')) tell(order, told, actions);
  };

  const tell = (order: OrderState, event: EventToWrite, actions: readonly FaultAction[]): void => {
    const copies = [{ event, actions }, ...repeats(event, actions)];
    const send = (): void => {
      for (const copy of copies) sendOut(order, copy.event, copy.actions);
    };
    const waiting = heldBack.get(order.key);
    heldBack.delete(order.key);
    if (hasKind(actions, 'swap') && canGoOn(order)) heldBack.set(order.key, send);
    else send();
    waiting?.();
  };

  const sendOut = (order: OrderState, event: EventToWrite, actions: readonly FaultAction[]): void => {
    const other = options.tenants.find((each) => each !== order.tenant) ?? order.tenant;
    const to = hasKind(actions, 'misdeliver') ? other : order.tenant;
    const [delay] = valuesOf(actions, 'delay');
    const [retry] = valuesOf(actions, 'retry');
    // Only faults use these.
    const others =
      actions.length === 0 ? {} : { other, now: new Date(clock.now()).toISOString(), first: firstOf(order) };
    webhooks.send({
      order: order.key,
      ...(delay === undefined ? {} : { delayMs: parseDuration(delay) ?? 0 }),
      givesUp: hasKind(actions, 'give-up'),
      ...(retry === undefined ? {} : { retried: retry }),
      request: (attempt) => {
        const url = options.webhookOf(to);
        if (url === undefined) return null;
        const isAgain = retry !== undefined && attempt > 1;
        const told = isAgain && retry.id ? { ...event, deliveryId: renumbered(event.deliveryId, attempt) } : event;
        const done = isAgain && retry.do ? [...actions, ...retry.do] : actions;
        return requestFor(rules.profile, told, { url, attempt, seed: rules.seed }, done, others);
      },
    });
  };

  return { start, moving: () => underWay.size };
}

/** An order as requested, before any amendment. */
const firstOf = ({ firstBody }: OrderState): JsonObject => JSON.parse(firstBody) as JsonObject;

/** The copies of an event that a fault adds. */
function repeats(
  event: EventToWrite,
  actions: readonly FaultAction[],
): { readonly event: EventToWrite; readonly actions: readonly FaultAction[] }[] {
  return valuesOf(actions, 'again').flatMap(({ times, id, do: ofCopies = [] }) =>
    Array.from({ length: times }, (_, i) => ({
      event: id === 'new' ? { ...event, deliveryId: renumbered(event.deliveryId, i) } : event,
      actions: [...actions, ...ofCopies],
    })),
  );
}

function renumbered(id: string, i: number): string {
  return `${hash32(`${id}/${i}`).toString(16).padStart(8, '0')}${id.slice(8)}`;
}

/** Edits of the event itself are the same for every profile; others change the encoded delivery. */
const isOfEvent = (edit: Edit): boolean => editedPlace(edit).startsWith('/event');

/** The request that delivers an event on the n-th attempt: the same each time, except for the request id. */
function requestFor(
  profile: KciProfile,
  event: EventToWrite,
  to: { readonly url: string; readonly attempt: number; readonly seed: string },
  actions: readonly FaultAction[],
  others: JsonObject,
): WireRequest {
  const requestId = uuid(random(`${to.seed}/delivery/${event.deliveryId}/${to.attempt}`));
  const told = { ...event, delivery: { requestId } };
  if (actions.length === 0) {
    const { headers, body } = writeEvent(profile, told);
    return { method: 'POST', url: to.url, headers, body: bytesOf(writeBody(profile.wire, body)) };
  }
  const edits = actions.filter(isEdit);
  const scope = { ...others, event: told as unknown as JsonObject };
  const changed = edits
    .filter(isOfEvent)
    .reduce<Json>((view, edit) => edited(view, edit, scope), { event: told as unknown as JsonObject });
  const { headers, body } = writeEvent(profile, (changed as { event: unknown }).event as EventToWrite);

  const written = { method: 'POST', url: to.url, headers: Object.fromEntries(headers), body };
  const view = edits
    .filter((edit) => !isOfEvent(edit))
    .reduce<Json>((done, edit) => edited(done, edit, { ...scope, ...written }), written) as JsonObject;
  const encoded: Encoded = {
    headers: Object.entries((view.headers ?? {}) as JsonObject).map(([name, value]) => [name, String(value)]),
    body: view.body === undefined ? new Uint8Array() : bytesOf(writeBody(profile.wire, view.body)),
  };
  const wired = sentAs(encoded, actions);
  return { method: String(view.method), url: String(view.url), headers: wired.headers, body: wired.body };
}
