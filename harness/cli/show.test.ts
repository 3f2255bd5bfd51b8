import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assay, emptyFolder } from '../testing/command.ts';

const CASE = 'scenarios/orders/cease.yaml';

test('a run is traced as it goes, and each of its cases can be shown afterwards', async () => {
  const out = join(emptyFolder(), 'run');
  const run = await assay(['run', CASE, '--fault', 'kci-lost-completion', '--out', out, '-q', '--trace']);
  expect(run).toMatchObject({ code: 1, stdout: '' });
  const order = /\+0 ms {2}orders\/cease {2}→ placed {2}POST http:\/\/fake\.invalid\/\S+\n([\s\S]*?)\n\+/.exec(
    run.stderr,
  );
  expect(order?.[1]).toContain('\n    Authorization: Bearer [secret:access-token-1]\n');
  expect(order?.[1]).toMatch(/\n {4}\{\n {6}"id": \d+,\n {6}"orderType": "CEASE",\n/);
  expect(run.stderr).toMatch(/\n\+0 ms {2}orders\/cease {2}← placed {2}202 in \d+ ms\n/);
  expect(run.stderr).toMatch(/\n\+1 min {2}orders\/cease {2}⇐ COMMITTED {2}POST \S+, answered 204\n/);
  // Longer than anybody reads while it goes by.
  expect(run.stderr).toMatch(/\n {4}… and [\d,]+ more lines\n/);

  const shown = await assay(['show', out, 'cea']);
  expect(shown).toMatchObject({ code: 0, stderr: '' });
  expect(shown.stdout).toMatch(/^orders\/cease {2}scenarios\/orders\/cease\.yaml:2\n/);
  const traced = run.stderr.split(/\n(?=\+)/).filter((each) => each.includes('  orders/cease  '));
  for (const each of traced) expect(shown.stdout).toContain(each.replace('  orders/cease  ', '  ').trimEnd());
  expect(shown.stdout).toContain('\nFAILED  KCI-03 KCI-05  orders/cease, step placed');
  expect(shown.stdout.endsWith('\n\nfailed\n')).toBe(true);

  expect(await assay(['show', out, 'orders/ceese'])).toMatchObject({
    code: 2,
    stderr: 'no case of the run is named "orders/ceese"\n  it has orders/cease\n  fix: did you mean "orders/cease"?\n',
  });
});

test('of a delivery that tells of several orders, a case shows what is its own', async () => {
  const out = join(emptyFolder(), 'run');
  const profile = 'fixtures/strangers/kci/parcels.yaml';
  await assay(['run', CASE, 'scenarios/orders/modify.yaml', '--profile', profile, '--out', out, '-q']);
  const { stdout } = await assay(['show', out, 'orders/cease']);
  expect(stdout).toMatch(/⇐ ACKNOWLEDGED, COMMITTED, of 4 events in one delivery {2}POST /);
  const placed = (orderType: string): string => `"orderType": "${orderType}"`;
  expect([placed('CEASE'), placed('MODIFY')].map((each) => stdout.includes(each))).toEqual([true, false]);
});
