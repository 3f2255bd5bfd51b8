import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { shippedFaults } from '../gateway/faults.ts';
import type { LoadVerdict, Traffic } from '../model.ts';
import { executeLoad } from './execute-load.ts';
import { EXIT, type ExitCode } from './exit.ts';
import { type Aim, loadAim, loadSpec } from './inputs.ts';
import { emptyFolder } from './test-command.ts';
import { loadTraffic } from './traffic.ts';

/** How much of each profile's time is enough for its faults to show. */
const SHARES: Readonly<Record<string, number>> = {
  'booking-contention': 0.4,
  'busy-hour': 0.08,
  'month-end-ceases': 0.2,
  spike: 0.15,
};

/** What a load of the fault shows: a threshold that it crosses, or a check that fails. */
const SHOWS: Readonly<Record<string, readonly string[]>> = {};

let aim: Aim;

beforeAll(() => {
  aim = loadAim({ target: 'fake' }, loadSpec());
});

/** The same traffic for a part of its time; how much it must come to at least is then for nobody to say. */
function shortened(traffic: Traffic, share: number): Traffic {
  return {
    ...traffic,
    stages: traffic.stages.map((stage) => ({ ...stage, forMs: stage.forMs * share })),
    thresholds: traffic.thresholds.filter(({ is }) => !is.startsWith('>')),
  };
}

async function load(profile: string, faults: readonly string[]): Promise<{ code: ExitCode; verdict: LoadVerdict }> {
  const { traffic, scenarios } = loadTraffic(profile, aim);
  const out = join(emptyFolder(), 'load');
  const code = await executeLoad({ ...aim, scenarios }, shortened(traffic, SHARES[profile] ?? 1), {
    engine: 'simulated',
    seed: 1,
    faults,
    out,
    outlets: [{ reporter: 'json' }],
    quiet: true,
  });
  return { code, verdict: JSON.parse(readFileSync(join(out, 'load.json'), 'utf8')) as LoadVerdict };
}

/** What went wrong: thresholds that did not hold, and checks that failed. */
function wrongIn({ thresholds, failures }: LoadVerdict): string[] {
  const crossed = thresholds.filter(({ outcome }) => outcome === 'failed').map(({ metric }) => metric);
  return [...new Set([...crossed, ...failures.map(({ check }) => check)])];
}

const { faults } = shippedFaults();
const onlyUnderLoad = faults.flatMap((fault) => {
  const profile = fault['caught-by'];
  return profile === undefined ? [] : [[fault.fault, profile] as const];
});

describe('a fault that shows under load alone', () => {
  test.for(onlyUnderLoad)('%s is caught by %s', async ([name, profile]) => {
    const { code, verdict } = await load(profile, [name]);

    console.log(name, code, wrongIn(verdict), verdict.metrics.counts.journeys, verdict.cases, verdict.failures.map((f) => `${f.times} ${f.check} ${f.summary}`).slice(0, 4));
    expect(code).toBe(EXIT.crossed);
    expect(wrongIn(verdict)).toEqual(expect.arrayContaining([...(SHOWS[name] ?? [])]));
  });
});

test.for([...new Set(onlyUnderLoad.map(([, profile]) => profile))])('%s holds without a fault', async (profile) => {
  const { code, verdict } = await load(profile, []);

  expect([code, wrongIn(verdict)]).toEqual([EXIT.passed, []]);
});
