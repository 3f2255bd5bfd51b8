import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shippedPath } from '../../home.ts';
import { usageOf } from '../../io/usage.ts';
import { findK6 } from '../../load/k6/binary.ts';
import type { LoadVerdict } from '../../model.ts';
import { AS_ASSAY } from './as-assay.ts';
import { startServer } from './fake-process.ts';

/** What a load cost. */
interface LoadCost {
  readonly begun: number;
  /** All processes together, and k6 alone. */
  readonly cpuMs: number;
  readonly k6CpuMs: number;
  readonly memoryMb: number;
}

/**
 * The same journeys, a hundred a second for 20 s, against the same stub: by a hand-written script, by us with k6, and by us
 * alone.
 */
interface LoadSpeed {
  readonly plain: LoadCost;
  readonly k6: LoadCost;
  readonly native: LoadCost;
}

const LOOK_MS = 100;
const FILES = shippedPath('harness/tools/bench/load');
const CREDENTIALS = { BENCH_CLIENT: 'bench', BENCH_SECRET: 'bench-secret' };
/** A shell prints its own times in the first line, and those of all it waited for in the second. */
const METERED = '"$@"; ended=$?; times > "$TIMES"; exit $ended';

/** Makes each load once, one after the other; undefined where there is no k6. */
export async function loadSpeed(folder: string): Promise<LoadSpeed | undefined> {
  const k6 = await findK6(process.env);
  if ('message' in k6) return undefined;
  const stub = await startServer(join(FILES, 'stub.ts'), []);
  try {
    const plain = await plainCost(k6.path, stub.url, folder);
    return {
      plain,
      k6: ownCost('k6', k6.path, stub.url, folder),
      native: ownCost('native', k6.path, stub.url, folder),
    };
  } finally {
    await stub.stop();
  }
}

async function plainCost(k6: string, url: string, folder: string): Promise<LoadCost> {
  const summary = join(folder, 'plain.json');
  const words = ['run', '--quiet', '--no-usage-report', `--summary-export=${summary}`, join(FILES, 'plain.js')];
  const child = spawn(k6, words, { env: { ...process.env, BASE: url, RATE: '100', DUR: '20s' }, stdio: 'ignore' });
  let used = { processorMs: 0, memoryBytes: 0 };
  const looking = setInterval(() => {
    used = usageOf(child.pid ?? 0) ?? used;
  }, LOOK_MS);
  await new Promise((resolve) => child.once('exit', resolve));
  clearInterval(looking);
  const { metrics } = JSON.parse(readFileSync(summary, 'utf8')) as { metrics: { iterations: { count: number } } };
  const cpuMs = used.processorMs;
  return { begun: metrics.iterations.count, cpuMs, k6CpuMs: cpuMs, memoryMb: used.memoryBytes / 2 ** 20 };
}

function ownCost(engine: 'k6' | 'native', k6: string, url: string, folder: string): LoadCost {
  const [all, alone, out] = ['all', 'alone', 'out'].map((name) => join(folder, `${engine}-${name}`)) as [
    string,
    string,
    string,
  ];
  const wrapper = join(folder, 'k6');
  writeFileSync(
    wrapper,
    `#!/bin/sh\n[ "$1" = version ] && exec '${k6}' version\nTIMES='${alone}'\nset -- '${k6}' "$@"\n${METERED}\n`,
  );
  chmodSync(wrapper, 0o755);
  const words = [
    'load',
    join(FILES, 'traffic/steady.yaml'),
    '--engine',
    engine,
    '--target',
    join(FILES, 'target.yaml'),
  ];
  const command = [process.execPath, ...AS_ASSAY, shippedPath('harness/cli/assay.js'), ...words, '-q', '--out', out];
  spawnSync('sh', ['-c', METERED, 'sh', ...command], {
    env: { ...process.env, ...CREDENTIALS, BENCH_BASE: url, TIMES: all, K6_BIN: wrapper },
    stdio: 'ignore',
  });
  const { metrics, generator, cases } = JSON.parse(readFileSync(join(out, 'load.json'), 'utf8')) as LoadVerdict;
  if (cases.failed > 0) throw new Error(`the stub of the bench fails ${cases.failed} journeys: see ${out}`);
  return {
    begun: metrics.counts.journeys ?? 0,
    cpuMs: timesIn(all),
    k6CpuMs: engine === 'k6' ? timesIn(alone) : 0,
    memoryMb: (generator?.memoryBytes ?? 0) / 2 ** 20,
  };
}

/** `0m3.210000s 0m1.200000s` in ms. */
function timesIn(file: string): number {
  const [, children = ''] = readFileSync(file, 'utf8').split('\n');
  const times = [...children.matchAll(/(\d+)m([\d.]+)s/g)];
  return times.reduce((sum, [, minutes, seconds]) => sum + (Number(minutes) * 60 + Number(seconds)) * 1000, 0);
}
