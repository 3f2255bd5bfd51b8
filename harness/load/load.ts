import type { JudgeInput } from '../judge/check.ts';
import type { Clock, LoadStanding, LoadVerdict, RunStarted, TrafficProfile, World } from '../model.ts';
import { createRecorder, type Secret } from '../run/record.ts';
import { runStarted } from '../run/run-started.ts';
import { createBatchJudge } from './batch-judge.ts';
import { createBatches } from './batches.ts';
import type { Conclusion } from './books.ts';
import { createCulprits } from './culprits.ts';
import { keepOrders } from './kept-orders.ts';
import { createLedger } from './ledger.ts';
import { concludeLoad } from './load-verdict.ts';
import { createMeter, intervalFor } from './meter.ts';
import { ALWAYS_COUNTED } from './metrics.ts';
import { createOrderBook } from './order-book.ts';
import { ROUNDED } from './planner.ts';
import { scheduleOf } from './schedule.ts';
import { createSlowest } from './slowest.ts';
import { judgeThresholds, strictestLateMs } from './threshold.ts';
import { createTally } from './totals.ts';

/** What a load needs, whatever engine drives it. */
export interface LoadOptions {
  readonly traffic: TrafficProfile;
  /** What the judge needs besides plan and record. Requests are made for its target. */
  readonly judged: Omit<JudgeInput, 'record' | 'plan'>;
  readonly world: World;
  readonly engine: LoadVerdict['engine'];
  readonly seed: number;
  readonly nonce: string;
  /** The version of Assay. */
  readonly assay: string;
  /** When journeys were planned for, if earlier than now. */
  readonly plannedFrom?: number;
  readonly clock: Pick<Clock, 'now'>;
  readonly secrets: readonly Secret[];
  /** Whether a text that a target issues as a token may occur in evidence for another reason. */
  readonly isKnown?: (text: string) => boolean;
  /** Takes the lines to keep. Absent: none are kept. */
  readonly keep?: Keep;
  /** How many journeys are judged together; 20 unless given. */
  readonly batch?: number;
  /** Whether it runs against the fake on virtual time, where answers take no time. */
  readonly isVirtual?: boolean;
  /** How many independent gateways took turns with the journeys; one unless given. */
  readonly gateways?: number;
  /** Whether `news` is called regularly. */
  readonly isCollected?: boolean;
}

/**
 * A line of the record of journeys that failed, or of some that could not be judged; or an order with its events, as a
 * `Lane`.
 */
export type Keep = (line: string, of: 'failed' | 'orders') => void;

/** A load under way, with all that is known of it so far. */
export type Load = ReturnType<typeof beginLoad>;

/** How many of the slowest journeys a verdict shows. */
const SLOWEST = 10;

/**
 * How many journeys are judged at once. With larger batches the judge's objects outlive the young generation, and are
 * copied.
 */
const BATCH = 20;

/**
 * The least time that a finished journey waits for late observations before it is judged: as long as events may overtake.
 */
const LINGER_LEAST_MS = 1_000;

