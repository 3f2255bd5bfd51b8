import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assay, emptyFolder, startAssay } from '../testing/command.ts';
import { RUN_FOLDER, verdictIn } from '../testing/run-folder.ts';
import { holds, servedFake, targetFileFor } from '../testing/target.ts';
import { WHOLE } from '../testing/whole.ts';

const SIGNALS = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const;

test.for(SIGNALS)(
  '%s ends a run with %i, and what was recorded so far is judged and reported',
  async ([signal, status]) => {
    const out = join(emptyFolder(), 'run');
    const url = await servedFake();
    // Events that are minutes apart: the run is sure to wait.
    const target = targetFileFor(url, (text) => text.replace('kci-delay: 0s', 'kci-delay: 5m'));
    const run = startAssay([
      'run',
      'scenarios/orders/provide-new-without-appointment.yaml',
      '--target',
      target,
      '--out',
      out,
    ]);
    await holds(join(out, 'record.ndjson'), '"status":202');

    const { code, stderr, stdout } = await run.stop(signal);

    expect(stderr).toContain('interrupted: what was recorded so far is being judged; once more ends at once\n');
    expect(stdout).toContain(`INCOMPLETE  no failure so far; 0 of ${WHOLE} judged\n  gateway   fake-http at `);
    expect(code).toBe(status);
    expect(readdirSync(out).sort()).toEqual(RUN_FOLDER);
    const verdict = verdictIn(out);
    expect(verdict.outcome).toBe('incomplete');
    expect(verdict.cases.map(({ outcome, reason }) => [outcome, reason])).toEqual([['inconclusive', 'interrupted']]);
    const lines = readFileSync(join(out, 'record.ndjson'), 'utf8').trimEnd().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ type: 'run-ended', ended: 'interrupted' });
  },
);

test('a run that was interrupted is finished by --resume, and judged as a whole', async () => {
  const out = join(emptyFolder(), 'run');
  const target = targetFileFor(await servedFake(), (text) => text.replace('kci-delay: 0s', 'kci-delay: 500ms'));
  const scenario = 'scenarios/orders/provide-new-without-appointment.yaml';
  const run = startAssay(['run', scenario, '--target', target, '--out', out]);
  await holds(join(out, 'record.ndjson'), '"status":202');
  await run.stop('SIGINT');

  const { code, stderr, stdout } = await assay(['run', '--resume', out]);

  expect(stderr).toContain(`going on with ${out}: 1 of 1 cases left to walk\n`);
  expect(stdout).toContain(`PASSED  1 of ${WHOLE}\n  gateway   fake-http at `);
  expect(code).toBe(0);
});
