import type { Check } from '../../model.ts';
import { momentOf } from '../../values/iso8601.ts';
import { getAt } from '../../values/pointer.ts';
import { apartMs } from '../../wire/skew.ts';
import { type CheckFunction, type JudgeContext, ofExchange, verdictOn } from '../check.ts';
import { askedFor, type Exchange, isAccepted, isAnswer, isRefused } from '../exchange.ts';
import type { OrderHistory } from '../orders.ts';
import { EXPIRY } from '../places.ts';
import { saidBy } from '../said.ts';

/** A booking with the orders of its journey that use it, and what came of further tries to book its slot. */
interface Used {
  readonly booking: Exchange;
  /** In the order they were sent. */
  readonly orders: readonly OrderHistory[];
  readonly tries: readonly Exchange[];
}

/** Looks at every booking that some order uses. */
function usedBookings(look: (used: Used, context: JudgeContext) => Check[]): CheckFunction {
  return (context) => {
    const { journeys, orders } = context.history;
    const placed = Map.groupBy(orders.values(), (order) => order.placed.sent.journey);
    return [...placed].flatMap(([id, ofJourney]) => {
      const books = (journeys.get(id)?.exchanges ?? []).filter((each) => each.operation?.verb === 'book');
      const sound = books.filter((each) => each.step?.request.defect === undefined);
      return sound.filter(isAccepted).flatMap((booking) => {
        const using = ofJourney.filter((order) => uses(order, booking));
        const tries = sound.filter((each) => each.sent.seq > booking.sent.seq && slotOf(each) === slotOf(booking));
        return using.length === 0 ? [] : look({ booking, orders: using, tries }, context);
      });
    });
  };
}

function uses({ placed: { operation, asked } }: OrderHistory, { json }: Exchange): boolean {
  const named = (operation?.fields ?? []).filter(({ field }) => field === 'appointment');
  return named.some(({ to, take }) => {
    const value = getAt(asked, to);
    return take !== undefined && value !== undefined && value === getAt(json ?? null, `/${take}`);
  });
}

const slotOf = (booking: Exchange): string =>
  JSON.stringify([askedFor(booking, 'address'), askedFor(booking, 'timeslot')]);

const isConflict = ({ operation, response }: Exchange): boolean =>
  operation?.conflicts?.[String(response?.status)] !== undefined;

/** How an order ended, and when; undefined while it has not. */
function endOf(
  { profile }: JudgeContext,
  { stream }: OrderHistory,
): { readonly at: number; readonly isDone: boolean } | undefined {
  const last = stream.find(({ event }) => profile.events[event.name ?? '']?.terminal);
  return last && { at: last.at, isDone: profile.events[last.event.name ?? '']?.fulfils === true };
}

/** `booking.ordered`: a slot that takes one booking stays taken when that is ordered, also when its reservation would have expired. */
export const bookingOrdered = usedBookings(({ booking, orders: [order], tries }, context) => {
  const expiry = momentOf(String(getAt(booking.json ?? null, EXPIRY)), '-12:00');
  const end = order && endOf(context, order);
  if (order?.fate !== 'accepted' || order.isTainted || expiry === undefined || !tries.some(isConflict)) return [];
  // What was asked of the order later, to give its address back, says nothing of the time before.
  const isHeldAt = ({ sent }: Exchange): boolean =>
    sent.seq > order.placed.sent.seq &&
    order.changes.every(({ exchange }) => exchange.sent.seq > sent.seq) &&
    (end === undefined || end.isDone || end.at > sent.at);
  const late = tries.filter((each) => each.sent.at > expiry + apartMs(context.history.skew) && isHeldAt(each));
  return concluded('booking.ordered', late, {
    isRight: isConflict,
    isWrong: isAccepted,
    what: 'that an order uses was booked again when its reservation had expired',
  });
});

/** `booking.freed`: a slot that takes one booking can be booked again when the order that used it was cancelled. */
export const bookingFreed = usedBookings(({ orders: [order], tries }, context) => {
  const end = order && endOf(context, order);
  const isCancelled = order?.changes.some(({ kind, isAccepted: isTaken }) => kind === 'cancellation' && isTaken);
  if (!isCancelled || !end || end.isDone || order.isTainted || !tries.some(isConflict)) return [];
  const late = tries.filter(({ sent }) => sent.at >= end.at);
  return concluded('booking.freed', late, {
    isRight: isAccepted,
    isWrong: isConflict,
    what: 'of a cancelled order cannot be booked again',
  });
});

/** The first of some tries to book a slot, which is right or wrong, or else says nothing. */
function concluded(
  check: string,
  [tried]: readonly Exchange[],
  { isRight, isWrong, what }: Record<'isRight' | 'isWrong', (each: Exchange) => boolean> & { readonly what: string },
): Check[] {
  if (!tried || !isAnswer(tried) || (!isRight(tried) && !isWrong(tried))) return [];
  const expected = isRight === isConflict ? 'a conflict' : 'a booking';
  const finding = { summary: `a slot ${what}`, expected, actual: saidBy(tried) };
  return verdictOn(ofExchange(check, tried), isRight(tried) ? [] : [finding]);
}

/** `booking.once`: a reservation serves one order; another that names it is refused, or ends without being carried out. */
export const bookingOnce = usedBookings(({ orders }, context) => {
  const [first, second] = orders;
  const end = second && endOf(context, second);
  const before = first && endOf(context, first);
  // An order that ended without a service has served nothing, and may have given its reservation back.
  if (second && before && !before.isDone && before.at <= second.placed.sent.at) return [];
  if (first?.fate !== 'accepted' || !second || (!isRefused(second.placed) && !end)) return [];
  const finding = {
    summary: `order ${second.id}: it was carried out with the reservation of order ${first.id}`,
    kind: 'an order was carried out with the reservation of another',
    expected: 'a refusal, or an event that rejects it',
    actual: 'its completion',
  };
  return verdictOn(ofExchange('booking.once', second.placed), end?.isDone ? [finding] : []);
});
