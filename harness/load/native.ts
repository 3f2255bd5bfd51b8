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
  /** A second thread plans, keeps the books and judges; `hold` stops a virtual clock. Absent: all is done here. */
  readonly apart?: { readonly hold?: () => () => void };
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
  const hold = options.apart?.hold;
  const far = options.apart && beginLoadInWorker({ ...options, planned }, hold);
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

  const { count, durationMs } = load.arrivals;
  let walking = 0;
  let isSending = true;
  let cancel = (): void => {};
  let cancelNext = (): void => {};
  await new Promise<void>((resolve) => {
    const endIfDone = (): void => {
      if (!isSending && walking === 0) resolve();
    };
    const walk = async (journey: Journey, { index, at }: Arrival): Promise<void> => {
      walking += 1;
      load.ledger.open(journey, at);
      await walkJourney(journey, { ...ports, pace: thinking({ index, journey }, thought) });
      load.ledger.close(journey.id, clock.now());
      walking -= 1;
      endIfDone();
    };
    const startFrom = (index: number): void => {
      if (index >= count || signal.aborted) {
        isSending = false;
        endIfDone();
        return;
      }
      const arrival = load.arrivalAt(index);
      cancelNext = clock.schedule(Math.max(0, arrival.at - clock.now()), () => {
        if (!signal.aborted) void walk(ahead?.take(index) ?? planner.journeyOf(arrival), arrival);
        startFrom(index + 1);
      });
      // It is scheduled whether its plan is there or not, so that the order of things does not hang on who is faster.
      const late = ahead?.late(index);
      if (late && hold) void late.then(hold());
    };
    startFrom(0);
    cancel = clock.schedule(durationMs + traffic.drainMs, () => {
      isSending = false;
      resolve();
    });
    // The next arrival may be hours away.
    const stopSending = (): void => {
      isSending = false;
      endIfDone();
    };
    if (signal.aborted) stopSending();
    else signal.addEventListener('abort', stopSending, { once: true });
  });
  cancel();
  cancelNext();
  const verdict = await load.conclude(options.signal.aborted ? 'interrupted' : undefined);
  over.abort();
  return verdict;
}
