import { type Aim, readScenarios } from '../application/inputs.ts';
import type { TrafficInputs } from '../application/loads/traffic.ts';
import { openReceiver } from '../application/open/receiver.ts';
import { openTransport, type Transport } from '../application/open/transport.ts';
import { shippedPath } from '../home.ts';
import { openBooks, runLoad } from '../load/books.ts';
import { walkNative } from '../load/native.ts';
import { createLoadPlanner } from '../load/planner.ts';
import { readTrafficProfile } from '../load/traffic.ts';
import type { LoadVerdict, Send, TrafficProfile } from '../model.ts';

/** Test support: makes loads as `assay simulate` does, without a folder, a report or a thread. */

/** What a test may want otherwise. */
export interface SimulatedOptions {
  readonly faults?: readonly string[];
  readonly seed?: number;
  /** Stands between the load and the fake. */
  readonly through?: (transport: Transport) => Send;
  readonly signal?: AbortSignal;
  readonly batch?: number;
}

/** A load against the fake on virtual time. */
export async function simulated(
  aim: Aim,
  { traffic, scenarios }: TrafficInputs,
  options: SimulatedOptions = {},
): Promise<LoadVerdict> {
  const { contract, validators, profile, world } = aim;
  const { faults = [], seed = 1, batch = 200, through = ({ send }) => send } = options;
  const transport = await openTransport(aim, { door: 'function', seed, faults });
  const { target, clock } = transport;
  const receiver = await openReceiver({ target, profile, pathSecret: 'hook', isInProcess: true, clock });
  transport.connect?.(receiver);
  const { signal = new AbortController().signal } = options;
  const nonce = `seed-${seed}`;
  const given = {
    traffic,
    world,
    clock,
    signal,
    batch,
    seed,
    nonce,
    judged: { contract, validators, profile, target },
    engine: 'simulated' as const,
    assay: '0.0.0',
    secrets: [],
    isVirtual: transport.isVirtual,
  };
  const books = openBooks(given);
  receiver.onDelivery(books.receive);
  const walking = walkNative({
    ...given,
    ...books,
    contract,
    validators,
    profile,
    target,
    port: books,
    send: through(transport),
    journeyOf: createLoadPlanner(scenarios, { contract, target, world, profile, seed, nonce }),
    segment: { nth: 1, of: 1 },
    count: books.arrivals.count,
    lastMs: books.arrivals.durationMs + traffic.drainMs,
  });
  return runLoad(books, walking, given);
}

/** Traffic of a test's own, from what is written below its title, with all scenarios that come with Assay. */
export function trafficOf(aim: Aim, text: string): TrafficInputs {
  const { scenarios } = readScenarios([shippedPath('scenarios')], aim);
  const { traffic, problems } = readTrafficProfile(`traffic: A test\n${text}`, 'test.yaml', { ...aim, scenarios });
  if (!traffic) throw new Error(problems.map(({ message }) => message).join('; '));
  return { traffic: traffic satisfies TrafficProfile, scenarios };
}
