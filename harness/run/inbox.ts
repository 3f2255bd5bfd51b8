import { type AnsweredArrival, isSameDelivery } from '../judge/retry.ts';
import { readDelivery } from '../kci/read.ts';
import type { DeliveryRefusal, IncomingDelivery, Json, KciEvent, KciProfile, Unrecorded } from '../model.ts';

/** Takes deliveries from the receiver, records each, and tells waiting journeys of their order's events. */
export type Inbox = ReturnType<typeof createInbox>;

/**
 * An inbox that reads deliveries through a KCI profile and assigns them to orders by id. While `closedWith` gives a status,
 * it turns every delivery on the right path away with it. Numbers deliveries after those already in the record (`before`).
 * Keeps only events of `asking` orders, if given.
 */
export function createInbox(
  profile: KciProfile,
  record: (observation: Unrecorded) => { readonly at: number },
  {
    closedWith = () => undefined,
    before = 0,
    asking,
  }: {
    readonly closedWith?: () => number | undefined;
    readonly before?: number | undefined;
    readonly asking?: ReadonlySet<string>;
  } = {},
) {
  let count = before;
  const orders = new Map<string, AnsweredArrival[]>();
  const waiting = new Map<string, (() => void)[]>();
  const turningAway = new Map<string, TurningAway>();

  /** Reads a delivery before it is recorded only if it may have to be turned away. */
  const answerTo = (delivery: IncomingDelivery): { readonly turned?: DeliveryRefusal; readonly answered: number } => {
    const { answered, expectedPath } = delivery;
    const status = expectedPath ? closedWith() : undefined;
    if (status !== undefined) return { turned: { refuse: 1, with: status }, answered: status };
    if (turningAway.size === 0 || !expectedPath || answered !== profile.delivery.acknowledge) return { answered };
    const due = readDelivery(profile, delivery).flatMap(({ event }) => {
      const told = turningAway.get(event.orderId ?? '');
      return told && isToTurn(told, event) ? [{ ...told, event }] : [];
    });
    // A delivery of several events may be due to be refused, and to be acknowledged late.
    const { how, turned, event } = due.find((each) => each.how.with !== 'late') ?? due[0] ?? {};
    if (!how) return { answered };
    turned?.push(event as KciEvent);
    return { turned: how, answered: how.with === 'late' ? answered : how.with === 'reset' ? 0 : how.with };
  };

  return {
    /** Takes a delivery. Returns how the receiver must turn it away, if it must. */
    receive: (delivery: IncomingDelivery): Pick<DeliveryRefusal, 'with' | 'afterMs'> | undefined => {
      count += 1;
      const { turned, answered } = answerTo(delivery);
      const { at } = record({ type: 'delivery-received', delivery: count, ...delivery, answered });
      const { uncertaintyMs } = delivery;
      // An unproven delivery is no event, whatever it says.
      if (delivery.unproven !== undefined || !delivery.expectedPath || asking?.size === 0) return turned;
      for (const { event } of readDelivery(profile, delivery)) {
        const { orderId } = event;
        if (orderId === undefined || asking?.has(orderId) === false) continue;
        orders.set(orderId, [...(orders.get(orderId) ?? []), { event, at, uncertaintyMs, answered }]);
        const woken = waiting.get(orderId) ?? [];
        waiting.delete(orderId);
        for (const wake of woken) wake();
      }
      return turned;
    },
    /** Makes the receiver turn away the next deliveries about an order. */
    turnAway: (orderId: string, how: DeliveryRefusal): void => {
      turningAway.set(orderId, { how, turned: [] });
    },
    /** Whether deliveries about the order are, or were, to be turned away. */
    isRefusing: (orderId: string): boolean => turningAway.has(orderId),
    eventsOf: (orderId: string): readonly AnsweredArrival[] => orders.get(orderId) ?? [],
    /** Resolves at the next event of that order. */
    nextOf: (orderId: string) =>
      new Promise<void>((resolve) => {
        waiting.set(orderId, [...(waiting.get(orderId) ?? []), resolve]);
      }),
    /** Forgets an order that nobody waits for any more. */
    forget: (orderId: string): void => {
      orders.delete(orderId);
      turningAway.delete(orderId);
      waiting.delete(orderId);
    },
  };
}

/** How deliveries about an order are to be turned away, and which were. */
interface TurningAway {
  readonly how: DeliveryRefusal;
  readonly turned: KciEvent[];
}

function isToTurn({ how, turned }: TurningAway, event: KciEvent): boolean {
  const isOfEach = how.of === 'each';
  const before = isOfEach ? turned.filter((one) => isSameDelivery({ event: one }, { event })) : turned;
  return before.length < how.refuse && (isOfEach || how.of === undefined || how.of === event.name);
}

/** An order with its tenant. */
export interface TenantOrder {
  readonly id: string;
  /** Absent if unknown. */
  readonly tenant?: Json | undefined;
}

/** The events of an order, without those for another tenant's order with the same id. */
export function eventsOfTenantOrder(
  inbox: Inbox,
  { id, tenant }: TenantOrder,
  placed: readonly TenantOrder[],
): readonly AnsweredArrival[] {
  const tenants = new Set(placed.flatMap((each) => (each.id === id ? (each.tenant ?? []) : [])));
  const isRivals = ({ event }: AnsweredArrival): boolean => event.tenant !== tenant && tenants.has(event.tenant ?? '');
  const all = inbox.eventsOf(id);
  return tenants.size < 2 ? all : all.filter((each) => !isRivals(each));
}
