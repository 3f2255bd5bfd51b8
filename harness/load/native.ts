import type { Clock, Journey, LoadVerdict, Scenario, Send, Target } from '../model.ts';
import { createExchange } from '../run/exchange.ts';
import { createGate } from '../run/gate.ts';
import type { Inbox } from '../run/inbox.ts';
import { walkJourney } from '../run/journey.ts';
import { createLeases } from '../run/lease.ts';
import type { Ports } from '../run/ports.ts';
import { createTokens } from '../run/tokens.ts';
import { planAhead } from './ahead.ts';
import { beginLoad, type LoadOptions, type WalkedLoad } from './load.ts';
import { beginLoadInWorker } from './load-worker.ts';
import { type Arrival, createLoadPlanner } from './planner.ts';
import { startEach } from './schedule.ts';
import { thinking } from './thinking.ts';

/** What the engine of our own needs. */
export interface NativeOptions extends LoadOptions {
  readonly clock: Clock;
  readonly scenarios: readonly Scenario[];
  /** With the credentials that the judge does not see. */
  readonly target: Target;
  readonly send: Send;
  /** Makes the inbox that takes deliveries, given the way to the record. */
  readonly inboxFor: (load: WalkedLoad) => Inbox;
  readonly signal: AbortSignal;
  /** Stops a virtual clock: a second thread plans, keeps the books and judges. Absent: all is done here. */
  readonly hold?: (() => () => void) | undefined;
  /** Told of the load as soon as it has begun. */
  readonly onBegun?: (load: WalkedLoad) => void;
}

/**
 * Walks every journey of the traffic at its time, with the walker of a certification, and judges each. Journeys start
 * when they should, however slow the target is (an open model). On virtual time a week passes in seconds.
 */
export async function runNative(options: NativeOptions): Promise<LoadVerdict> {
  const { clock, judged, world, traffic, seed, nonce, target } = options;
  const { contract, profile, validators } = judged;
  // Who still waits when the time is over must not keep the process alive.
  const over = new AbortController();
  const signal = AbortSignal.any([options.signal, over.signal]);
  const planned = { contract, target, world, profile, seed, nonce };
  const { hold } = options;
  const far = hold && beginLoadInWorker({ ...options, planned }, hold);
  const load = far ?? beginLoad(options);
  options.onBegun?.(load);
  const planner = createLoadPlanner(options.scenarios, planned);
  const ahead = far && planAhead(far);
  const { record, addSecret } = load;
  const exchange = createExchange({ send: options.send, clock, record, addSecret, signal });
  const thought = { think: traffic.think, clock, signal };
  const ports: Ports = {
    contract,
    target,
    profile,
    clock,
    signal,
    record,
    addSecret,
    exchange,
    tokens: createTokens({ target, contract, clock }, exchange),
    inbox: options.inboxFor(load),
    leases: createLeases(world),
    gate: createGate(Number.POSITIVE_INFINITY),
    pace: () => Promise.resolve(),
    isSchema: validators.schema,
  };

  const walks = new Set<Promise<void>>();
  const walk = async (journey: Journey, { index, at }: Arrival): Promise<void> => {
    load.ledger.open(journey, at);
    await walkJourney(journey, { ...ports, pace: thinking({ index, journey }, thought) });
    load.ledger.close(journey.id, clock.now());
  };
  const { count, durationMs } = load.arrivals;
  // An arrival is scheduled whether its plan is there or not, so that the order of things does not hang on who is faster.
  const onScheduled = (index: number): void => {
    const late = ahead?.late(index);
    if (late && hold) void late.then(hold());
  };
  const sending = new AbortController();
  const starting = {
    ...{ segment: WHOLE, count, arrivalAt: load.arrivalAt, clock, onScheduled },
    signal: AbortSignal.any([signal, sending.signal]),
  };
  const started = startEach(starting, (arrival) => {
    const walking = walk(ahead?.take(arrival.index) ?? planner.journeyOf(arrival), arrival);
    walks.add(walking);
    void walking.then(() => walks.delete(walking));
  });
  let cancel = (): void => {};
  const drained = new Promise<void>((resolve) => {
    cancel = clock.schedule(durationMs + traffic.drainMs, resolve);
  });
  await Promise.race([started.then(() => Promise.all(walks)), drained]);
  cancel();
  sending.abort();
  const verdict = await load.conclude(options.signal.aborted ? 'interrupted' : undefined);
  over.abort();
  return verdict;
}

const WHOLE = { nth: 1, of: 1 };
