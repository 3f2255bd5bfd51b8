import { settleMsOf } from '../journey/calls.ts';
import type { Journey, Plan, Send, Site, World } from '../model.ts';
import { createSkewMeter, type SkewMeter } from '../wire/skew.ts';
import type { PlanChore } from './clearing.ts';
import { createExchange, type ExchangeObservation } from './exchange.ts';
import { walkJourney } from './journey.ts';
import { createLeases } from './lease.ts';
import { retryRateLimited } from './limit.ts';
import { createPace } from './pace.ts';
import type { Ports } from './ports.ts';
import { createRestorer } from './restore.ts';
import { runStarted } from './run-started.ts';
import { createSemaphore } from './semaphore.ts';
import { createTokenCache } from './tokens.ts';
import { createTries } from './tries.ts';
import { pause } from './wait.ts';

/** Everything that a run needs: what to do, and its ports. */
interface RunOptions
  extends Pick<
    Ports,
    'contract' | 'target' | 'profile' | 'clock' | 'signal' | 'record' | 'addSecret' | 'inbox' | 'operator' | 'isSchema'
  > {
  readonly plan: Plan;
  readonly world: World;
  readonly send: Send;
  /** The version of Assay, for the record. */
  readonly assay: string;
  /** What the gateway's build is called. */
  readonly build?: string | undefined;
  /** The result of probing the receiver's own URL; null if there is no network in between. */
  readonly probed: { readonly reachable: boolean; readonly detail: string } | null;
  /** The exchanges of preflight. */
  readonly preflightExchanges?: readonly PreflightExchange[] | undefined;
  /** What is left of an interrupted run that this one resumes. */
  readonly resumed?: Resumed | undefined;
  /** Plans requests that learn facts of addresses and give them back; without it, none are made. */
  readonly planChore?: PlanChore | undefined;
  /** Measures the target's clock; by default the run's own. */
  readonly skewMeter?: SkewMeter | undefined;
}

/** One half of a preflight exchange, numbered from 1. */
export type PreflightExchange = ExchangeObservation & { readonly at: number };

/** What an interrupted run left for the one that resumes it. */
export interface Resumed {
  /** The number of the last exchange in its record. */
  readonly exchangesBefore: number;
  /** Sites that must not be leased exclusively again. */
  readonly spent: readonly Site[];
}

/**
 * Walks every journey of the plan, as many at once as the target allows, then waits for late deliveries. Everything goes to
 * `record`; returns nothing and judges nothing.
 */
export async function run(options: RunOptions): Promise<void> {
  const { plan, target, contract, clock, record, signal, resumed } = options;
  const { length: journeys } = plan.journeys;
  const { target: name, baseUrl } = target;
  const started = runStarted({ ...options, ...plan, target: name, baseUrl, journeys });
  record({ ...started, ...(resumed ? { resumes: true } : {}) });
  if (options.probed) record({ type: 'receiver-probed', ...options.probed });
  const { skewMeter = createSkewMeter(), preflightExchanges = [] } = options;
  const before = resumed?.exchangesBefore ?? 0;
  // A broken preflight exchange says nothing of the gateway, which may have been starting.
  const answered = new Set(
    preflightExchanges.flatMap(({ type, exchange }) => (type === 'response-received' ? exchange : [])),
  );
  for (const half of preflightExchanges.filter(({ exchange }) => answered.has(exchange)))
    record({ ...half, exchange: before + half.exchange });
  const exchangesBefore = Math.max(before, ...preflightExchanges.map(({ exchange }) => before + exchange));
  const exchanging = createExchange({ ...options, skewMeter, exchangesBefore });
  const pace = createPace(clock, target.limits.requestsPerSecond);
  const exchange = createTries({ ...options, exchange: exchanging, pace });
  const ports: Ports = {
    ...options,
    skewMeter,
    pace,
    exchange,
    tokens: createTokenCache({ target, contract, clock }, (of, request) =>
      retryRateLimited(
        () => pace().then(() => exchange(of, request, { kinds: ['token'], again: () => request })),
        options,
      ),
    ),
    leases: createLeases(options.world, resumed?.spent),
    booked: { at: new Map(), areShared: false },
    semaphore: createSemaphore(target.limits.concurrency),
  };
  const { planChore } = options;
  const restoring = planChore ? { ...ports, restorer: createRestorer(ports, options.world, planChore) } : ports;
  // Long journeys first, so that they run beside the others and not alone at the end.
  const runnable = plan.journeys
    .filter((journey) => journey.excused === undefined)
    .map((journey) => ({ journey, length: lengthOf(journey) }))
    .sort((one, other) => other.length - one.length);
  await Promise.all(runnable.map(({ journey }) => walkJourney(journey, restoring)));
  const settleMs = resumed ? target.deadlines.settleMs : settleMsOf(plan, contract, target);
  if (!signal.aborted) await pause(clock, signal, settleMs);
  record({ type: 'run-ended', ended: signal.aborted ? 'interrupted' : 'finished' });
}

/** A journey with fewer calls is short. */
const MANY_CALLS = 10;
const CALL_MS = 1_000;

/**
 * About how long a journey takes, in ms, if it waits on purpose or has many calls; a wait for a moment counts as longest.
 */
function lengthOf({ steps, kci }: Journey): number {
  const waits = steps.map((step) => (step.kind === 'wait' ? (step.forMs ?? Number.MAX_SAFE_INTEGER) : 0));
  const asking = steps.length < MANY_CALLS ? 0 : steps.length * CALL_MS;
  return Math.max(asking, ...waits, ...kci.map(({ noneWithinMs = 0 }) => noneWithinMs));
}
