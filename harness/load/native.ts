import type { Journey, LoadVerdict, Scenario, Send, Step, Target } from '../model.ts';
import { createExchange } from '../run/exchange.ts';
import { createGate } from '../run/gate.ts';
import type { Inbox } from '../run/inbox.ts';
import { walkJourney } from '../run/journey.ts';
import { createLeases } from '../run/lease.ts';
import type { Ports } from '../run/ports.ts';
import { createTokens } from '../run/tokens.ts';
import { pause } from '../run/wait.ts';
import { beginLoad, type Load, type LoadOptions } from './load.ts';
import { type Arrival, createLoadPlanner } from './planner.ts';
import { thinkMs } from './think.ts';

/** What the engine of our own needs. */
export interface NativeOptions extends LoadOptions {
  readonly scenarios: readonly Scenario[];
  /** With the credentials that the judge does not see. */
  readonly target: Target;
  readonly send: Send;
  /** Makes the inbox that takes deliveries, given the way to the record. */
  readonly inboxFor: (load: Load) => Inbox;
  readonly signal: AbortSignal;
  /** Told of the load as soon as it has begun. */
  readonly onBegun?: (load: Load) => void;
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
  const load = beginLoad(options);
  options.onBegun?.(load);
  const planner = createLoadPlanner(options.scenarios, { contract, target, world, profile, seed, nonce });
  const { record, addSecret } = load;
  const exchange = createExchange({ send: options.send, clock, record, addSecret, signal });
  /** The exchanges of one journey: between its steps the customer thinks. */
  const exchangeOf = (index: number, { steps }: Journey): Ports['exchange'] => {
    const groups = groupsOf(steps);
    let last = groups.get(steps[0]?.name ?? '');
    return async (of, request) => {
      const group = groups.get(of.step);
      if (of.journey !== '' && group !== last) {
        last = group;
        const ms = thinkMs(traffic.think, index, of.step);
        if (ms > 0) await pause(clock, signal, ms);
      }
      return exchange(of, request);
    };
  };
  const ports: Ports = {
    contract,
    target,
    profile,
    clock,
    signal,
    record,
    exchange,
    tokens: createTokens({ target, contract, clock }, exchange),
    inbox: options.inboxFor(load),
    leases: createLeases(world),
    gate: createGate(Number.POSITIVE_INFINITY),
    pace: noPace,
    isSchema: validators.schema,
  };

  const { count, durationMs } = load.arrivals;
  let walking = 0;
  let isSending = true;
  let cancel = (): void => {};
  await new Promise<void>((resolve) => {
    const endIfDone = (): void => {
      if (!isSending && walking === 0) resolve();
    };
    const walk = async (journey: Journey, { index, at }: Arrival): Promise<void> => {
      walking += 1;
      load.ledger.open(journey, at);
      await walkJourney(journey, { ...ports, exchange: exchangeOf(index, journey) });
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
      clock.schedule(Math.max(0, arrival.at - clock.now()), () => {
        if (!signal.aborted) void walk(planner.journeyOf(arrival), arrival);
        startFrom(index + 1);
      });
    };
    startFrom(0);
    cancel = clock.schedule(durationMs + traffic.drainMs, () => {
      isSending = false;
      resolve();
    });
  });
  cancel();
  const verdict = await load.conclude(options.signal.aborted ? 'interrupted' : undefined);
  over.abort();
  return verdict;
}

const noPace = (): Promise<void> => Promise.resolve();

/** Which step of its journey a call belongs to: calls sent together are one. */
function groupsOf(steps: readonly Step[]): ReadonlyMap<string, number> {
  return new Map(
    steps.flatMap((step, nth) =>
      (step.kind === 'parallel' ? step.steps : [step]).map(({ name }) => [name, nth] as const),
    ),
  );
}
