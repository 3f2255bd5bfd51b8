import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shippedPath } from '../../home.ts';

// `npm run repeat -- 50`: certifies the embedded fake so many times and compares every byte of what each run leaves.

const FILES = ['plan.json', 'record.ndjson', 'verdict.json', 'junit.xml', 'ctrf.json', 'index.html'];

function digestsOf(folder: string): string {
  return FILES.map((file) => {
    const digest = createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex');
    return `${file} ${digest}`;
  }).join('\n');
}

const times = Number(process.argv[2] ?? 10);
const folder = mkdtempSync(join(tmpdir(), 'assay-repeat-'));
const runs = new Map<string, number>();
let failed = 0;
for (let i = 0; i < times; i++) {
  const out = join(folder, 'run');
  const words = [shippedPath('harness/cli/assay.js'), 'certify', '-q', '--out', out, ...process.argv.slice(3)];
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  if (status !== 0) {
    failed += 1;
    process.stderr.write(`run ${i + 1} ended with ${status}\n${stderr}`);
  }
  const digests = digestsOf(out);
  runs.set(digests, (runs.get(digests) ?? 0) + 1);
}
rmSync(folder, { recursive: true, force: true });
process.stdout.write(`${times} runs, ${failed} did not pass, ${runs.size} different results\n`);
for (const [digests, count] of runs) process.stdout.write(`\n${count} of ${times}:\n${digests}\n`);
process.exitCode = failed === 0 && runs.size === 1 ? 0 : 1;
