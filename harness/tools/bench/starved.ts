import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shippedPath } from '../../home.ts';
import type { LoadVerdict } from '../../model.ts';
import { startFake } from './fake-process.ts';

// `npm run starve -- 20`: so many loads at ten times the rate that their one core can send, by k6 and by our own engine in
// turns. A generator that cannot keep up says so: each load is incomplete, and nothing is held against the gateway, which
// has the other cores. Needs taskset.

const MAX_MS = 180_000;
const times = Number(process.argv[2] ?? 20);
const folder = mkdtempSync(join(tmpdir(), 'assay-starved-'));
const fake = await startFake();
const target = join(folder, 'target.yaml');
const shipped = readFileSync(shippedPath('fixtures/targets/fake-http.yaml'), 'utf8');
writeFileSync(target, shipped.replace('http://127.0.0.1:8080', fake.url));
let wrong = 0;
for (let i = 0; i < times; i++) {
  const engine = i % 2 === 0 ? 'k6' : 'native';
  const out = join(folder, String(i));
  const words = [
    'load',
    shippedPath('harness/tools/bench/starved.yaml'),
    '--target',
    target,
    '--engine',
    engine,
    '-q',
    '--out',
    out,
  ];
  const { status } = spawnSync(
    'taskset',
    ['-c', '0', process.execPath, shippedPath('harness/cli/assay.js'), ...words],
    {
      timeout: MAX_MS,
    },
  );
  const { outcome, note, cases, failures } = JSON.parse(readFileSync(join(out, 'load.json'), 'utf8')) as LoadVerdict;
  const isRight = status === 3 && outcome === 'incomplete' && cases.failed === 0 && failures.length === 0;
  if (!isRight) wrong += 1;
  const told = `${engine.padEnd(7)}${outcome} (exit code ${status}), ${cases.failed} failed: ${note ?? 'no reason'}`;
  process.stdout.write(`${isRight ? '' : 'WRONG  '}${told}\n`);
  for (const { check, summary, times: of } of isRight ? [] : failures)
    process.stdout.write(`       ${of} of ${check}: ${summary}\n`);
}
await fake.stop();
rmSync(folder, { recursive: true, force: true });
process.stdout.write(`${times - wrong} of ${times} incomplete, and nothing is said of the gateway\n`);
process.exitCode = wrong === 0 ? 0 : 1;
