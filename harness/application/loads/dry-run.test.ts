import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { LoadVerdict } from '../../model.ts';
import { assay, emptyFolder } from '../../testing/command.ts';
import { answering, targetFileFor } from '../../testing/target.ts';
import type { LoadStand } from '../../workbench/protocol.ts';

test('what would be sent is said, by what and where to, and nothing is', async () => {
  expect(await assay(['simulate', 'smoke', '--dry-run'])).toEqual({
    code: 0,
    stdout: `smoke: A few seconds of everything
  50 journeys in 10 s, and then up to 5 min for KCIs
  at most 5 journeys and about 8.1 requests a second
  by the runner of a certification, on simulated time, to the embedded fake
nothing was sent
`,
    stderr: '',
  });
  const native = ['load', 'smoke', '--engine', 'native', '--target', 'fake-http', '--dry-run'];
  expect((await assay(native)).stdout).toContain('on real time, to http://127.0.0.1:8080\n');
});

test('what would keep a load from being begun is said as it would be then', async () => {
  const target = targetFileFor(await answering(200, [], ''), (text) => text.replace('load: allowed\n', ''));
  const words = ['load', 'smoke', '--engine', 'native', '--target', target];
  const begun = await assay(words);
  expect(begun).toMatchObject({ code: 2, stderr: expect.stringMatching(/^target "fake-http" does not allow load\n/) });
  expect(await assay([...words, '--dry-run'])).toEqual(begun);
});

test('a load without its k6 leaves no folder, and a dry run of it says what would be sent all the same', async () => {
  const cwd = emptyFolder();
  const without = { cwd, env: { K6_BIN: join(cwd, 'k6') } };
  const begun = await assay(['load', 'smoke'], without);
  expect(begun).toMatchObject({ code: 3, stdout: '', stderr: expect.stringMatching(/^there is no k6 at /) });
  expect(readdirSync(cwd)).toEqual([]);
  const { stdout, ...rest } = await assay(['load', 'smoke', '--dry-run'], without);
  expect({ ...rest, stdout: '' }).toEqual(begun);
  expect(stdout).toContain('by k6, on real time, to the embedded fake\nnothing was sent\n');
});

test('where a load stands is told to programs, in the end all of it', async () => {
  const out = join(emptyFolder(), 'load');
  const words = ['simulate', 'smoke', '--json-lines', '--reporter', 'junit', '--out', out];
  const { code, stdout } = await assay(words);
  const stands = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as LoadStand);
  const { thresholds, cases } = JSON.parse(readFileSync(join(out, 'load.json'), 'utf8')) as LoadVerdict;

  expect(code).toBe(0);
  expect(stands.at(-1)).toMatchObject({
    title: 'A few seconds of everything',
    journeys: { begun: 50, of: 50, underWay: 0, dropped: 0 },
    orders: { pending: 0 },
    cases: { failed: cases.failed, inconclusive: cases.inconclusive },
    thresholds,
  });
});
