import { settleMsOf } from '../journey/calls.ts';
import type { Journey, Plan, Send, Site, World } from '../model.ts';
import { createSkewMeter, type SkewMeter } from '../wire/skew.ts';
import { createExchange, type ExchangeObservation } from './exchange.ts';
import { createGate } from './gate.ts';
import { walkJourney } from './journey.ts';
import { createLeases } from './lease.ts';
import { retryRateLimited } from './limit.ts';
import { createPace } from './pace.ts';
import type { Ports } from './ports.ts';
import { createRestorer, type PlanChore } from './restore.ts';
import { runStarted } from './run-started.ts';
import { createTokenCache } from './tokens.ts';
import { createTries } from './tries.ts';
import { pause } from './wait.ts';

/** All that a run needs: what to do, and the world it happens in. */
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
  /** What a probe of the receiver's own URL said; null where no network lies between. */
  readonly probed: { readonly reachable: boolean; readonly detail: string } | null;
  /** What was said when the gateway was met. */
  readonly looked?: readonly PreflightExchange[] | undefined;
  /** Where it goes on with a run that was broken off: what that left behind. */
  readonly resumed?: Resumed | undefined;
  /** Plans what is asked to learn of addresses and to give them back; without it nothing is. */
  readonly planChore?: PlanChore | undefined;
  /** Learns the target's clock; one of the run's own unless others want to know, too. */
  readonly skewMeter?: SkewMeter | undefined;
}

/** One half of an exchange before the run, numbered from 1. */
export type PreflightExchange = ExchangeObservation & { readonly at: number };

/** What a run that was broken off left for the one that goes on with it. */
export interface Resumed {
  /** The number of the last exchange in its record. */
  readonly exchangesBefore: number;
  /** Sites that must not be leased exclusively again. */
  readonly spent: readonly Site[];
}

/**
 * Walks every journey of the plan against the target, as many at once as the target's limits allow, and then lets
 * late deliveries come in. Everything it learns goes to `record`; it returns nothing and holds no opinion.
 */
export async function run(options: RunOptions): Promise<void> {
  const { plan, target, contract, clock, record, signal, resumed } = options;
  const { length: journeys } = plan.journeys;
  const { target: name, baseUrl } = target;
  const started = runStarted({ ...options, ...plan, target: name, baseUrl, journeys });
  record({ ...started, ...(resumed ? { resumes: true } : {}) });
  if (options.probed) record({ type: 'receiver-probed', ...options.probed });
  const { skewMeter = createSkewMeter(), looked = [] } = options;
  const before = resumed?.exchangesBefore ?? 0;
  // What broke off then says nothing of the gateway: it, or the network, may have been starting.
  const answered = new Set(looked.flatMap(({ type, exchange }) => (type === 'response-received' ? exchange : [])));
  for (const half of looked.filter(({ exchange }) => answered.has(exchange)))
    record({ ...half, exchange: before + half.exchange });
  const exchangesBefore = Math.max(before, ...looked.map(({ exchange }) => before + exchange));
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
        ({ answer }) => answer,
        options,
      ),
    ),
    leases: createLeases(options.world, resumed?.spent),
    gate: createGate(target.limits.concurrency),
  };
  const { planChore } = options;
  const restoring = planChore ? { ...ports, restorer: createRestorer(ports, options.world, planChore) } : ports;
  // The long ones go on beside the others, and none of them is left alone at the end.
  const runnable = plan.journeys
    .filter((journey) => journey.excused === undefined)
    .map((journey) => ({ journey, length: lengthOf(journey) }))
    .sort((one, other) => other.length - one.length);
  await Promise.all(runnable.map(({ journey }) => walkJourney(journey, restoring)));
  const settleMs = resumed ? target.deadlines.settleMs : settleMsOf(plan, contract, target);
  if (!signal.aborted) await pause(clock, signal, settleMs);
  record({ type: 'run-ended', ended: signal.aborted ? 'interrupted' : 'finished' });
}

/** Of fewer calls than these, no journey is what others wait for. */
const MANY_CALLS = 10;
const CALL_MS = 1_000;

/** About how long a journey takes that waits on purpose or asks much; until a moment it may wait longest. */
function lengthOf({ steps, kci }: Journey): number {
  const waits = steps.map((step) => (step.kind === 'wait' ? (step.forMs ?? Number.MAX_SAFE_INTEGER) : 0));
  const asking = steps.length < MANY_CALLS ? 0 : steps.length * CALL_MS;
  return Math.max(asking, ...waits, ...kci.map(({ noneWithinMs = 0 }) => noneWithinMs));
}
