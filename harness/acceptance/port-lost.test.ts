import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shippedPath } from '../home.ts';
import type { LoadVerdict, Verdict } from '../model.ts';
import { assay, emptyFolder, type Running, startAssay } from '../testing/command.ts';
import { holds, servedFake, targetFileFor } from '../testing/target.ts';
import { WHOLE } from '../testing/whole.ts';

const LOST =
  'the receiver at 127.0.0.1:0 can be reached no more\n  its socket was closed\n  fix: check the network that it listens on; "assay run --resume" goes on with a run that this broke off\n';

/** A command, and what takes the port of its receiver away. */
function losing(words: readonly string[]): { readonly command: Running; lose(): void } {
  const once = join(emptyFolder(), 'lose');
  const env = { NODE_OPTIONS: `--import ${shippedPath('harness/testing/lose-port.ts')}`, LOSE_PORT_ONCE: once };
  return { command: startAssay(words, { env }), lose: () => writeFileSync(once, '') };
}

/** A fake whose events take their time. */
async function slowFake(): Promise<string> {
  return targetFileFor(await servedFake(), (text) => text.replace('kci-delay: 0s', 'kci-delay: 1s'));
}

const verdictIn = <T>(folder: string, file: string): T => JSON.parse(readFileSync(join(folder, file), 'utf8')) as T;

test('a run whose receiver is lost ends, blames no gateway, and is finished by --resume', async () => {
  const out = join(emptyFolder(), 'run');
  const scenario = 'scenarios/orders/provide-new-without-appointment.yaml';
  const { command, lose } = losing(['run', scenario, '--target', await slowFake(), '--out', out]);
  await holds(join(out, 'record.ndjson'), '"status":202');
  lose();

  const { code, stderr, stdout } = await command.ended;

  expect(stderr).toContain(LOST);
  expect(stdout).toContain(`INCOMPLETE  no failure so far; 0 of ${WHOLE} judged`);
  expect(code).toBe(3);
  const { outcome, cases } = verdictIn<Verdict>(out, 'verdict.json');
  expect([outcome, ...cases.map((each) => [each.outcome, each.reason, each.detail])]).toEqual([
    'incomplete',
    ['inconclusive', 'receiver-unreachable', 'our receiver could not be reached: its socket was closed'],
  ]);
  const resumed = await assay(['run', '--resume', out, '--quiet']);
  expect([resumed.code, verdictIn<Verdict>(out, 'verdict.json').outcome]).toEqual([0, 'passed']);
});

test('a load whose receiver is lost, on a thread of its own, ends as incomplete and says why', async () => {
  const out = join(emptyFolder(), 'load');
  const load = [
    'load',
    'smoke',
    '--engine',
    'native',
    '--target',
    await slowFake(),
    '--out',
    out,
    '--reporter',
    'json',
  ];
  const { command, lose } = losing([...load, '--quiet']);
  await holds(join(out, 'failed.ndjson'), '');
  lose();

  const { code, stderr } = await command.ended;

  expect(stderr).toBe(LOST);
  expect(code).toBe(3);
  const { outcome, note } = verdictIn<LoadVerdict>(out, 'load.json');
  expect([outcome, note]).toEqual(['incomplete', 'the receiver at 127.0.0.1:0 can be reached no more']);
});

test('a receiver that only listens ends when nobody can reach it', async () => {
  const { command, lose } = losing(['listen', '--listen', '127.0.0.1:0']);
  await command.printed(/listening/);
  lose();

  const { code, stderr } = await command.ended;

  expect(stderr).toContain(LOST);
  expect(code).toBe(3);
});

test('the fake ends, too, when nobody can reach it', async () => {
  const { command, lose } = losing(['fake', '--port', '0']);
  const [url] = await command.printed(/answers at (\S+)\n/);
  lose();

  const { code, stderr } = await command.ended;

  expect(stderr).toBe(
    `the fake gateway at ${url} can be reached no more\n  its socket was closed\n  fix: check the network that it listens on\n`,
  );
  expect(code).toBe(3);
});

test('and so does the workbench', async () => {
  const { command, lose } = losing(['ui', '--port', '0', '--runs', emptyFolder()]);
  const [url] = await command.printed(/the workbench is at ([^/]+\/\/[^/]+)\//);
  lose();

  const { code, stderr } = await command.ended;

  expect(stderr).toBe(
    `the workbench at ${url} can be reached no more\n  its socket was closed\n  fix: start it again; its runs are in their folders\n`,
  );
  expect(code).toBe(3);
});
