import type { Check } from '../../model.ts';
import { formatDuration } from '../../values/duration.ts';
import { instantText, momentOf } from '../../values/iso8601.ts';
import { getAt } from '../../values/pointer.ts';
import { isInProcess } from '../../wire/in-process.ts';
import { behindMs } from '../../wire/skew.ts';
import { answers, type JudgeContext, ofExchange, verdictOn } from '../check.ts';
import { type Exchange, isAccepted } from '../exchange.ts';
import type { History } from '../history.ts';
import { EXPIRY } from '../places.ts';

/** When the reservation of a booking expires; where its text names no zone, as late as any zone would have it. */
function expiryOf(exchange: Exchange): number | undefined {
  const { operation, json, step } = exchange;
  if (operation?.verb !== 'book' || !isAccepted(exchange) || json === undefined || step?.request.defect)
    return undefined;
  const text = getAt(json, EXPIRY);
  return typeof text === 'string' ? momentOf(text, '-12:00') : undefined;
}

/** Clocks of two machines may differ by so much where no answer tells the gateway's time. */
const CLOCKS_DIFFER_MS = 600_000;

/** The earliest that the gateway's clock can have shown at a moment of ours. */
function theirs(at: number, { skew, started }: History): number {
  const isMeasured = skew !== undefined || isInProcess(started?.baseUrl ?? '');
  return at - behindMs(skew) - (isMeasured ? 0 : CLOCKS_DIFFER_MS);
}

/** `booking.expiry`: a reservation has not expired when it is answered. Spec: Appointment, "When the reservation expires". */
export const bookingExpiry = answers((answer, { history }) => {
  const expiry = expiryOf(answer);
  if (expiry === undefined) return [];
  const now = theirs(answer.response.at, history);
  const finding = {
    summary: 'a booking had expired when it was answered',
    expected: `an expiry after ${instantText(now)}`,
    actual: instantText(expiry),
    pointer: EXPIRY,
  };
  return verdictOn(ofExchange('booking.expiry', answer), expiry > now ? [] : [finding]);
});

/** A hold is the usual one within this part of it, where so many bookings say so. */
const LEEWAY = 0.5;
const FEWEST = 5;
const MOST_OF_THEM = 0.75;

/** `booking.hold`: a reservation is held for about as long as most of the run, where most are held alike. */
export function bookingHold({ history }: JudgeContext): Check[] {
  const holds = history.exchanges.flatMap((exchange) => {
    const expiry = expiryOf(exchange);
    return expiry === undefined ? [] : [{ exchange, holdMs: expiry - (exchange.response?.at ?? 0) }];
  });
  const sorted = holds.map(({ holdMs }) => holdMs).sort((a, b) => a - b);
  const usual = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const isUsual = ({ holdMs }: { readonly holdMs: number }): boolean => Math.abs(holdMs - usual) <= usual * LEEWAY;
  if (sorted.length < FEWEST || holds.filter(isUsual).length < sorted.length * MOST_OF_THEM) return [];
  return holds.flatMap((hold) => {
    const finding = {
      kind: 'a booking is held for another time than most',
      summary: `a booking is held for ${formatDuration(hold.holdMs)}, most for ${formatDuration(usual)}`,
      expected: `about ${formatDuration(usual)}`,
      actual: formatDuration(hold.holdMs),
      pointer: EXPIRY,
    };
    return verdictOn(ofExchange('booking.hold', hold.exchange), isUsual(hold) ? [] : [finding]);
  });
}
