import { judgeCases } from '../judge/judge.ts';
import type { CasesFound } from '../judge/verdict.ts';
import type { CaseOutcome } from '../model.ts';
import { type Batch, observedOf } from './batches.ts';
import type { createCulprits } from './culprits.ts';
import { createDoubleBookings } from './double-bookings.ts';
import type { keepOrders } from './kept-orders.ts';
import type { LoadOptions } from './load.ts';
import type { createMeter } from './meter.ts';
import { numberOf } from './planner.ts';
import { createTally, createTotals } from './totals.ts';
import { uniqueOverLoad } from './uniques.ts';

/** Where a batch judge tells what it found. */
interface BatchReaders {
  readonly meter: ReturnType<typeof createMeter>;
  readonly culprits: ReturnType<typeof createCulprits>;
  readonly orders: ReturnType<typeof keepOrders>;
  /** Takes secrets out of a line that is kept. */
  readonly clean: (line: string) => string;
}

/** How many journeys are kept that could not be judged: enough for an example of each kind. */
const MAX_INCONCLUSIVE = 50;

/** Judges walked journeys batch by batch, counts their outcomes, and keeps the record of those that failed. */
export function createBatchJudge(
  { judged, keep, gateways = 1 }: LoadOptions,
  { meter, culprits, orders, clean }: BatchReaders,
) {
  const totals = createTotals();
  const unjudged = createTally();
  let inconclusive = 0;
  const gatewayOf = (journey: string): number => numberOf(journey) % gateways;
  const doubleBookings = createDoubleBookings({
    gatewayOf,
    onBooking: (at) => meter.count('double-bookings', at, 0),
    onTooMany: (at) => meter.count('double-bookings', at),
  });
  const further = { unique: uniqueOverLoad(gatewayOf), 'double-booking': doubleBookings.check };

  const keepTold = (batch: Batch, verdict: CasesFound): void => {
    const isTold = (outcome: CaseOutcome): boolean =>
      outcome === 'failed' || (outcome === 'inconclusive' && ++inconclusive <= MAX_INCONCLUSIVE);
    const told = new Set(
      verdict.cases.flatMap(({ id, outcome }) => (isTold(outcome) || culprits.isSlow(id) ? [id] : [])),
    );
    if (keep === undefined) return;
    for (const lane of orders.of({ ...batch, verdict })) keep(clean(JSON.stringify(lane)), 'orders');
    if (told.size === 0) return;
    for (const each of observedOf(batch, told, judged.profile)) keep(clean(JSON.stringify(each)), 'failed');
  };

  return {
    judge: (batch: Batch): void => {
      const verdict = judgeCases({ ...judged, ...batch }, { isHeard: true }, further);
      totals.add(verdict);
      for (const { id, outcome, reason, detail } of verdict.cases) {
        if (outcome === 'inconclusive') {
          unjudged.add(reason ?? 'no-check');
          culprits.inconclusive(id, reason, detail);
        }
        meter.share('failed', outcome === 'failed');
        meter.share('inconclusive', outcome === 'inconclusive');
      }
      keepTold(batch, verdict);
    },
    /** A journey whose answers were checked where it was walked, and found right. */
    addPassed: (): void => {
      totals.addPassed();
      meter.share('failed', false);
      meter.share('inconclusive', false);
    },
    totals,
    /** Why journeys could not be judged. */
    unjudged,
    /** Why no booking was judged for double booking. */
    whyNoBooking: doubleBookings.whyNone,
  };
}
