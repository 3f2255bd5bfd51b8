import { type CheckFunction, failed, ofExchange } from '../judge/check.ts';
import { capacityAt } from '../judge/checks/bookings.ts';
import { type AnsweredExchange, askedFor, isAccepted, isAnswer } from '../judge/exchange.ts';
import type { JourneyHistory } from '../judge/history.ts';
import { EXPIRY, SLOT_END, SLOT_START, SUPPLIER_REFERENCE } from '../judge/member-names.ts';
import type { Check } from '../model.ts';
import { momentOf } from '../values/iso8601.ts';
import { getAt, isObject } from '../values/pointer.ts';
import { isAboutOrders } from './open-journey.ts';

/** Who is told. */
interface DoubleBookingsOptions {
  /** Slots of different gateways have nothing to do with each other. */
  readonly gatewayOf: (journey: string) => number;
  /** A booking is watched; without any, that there were no double ones says nothing. */
  readonly onBooking: (at: number) => void;
  readonly onTooMany: (at: number) => void;
}

interface Hold {
  readonly journey: string;
  readonly reference: string;
  readonly from: number;
  /** Absent where nothing says: then it holds at least while its journey goes on. */
  readonly until?: number | undefined;
}

/** Bookings between two looks for those that ended long ago. */
const SWEEP_EVERY = 1_000;
/** Longer than any journey takes to tell of itself. */
const KEPT_MS = 3_600_000;

/**
 * Sees who gets the slots for which many journeys compete. Each journey for itself sees nothing wrong when two get the
 * same one; only here, across all of them, does it show. Bookings may be told of in any order. Watched are addresses of
 * which the world says how many bookings a slot takes (`slotCapacity`); the spec says it of none. Spec, Endpoints 3: a
 * slot that is no longer available is answered with 409; Resources: a reservation expires at its `expiryDateTime`.
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
    /** To be made on each batch of journeys: fails each booking beyond what its slot takes. */
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
    /** Why no booking was watched; undefined where one was. */
    whyNone: (): string | undefined => {
      if (count > 0) return undefined;
      if (!hasUnwatched) return 'no booking was accepted';
      return 'the world says of no address that was booked how many bookings a slot takes (slotCapacity)';
    },
  };
}

/** A booking counts until it expires, or until its journey does something with it, which may set the slot free, or ends. */
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

/** Of the others, those that hold the slot together with `hold`: at the moment at which they are most. */
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

type Wanted = NonNullable<ReturnType<typeof wantedIn>>;

function wantedIn(booking: AnsweredExchange) {
  const [address, timeslot] = [askedFor(booking, 'address'), askedFor(booking, 'timeslot')];
  if (!isObject(address) || !isObject(timeslot)) return undefined;
  const [start, end] = [String(timeslot[SLOT_START]), String(timeslot[SLOT_END])];
  return { key: `${String(address.type)} ${String(address.id)} ${start} ${end}`, address, start, end };
}

function tooMany(
  booking: AnsweredExchange,
  { start, end }: Wanted,
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
 * The id of the one check that only a load can make: the judge sees a run of journeys of which each has a slot of its own.
 * So it stands beside the closed list of the checks on a record, and no row names it: it breaches that of the conflict.
 */
const DOUBLE_BOOKING = 'load.double-booking';
