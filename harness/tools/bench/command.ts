import { spawnSync } from 'node:child_process';
import { shippedPath } from '../../home.ts';
import { AS_ASSAY } from './as-assay.ts';
import { median } from './median.ts';

/** What a command took, medians over its runs. */
interface Cost {
  readonly wallMs: number;
  /** User and system time of all its threads. */
  readonly cpuMs: number;
  readonly maxRssMb: number;
}

/** Of the longest command, on a machine with much else to do. */
const MAX_MS = 600_000;
const METERED = /^metered: (.*)$/m;

/** Runs the command line so many times, in processes of their own, start-up included. */
export function costOf(words: readonly string[], runs: number): Cost {
  const costs = Array.from({ length: runs }, () => runOnce(words));
  return {
    wallMs: median(costs.map(({ wallMs }) => wallMs)),
    cpuMs: median(costs.map(({ cpuMs }) => cpuMs)),
    maxRssMb: median(costs.map(({ maxRssMb }) => maxRssMb)),
  };
}

function runOnce(words: readonly string[]): Cost {
  const startedAt = performance.now();
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      ...AS_ASSAY,
      '--import',
      shippedPath('harness/tools/bench/meter.ts'),
      shippedPath('harness/cli/assay.js'),
      ...words,
    ],
    { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'], timeout: MAX_MS },
  );
  const wallMs = performance.now() - startedAt;
  if (status !== 0) throw new Error(`assay ${words.join(' ')} ended with ${status}:\n${stderr}`);
  const { cpuMs, maxRssKb } = JSON.parse(METERED.exec(stderr)?.[1] ?? '') as { cpuMs: number; maxRssKb: number };
  return { wallMs, cpuMs, maxRssMb: maxRssKb / 1024 };
}