/** Begins a load now and opens its books. */
export function beginLoad(options: LoadOptions) {
  const { traffic, judged, world, clock, seed, nonce, engine, assay, isVirtual = false } = options;
  const { target, profile, contract } = judged;
  let startedAt = clock.now();
  const { arrivals, arrivalAt } = scheduleOf({ ...options, startedAt });
  const intervalMs = intervalFor(arrivals.durationMs + traffic.drainMs);
  const meter = createMeter({ startAt: startedAt, intervalMs, isVirtual });
  for (const name of ALWAYS_COUNTED) meter.count(name, startedAt, 0);
  const culprits = createCulprits(traffic.thresholds);
  const book = createOrderBook(meter, {
    ...options,
    isShared: target.webhook.pathSecret !== undefined,
    fulfilling: new Set(Object.keys(profile.events).filter((name) => profile.events[name]?.fulfils)),
    onStrange: culprits.event,
    onLag: culprits.took,
  });
  const lateMs = strictestLateMs(traffic.thresholds);
  const slowest = createSlowest(SLOWEST);
  const errors = createTally();
  const orders = keepOrders(arrivals.count, profile);
  let isOver = false;
  const recorder = createRecorder({
    ...options,
    write: null,
    see: (observation) => {
      if (!isOver && observation.type !== 'run-started') ledger.see(observation);
    },
  });

  const made = {
    seed,
    nonce,
    target: target.target,
    baseUrl: target.baseUrl,
    profile: profile.profile,
    world: world.world,
    contract: contract.digest,
  };
  const ground = { contract, profile, world, assay, journeys: arrivals.count };
  const started = recorder.record(runStarted({ ...made, ...ground })) as RunStarted;
  const batchJudge = createBatchJudge(options, { meter, culprits, orders, clean: recorder.clean });
  const batches = createBatches({
    started,
    seed,
    nonce,
    size: options.batch ?? BATCH,
    now: clock.now,
    onBatch: batchJudge.judge,
  });
  const ledger = createLedger({
    profile,
    meter,
    book,
    slowest,
    batches,
    lingerMs: Math.max(LINGER_LEAST_MS, profile.delivery.reorderWindowMs),
    onError: (kind, journey, isBroken) => {
      errors.add(kind);
      culprits.answer(kind, journey, isBroken);
    },
    onMissing: (journey, awaiting) => {
      culprits.missing(journey, awaiting);
      orders.missing(awaiting);
    },
    onTook: culprits.took,
    onChecked: batchJudge.addPassed,
    think: traffic.think,
    lateMs,
  });

  return {
    /** When it began, ms since the epoch. */
    startedAt: (): number => startedAt,
    /** The load begins now: everything before was preparation. */
    begins: (): void => {
      startedAt = clock.now();
      meter.startAt(startedAt);
    },
    arrivals,
    ledger,
    ...recorder,
    arrivalAt,
    pending: book.pending,
    news: book.news,
    standing: (): LoadStanding => {
      const metrics = meter.metrics();
      const { durations, counts, shares } = metrics;
      const { journeys = 0, requests = 0, errors: wrong = 0, orders = 0, dropped = 0 } = counts;
      return {
        elapsedMs: clock.now() - startedAt,
        journeys: { begun: journeys, of: arrivals.count, underWay: ledger.underWay(), dropped },
        cases: { failed: shares.failed?.hits ?? 0, inconclusive: shares.inconclusive?.hits ?? 0 },
        requests: { sent: requests, wrong },
        orders: { accepted: orders, pending: book.pending() },
        events: counts['kci.received'] ?? 0,
        durations,
        intervals: meter.intervals(clock.now()),
        intervalMs,
        thresholds: judgeThresholds(traffic.thresholds, metrics, { isVirtual }),
      };
    },
    /** Ends the load, judges the rest and returns the verdict. Anything observed after this is ignored. */
    conclude: ({ dropped, note: incomplete }: Conclusion): LoadVerdict => {
      const endedAt = clock.now();
      isOver = true;
      ledger.end(endedAt, incomplete !== undefined);
      const { journeys = 0 } = meter.metrics().counts;
      const lacking = arrivals.count - journeys - dropped;
      const isLacking = incomplete === undefined && lacking > (engine === 'k6' ? ROUNDED : 0);
      meter.count('dropped', endedAt, dropped + (isLacking ? lacking : 0));
      const metrics = meter.metrics();
      const { orders, count, whole } = ledger.judged();
      const { totals, unjudged, whyNoBooking } = batchJudge;
      return concludeLoad({
        assay,
        engine,
        ...made,
        startedAt,
        endedAt,
        intervalMs,
        metrics,
        intervals: meter.intervals(endedAt),
        cases: totals.cases,
        unjudged: unjudged.counts(recorder.clean),
        orders: { accepted: metrics.counts.orders ?? 0, judged: orders },
        judged: { whole, of: count },
        errors: errors.counts(recorder.clean),
        slowest: slowest.list(),
        traffic,
        arrivals,
        lateMs,
        isVirtual,
        noBooking: whyNoBooking(),
        incomplete,
        failuresBy: (thresholds) => [...culprits.of(thresholds, recorder.clean), ...totals.failures(recorder.clean)],
      });
    },
  };
}
