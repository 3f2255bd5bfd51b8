import { failed } from '../judge/check.ts';
import { EXPIRY, SLOT_END, SLOT_START, SUPPLIER_REFERENCE } from '../judge/places.ts';
import type { Check, Contract, Journey, Json, RequestSent, ResponseReceived } from '../model.ts';
import { momentOf } from '../values/iso8601.ts';
import { getAt, isObject } from '../values/pointer.ts';
import { jsonOf } from '../wire/wire.ts';

/**
 * Sees who gets the slots for which many journeys compete. Each journey for itself sees nothing wrong when two get the
 * same one; only here, across all of them, does it show. Bookings may be told of in any order.
 */
export interface DoubleBookings {
  /** A booking was accepted. */
  booked(journey: Journey, sent: RequestSent, response: ResponseReceived): void;
  /** The journey does something with what it booked, which may set the slot free: what it holds counts no longer. */
  movesOn(journey: string, at: number): void;
  /** The journey is over. */
  over(journey: string, at: number): void;
  /** Why no booking was watched; undefined where one was. */
  whyNone(): string | undefined;
}

/** Who is told. */
export interface DoubleBookingsOptions {
  /** Slots of different gateways have nothing to do with each other. */
  readonly gatewayOf: (journey: string) => number;
  /** A booking is watched; without any, that there were no double ones says nothing. */
  readonly onBooking: (at: number) => void;
  /** Gets a failed check for each booking beyond what its slot takes. */
  readonly onTooMany: (check: Check, at: number) => void;
}

interface Hold {
  readonly journey: string;
  readonly reference: string;
  readonly from: number;
  /** Absent where the booking does not say: then it holds at least while its journey goes on. */
  until?: number;
}

/** Bookings between two looks for those that ended long ago. */
const SWEEP_EVERY = 1_000;
/** Longer than any journey takes to tell of itself. */
const KEPT_MS = 3_600_000;

/**
 * DoubleBookings of slots at addresses of which the world says how many bookings a slot takes (`slotCapacity`); the spec says it
 * of none. Spec, Endpoints 3: a slot that is no longer available is answered with 409; Resources: a reservation expires
 * at its `expiryDateTime`.
 */
export function createDoubleBookings(
  { operations }: Pick<Contract, 'operations'>,
  { gatewayOf, onBooking, onTooMany }: DoubleBookingsOptions,
): DoubleBookings {
  const conflicts = operations.book.conflicts ?? {};
  const [requirements, [conflict = '']] = [Object.values(conflicts), Object.keys(conflicts)];
  const slots = new Map<string, readonly Hold[]>();
  const held = new Map<string, readonly Hold[]>();
  let count = 0;
  let hasUnwatched = false;

  const sweep = (now: number): void => {
    for (const [key, holds] of slots) {
      const left = holds.filter(({ until = Number.POSITIVE_INFINITY }) => until > now - KEPT_MS);
      if (left.length === 0) slots.delete(key);
      else slots.set(key, left);
    }
  };

  return {
    booked: (journey, sent, response) => {
      const wanted = wantedIn(jsonOf(sent.body).json);
      const capacity = wanted && capacityAt(journey, wanted.address);
      if (!wanted || capacity === undefined) {
        hasUnwatched = true;
        return;
      }
      const hold = holdOf(journey, sent, response);
      // The same reference again is the same booking, answered once more.
      const slot = `${gatewayOf(journey.id)} ${wanted.key}`;
      const others = (slots.get(slot) ?? []).filter(({ reference }) => reference !== hold.reference);
      slots.set(slot, [...others, hold]);
      held.set(journey.id, [...(held.get(journey.id) ?? []), hold]);
      onBooking(response.at);
      count += 1;
      if (count % SWEEP_EVERY === 0) sweep(response.at);
      const rivals = most(others, hold);
      if (rivals.length < capacity) return;
      const names = rivals.map((rival) => rival.journey);
      onTooMany(
        tooMany(journey, sent, response, { wanted, capacity, rivals: names, requirements, conflict }),
        response.at,
      );
    },
    movesOn: (journey, at) => {
      for (const hold of held.get(journey) ?? []) hold.until = Math.min(hold.until ?? at, at);
    },
    over: (journey, at) => {
      for (const hold of held.get(journey) ?? []) hold.until ??= at;
      held.delete(journey);
    },
    whyNone: () => {
      if (count > 0) return undefined;
      if (!hasUnwatched) return 'no booking was accepted';
      return 'the world says of no address that was booked how many bookings a slot takes (slotCapacity)';
    },
  };
}

function holdOf(journey: Journey, sent: RequestSent, response: ResponseReceived): Hold {
  const answer = jsonOf(response.body).json;
  const reference = answer === undefined ? undefined : getAt(answer, SUPPLIER_REFERENCE);
  const expiry = answer === undefined ? undefined : getAt(answer, EXPIRY);
  const until = typeof expiry === 'string' ? momentOf(expiry) : undefined;
  return {
    journey: journey.id,
    reference: `${sent.tenant} ${String(reference ?? sent.exchange)}`,
    from: response.at,
    ...(until === undefined ? {} : { until }),
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

interface Wanted {
  readonly key: string;
  readonly address: Json;
  readonly start: string;
  readonly end: string;
}

function wantedIn(body: Json | undefined): Wanted | undefined {
  if (!isObject(body) || !isObject(body.address) || !isObject(body.timeslot)) return undefined;
  const { address, timeslot } = body;
  const [start, end] = [String(timeslot[SLOT_START]), String(timeslot[SLOT_END])];
  return { key: `${String(address.type)} ${String(address.id)} ${start} ${end}`, address, start, end };
}

/** How many bookings a slot takes at an address of the journey's, where the world says so. */
function capacityAt({ values }: Journey, address: Json): number | undefined {
  const site = Object.values(values).find(
    (value) => isObject(value) && isObject(address) && value.id === address.id && value.type === address.type,
  );
  const capacity = isObject(site) ? Number(site.slotCapacity ?? Number.NaN) : Number.NaN;
  return Number.isNaN(capacity) ? undefined : capacity;
}

interface Crowd {
  readonly wanted: Wanted;
  readonly capacity: number;
  /** Journeys that hold the slot at the same time. */
  readonly rivals: readonly string[];
  readonly requirements: readonly string[];
  /** The status that the spec has for it. */
  readonly conflict: string;
}

function tooMany(journey: Journey, sent: RequestSent, response: ResponseReceived, crowd: Crowd): Check {
  const { wanted, capacity, rivals, requirements, conflict } = crowd;
  const step = journey.steps.find(({ name }) => name === sent.step);
  const who = rivals.length === 1 ? 'another booking holds' : `${rivals.length} other bookings hold`;
  const takes = capacity === 1 ? 'one booking' : `${capacity} bookings`;
  const { status, seq } = response;
  const subject = { requirements, journey: journey.id, step: sent.step, seq, span: step?.span ?? journey.span };
  const told = { status, who, conflict, capacity: takes, start: wanted.start, end: wanted.end, holders: rivals };
  return failed({ check: DOUBLE_BOOKING, ...subject }, { is: 'slot-overbooked', ...told });
}

/**
 * The id of the one check that only a load can make: the judge sees a run of journeys of which each has a slot of its own.
 * So it stands beside the closed list of the checks on a record, and no row names it: it breaches that of the conflict.
 */
const DOUBLE_BOOKING = 'load.double-booking';
