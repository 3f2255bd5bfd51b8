import type { KciProfile, Threshold, TrafficProfile } from '../../../model.ts';
import { loadScenarios } from '../../../scenario/load.ts';
import { createLoadPlanner } from '../../planner.ts';
import { contract, target as fake, profile, world } from '../../testing/shipped.ts';
import type { K6Load } from '../files.ts';

/** Test support: a load of shipped scenarios against the fake's world, with any server at the address. */

function loaded<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the shipped fixtures cannot be loaded');
  return value;
}

const { scenarios } = loadScenarios(['scenarios']);

/** One of each kind: dependent steps, a wait for an event, a group, a refusal. */
const MIX = [
  'orders/provide-new#residential',
  'cancellations/cease',
  'appointments/slot-contested',
  'availability/new-line#standard',
  'orders/rejected',
];

const SPAN = { file: 'test.yaml', line: 1, col: 1, length: 1, excerpt: '' };

/** A threshold as the traffic reader makes it. */
export function threshold(metric: string, of: string, is: Threshold['is'], bound: number): Threshold {
  return { metric, of, is, bound, text: `${metric}: ${of} ${is} ${bound}`, span: SPAN };
}

interface Size {
  readonly count: number;
  readonly seconds: number;
  readonly mix?: readonly string[];
  /** Loads with different nonces share no id and no address. */
  readonly nonce?: string;
}

/** `count` journeys of the mix in turns, over `seconds` seconds. */
export function loadAt(
  baseUrl: string,
  { count, seconds, mix = MIX, nonce = 'test', ...rest }: Size & Partial<Omit<TrafficProfile, 'mix'>>,
): K6Load & { readonly profile: KciProfile } {
  const target = { ...fake, baseUrl, kciDelaySeconds: 0.02 };
  const rate = count / seconds;
  const traffic: TrafficProfile = {
    id: 'test',
    title: 'A test',
    file: 'test.yaml',
    mix: mix.map((scenario) => ({ scenario, percent: 100 / mix.length, span: SPAN })),
    stages: [{ forMs: seconds * 1000, fromPerSecond: rate, toPerSecond: rate }],
    tenants: target.tenants.map(({ name }) => name),
    think: { fromMs: 0, toMs: 0 },
    drainMs: 3000,
    receiverDown: [],
    thresholds: [],
    span: SPAN,
    ...rest,
  };
  const planner = createLoadPlanner(scenarios, { contract, target, world, profile, seed: 7, nonce });
  const tenants = target.tenants.map(({ name }) => name);
  return {
    traffic,
    target,
    contract,
    profile,
    journeys: {
      count,
      of: (index) =>
        planner({
          index,
          scenario: loaded(mix[index % mix.length]),
          tenant: loaded(tenants[index % tenants.length]),
          at: Date.now(),
        }),
    },
  };
}
