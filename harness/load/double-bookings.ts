import { type CheckFunction, failed, ofExchange } from '../judge/check.ts';
import { capacityAt } from '../judge/checks/used-bookings.ts';
import { type AnsweredExchange, askedFor, isAccepted, isAnswer } from '../judge/exchange.ts';
import type { JourneyHistory } from '../judge/history.ts';
import { EXPIRY, SLOT_END, SLOT_START, SUPPLIER_REFERENCE } from '../judge/member-names.ts';
import type { Check } from '../model.ts';
import { momentOf } from '../values/iso8601.ts';
import { getAt, isObject } from '../values/pointer.ts';
import { isAboutOrders } from './open-journey.ts';

/** Which gateway a journey uses, and who is told. */
interface DoubleBookingsOptions {
  /** Slots of different gateways are independent. */
  readonly gatewayOf: (journey: string) => number;
  /** A booking is watched. Without any, having found no double booking proves nothing. */
  readonly onBooking: (at: number) => void;
  readonly onTooMany: (at: number) => void;
}

interface Hold {
  readonly journey: string;
  readonly reference: string;
  readonly from: number;
  /** Absent where nothing says: then at least as long as its journey goes on. */
  readonly until?: number | undefined;
}

/** How many bookings until those that ended long ago are removed. */
const SWEEP_EVERY = 1_000;
/** Longer than any journey takes to report. */
const KEPT_MS = 3_600_000;

/**
 * Finds slots that more journeys got than fit. A journey on its own sees nothing wrong when two get the same slot; it shows
 * only across all of them. Bookings may be reported in any order. Only addresses are watched whose world says how many
 * bookings a slot takes (`slotCapacity`); the spec says it of none. Spec, Endpoints 3: a slot that is no longer available
 * is answered with 409; Resources: a reservation expires at its `expiryDateTime`.
 */
export function createDoubleBookings({ gatewayOf, onBooking, onTooMany }: DoubleBookingsOptions) {
  const slots = new Map<string, readonly Hold[]>();
  let count = 0;
  let hasUnwatched = false;

  const sweep = (now: number): void => {
    for (const [key, holds] of slots) {
      const left = holds.filter(({ until = Number.POSITIVE_INFINITY }) => until > now - KEPT_MS);
      if (left.length === 0) slots.delete(key);
      else slots.set(key, left);
    }
  };
  const look = (booking: AnsweredExchange, its: JourneyHistory): Check[] => {
    const { at } = booking.response;
    const wanted = wantedIn(booking);
    const capacity = wanted && capacityAt(its, wanted.address);
    if (!wanted || capacity === undefined) {
      hasUnwatched = true;
      return [];
    }
    const hold = holdOf(booking, its);
    // The same reference again is the same booking, answered once more.
    const slot = `${gatewayOf(hold.journey)} ${wanted.key}`;
    const others = (slots.get(slot) ?? []).filter(({ reference }) => reference !== hold.reference);
    slots.set(slot, [...others, hold]);
    onBooking(at);
    count += 1;
    if (count % SWEEP_EVERY === 0) sweep(at);
    const holders = most(others, hold).map(({ journey }) => journey);
    if (holders.length < capacity) return [];
    onTooMany(at);
    return [tooMany(booking, wanted, capacity, holders)];
  };

  return {
    /** The check to run on each batch of journeys: fails each booking beyond what its slot takes. */
    check: (({ history }) =>
      history.exchanges
        .filter(
          (each): each is AnsweredExchange => isAnswer(each) && each.operation?.verb === 'book' && isAccepted(each),
        )
        .sort((a, b) => a.response.at - b.response.at)
        .flatMap((each) => {
          const its = history.journeys.get(each.sent.journey);
          return its ? look(each, its) : [];
        })) satisfies CheckFunction,
    /** Why no booking was watched; undefined if one was. */
    whyNone: (): string | undefined => {
      if (count > 0) return undefined;
      if (!hasUnwatched) return 'no booking was accepted';
      return 'the world says of no address that was booked how many bookings a slot takes (slotCapacity)';
    },
  };
}

/** A booking counts until it expires, its journey acts on an order (which may free the slot), or its journey ends. */
function holdOf({ sent, response, json = null }: AnsweredExchange, { exchanges, ended }: JourneyHistory): Hold {
  const [reference, expiry] = [getAt(json, SUPPLIER_REFERENCE), getAt(json, EXPIRY)];
  const movesOn = exchanges.find((each) => isAboutOrders(each.sent.verb) && each.sent.at >= response.at);
  const expiresAt = typeof expiry === 'string' ? momentOf(expiry) : undefined;
  const ends = [expiresAt ?? ended?.at, movesOn?.sent.at].filter((each) => each !== undefined);
  return {
    journey: sent.journey,
    reference: `${sent.tenant} ${String(reference ?? sent.exchange)}`,
    from: response.at,
    ...(ends.length === 0 ? {} : { until: Math.min(...ends) }),
  };
}

/** The others that hold the slot together with `hold`, at the moment with the most of them. */
function most(others: readonly Hold[], hold: Hold): readonly Hold[] {
  const holdsAt =
    (at: number) =>
    ({ from, until = Number.POSITIVE_INFINITY }: Hold): boolean =>
      from <= at && at < until;
  const moments = [hold.from, ...others.map(({ from }) => from)].filter((at) => holdsAt(at)(hold));
  return moments
    .map((at) => others.filter(holdsAt(at)))
    .reduce<readonly Hold[]>((best, each) => (each.length > best.length ? each : best), []);
}

type WantedSlot = NonNullable<ReturnType<typeof wantedIn>>;

function wantedIn(booking: AnsweredExchange) {
  const [address, timeslot] = [askedFor(booking, 'address'), askedFor(booking, 'timeslot')];
  if (!isObject(address) || !isObject(timeslot)) return undefined;
  const [start, end] = [String(timeslot[SLOT_START]), String(timeslot[SLOT_END])];
  return { key: `${String(address.type)} ${String(address.id)} ${start} ${end}`, address, start, end };
}

function tooMany(
  booking: AnsweredExchange,
  { start, end }: WantedSlot,
  capacity: number,
  holders: readonly string[],
): Check {
  const conflicts = booking.operation?.conflicts ?? {};
  const [requirements, [conflict = '']] = [Object.values(conflicts), Object.keys(conflicts)];
  const who = holders.length === 1 ? 'another booking holds' : `${holders.length} other bookings hold`;
  const takes = capacity === 1 ? 'one booking' : `${capacity} bookings`;
  const { status } = booking.response;
  const told = { status, who, conflict, capacity: takes, start, end, holders };
  return failed(ofExchange(DOUBLE_BOOKING, booking, requirements), { is: 'slot-overbooked', ...told });
}

/**
 * The id of the only check that needs a whole load: the judge sees runs in which each journey has a slot of its own. So it
 * is not in the closed list of checks on a record, and no row names it; it breaches the row of the conflict.
 */
const DOUBLE_BOOKING = 'load.double-booking';
