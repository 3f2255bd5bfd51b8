import { beforeAll, describe, expect, test } from 'vitest';
import { shippedFaults } from '../../fake/faults.ts';
import type { LoadVerdict } from '../../model.ts';
import { simulated } from '../../testing/load.ts';
import { type Aim, loadAim, loadSpec } from '../inputs.ts';
import { loadTraffic, type TrafficInputs } from './traffic.ts';

/** How much of each profile's time is enough for its faults to show. */
const SHARES: Readonly<Record<string, number>> = {
  'booking-contention': 0.3,
  'busy-hour': 0.04,
  'month-end-ceases': 0.15,
  spike: 0.08,
};

/** What tells of each fault: thresholds that do not hold, and checks that fail. */
const SIGNS: Readonly<Record<string, readonly string[]>> = {
  'load-events-lost-in-a-crowd': ['kci.missing', 'kci.sequence'],
  'load-events-come-twice-in-a-crowd': ['failed', 'kci.sequence-number'],
  'load-events-numbered-twice-in-a-crowd': ['failed', 'kci.sequence-number'],
  'load-acknowledgements-late-in-a-crowd': ['kci.begun', 'kci.timing'],
  'load-answers-slow-with-open-orders': ['order'],
  'load-answers-mixed-between-tenants': ['failed', 'availability.echo'],
  'load-availability-breaks-down': ['unexpected-status', 'http.status'],
  'load-connections-dropped': ['broken'],
  'load-token-endpoint-slow': ['token'],
  'load-double-booking': ['double-bookings', 'load.double-booking'],
  'load-slots-leak': ['inconclusive'],
  'load-references-come-again': ['failed', 'booking.reference-unique'],
};

let aim: Aim;

beforeAll(() => {
  aim = loadAim({ target: 'fake' }, loadSpec());
});

/** The traffic of a profile for a part of its time; how much it must come to at least is then for nobody to say. */
function shortened(profile: string): TrafficInputs {
  const { traffic, scenarios } = loadTraffic(profile, aim);
  const share = SHARES[profile] ?? 1;
  return {
    scenarios,
    traffic: {
      ...traffic,
      stages: traffic.stages.map((stage) => ({ ...stage, forMs: stage.forMs * share })),
      thresholds: traffic.thresholds.filter(({ is }) => !is.startsWith('>')),
    },
  };
}

const loads = new Map<string, TrafficInputs>();

function load(profile: string, faults: readonly string[]): Promise<LoadVerdict> {
  const inputs = loads.get(profile) ?? shortened(profile);
  loads.set(profile, inputs);
  return simulated(aim, inputs, { faults });
}

function signsIn({ thresholds, failures }: LoadVerdict): string[] {
  const crossed = thresholds.filter(({ outcome }) => outcome === 'failed').map(({ metric }) => metric);
  return [...new Set([...crossed, ...failures.map(({ check }) => check)])];
}

const onlyUnderLoad = shippedFaults().faults.flatMap((fault) => {
  const profile = fault['caught-by'];
  return profile === undefined ? [] : [[fault.fault, profile] as const];
});

describe('a fault that shows under load alone', () => {
  test.for(onlyUnderLoad)('%s is caught by %s', async ([name, profile]) => {
    const verdict = await load(profile, [name]);

    expect(verdict.outcome).toBe('crossed');
    expect(signsIn(verdict)).toEqual(expect.arrayContaining([...(SIGNS[name] ?? ['no sign is named'])]));
  });
});

test.for([...new Set(onlyUnderLoad.map(([, profile]) => profile))])('%s holds without a fault', async (profile) => {
  const verdict = await load(profile, []);

  expect([verdict.outcome, verdict.cases.failed, signsIn(verdict)]).toEqual(['held', 0, []]);
});

test('what comes again as the KCI profile lets it is counted, and crosses no threshold of a profile for any gateway', async () => {
  const verdict = await simulated(aim, loadTraffic('smoke', aim), { faults: ['legal-kci-one-repeated'] });

  expect([verdict.outcome, signsIn(verdict)]).toEqual(['held', []]);
  expect(verdict.metrics.counts['kci.duplicate']).toBeGreaterThan(0);
});
