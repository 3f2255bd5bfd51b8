import { turnedDownBy } from '../judge/open-orders.ts';
import type { AnsweredArrival } from '../judge/retry.ts';
import { isFinal, ruleOf } from '../kci/stream.ts';
import type { Journey, JsonObject, KciEvent, Step } from '../model.ts';
import type { PlacedOrder } from './call.ts';
import { eventsOfTenantOrder, type TenantOrder } from './inbox.ts';
import { type JourneyResult, walkJourney } from './journey.ts';
import type { Ports } from './ports.ts';
import { waitFor } from './wait.ts';

/** Plans a housekeeping journey from the scenario of that name, with these values as its row. */
export type PlanChore = (name: 'cancel' | 'cease' | 'look', row: JsonObject & { readonly id: string }) => Journey;

/** Walks a chore, which is one call, and captures its answer as `shown`. */
export function walkChore(chore: Journey, ports: Ports): Promise<JourneyResult> {
  const { restorer: _, ...others } = ports;
  return walkJourney({ ...chore, steps: chore.steps.map((step) => ({ ...step, as: 'shown' }) as Step) }, others);
}

/** Ends orders and services that journeys left at the target, and tells how far their events say that they are. */
export function createClearing(ports: Ports, planChore: PlanChore) {
  const { target, profile, inbox, clock, signal } = ports;
  const turnedDown = turnedDownBy(profile);
  /** By order id: the orders of the journey that is cleared away. */
  const together = new Map<string, readonly PlacedOrder[]>();
  const heardOf = (order: TenantOrder): readonly AnsweredArrival[] =>
    eventsOfTenantOrder(inbox, order, together.get(order.id) ?? []);
  const completionOf = (order: TenantOrder): KciEvent | undefined =>
    heardOf(order).find((each) => ruleOf(profile, each.event)?.fulfils)?.event;
  const isOver = (order: TenantOrder): boolean =>
    heardOf(order).some((each) => ruleOf(profile, each.event)?.fulfils || isFinal(profile, each.event));
  const longestMs = Math.min(
    target.deadlines.kciMs ?? Number.POSITIVE_INFINITY,
    Math.max(profile.delivery.firstWithinMs, profile.delivery.betweenWithinMs),
  );

  const until = async (id: string, isMet: () => boolean): Promise<void> => {
    const deadline = clock.now() + longestMs;
    while (!isMet() && clock.now() < deadline) {
      const next = inbox.nextOf(id);
      if ((await waitFor(clock, signal, next, deadline - clock.now())) === 'interrupted') return;
    }
  };

  return {
    /** Tells apart the events of orders that were placed together, while `clear` goes on. */
    during: async <T>(placed: readonly PlacedOrder[], clear: () => Promise<T>): Promise<T> => {
      for (const { id } of placed) together.set(id, placed);
      const cleared = await clear();
      for (const { id } of placed) together.delete(id);
      return cleared;
    },
    /** Whether an order has come to its end. */
    isOver,
    /** The event that says that an order delivered its service. */
    completionOf,
    /** Cancels an order; whether it is over then, or never was. */
    cancel: async (order: PlacedOrder): Promise<boolean> => {
      const { id, body, tenant, status } = order;
      const refusals = (): number => heardOf(order).filter(({ event }) => turnedDown.has(event.name ?? '')).length;
      const before = refusals();
      const { stop } = await walkChore(planChore('cancel', { id, order: body.id ?? null, tenant }), ports);
      const wasHeardOf = status !== null && status < 500;
      // An order that is ending already may refuse to be cancelled.
      if (!stop || wasHeardOf) await until(id, () => isOver(order) || refusals() > before);
      // An order without an answer to its request, and without any event, does not exist.
      return isOver(order) || (!wasHeardOf && heardOf(order).length === 0);
    },
    /** Ceases a service; undefined, or why it is still there. */
    cease: async (chore: Journey): Promise<string | undefined> => {
      const { stop, placed } = await walkChore(chore, ports);
      const [order] = placed;
      if (stop || !order) return stop?.detail ?? 'it was not asked for';
      await until(order.id, () => isOver(order));
      return completionOf(order) ? undefined : `its order ${order.id} was not completed`;
    },
  };
}
