import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { assay, emptyFolder } from '../testing/command.ts';
import { verdictIn } from '../testing/run-folder.ts';

const REFUSALS = 'scenarios/token/refusals.yaml';
const TENANTS = 'scenarios/tenancy/each-tenant-orders.yaml';

async function listed(...words: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await assay(['list', ...words]);
  return stdout.split('\n').flatMap((line) => line.split('  ')[0] || []);
}

describe('a line of a scenario names', () => {
  test.for([
    ['the row of a matrix', `${REFUSALS}:15`, ['token/refusals~with-the-basic-scheme-alone']],
    ['a row of for-each', `${TENANTS}:9`, ['tenancy/each-tenant-orders#second']],
  ] as const)('%s', async ([, path, ids]) => {
    expect(await listed(path)).toEqual(ids);
  });

  test('all cases of the scenario where it belongs to all, and takes none from a path beside it', async () => {
    const ids = await listed(`${TENANTS}:15`, 'scenarios/token/access-token.yaml');
    expect(ids.toSorted()).toEqual([
      'tenancy/each-tenant-orders#first',
      'tenancy/each-tenant-orders#second',
      'token/access-token',
    ]);
  });
});

test('a pattern is looked for in ids and titles, and tags are left out', async () => {
  expect(await listed(TENANTS, '--grep', 'ORDERS#f')).toEqual(['tenancy/each-tenant-orders#first']);
  expect((await listed(REFUSALS, '--grep', 'one fault is refused.*scheme')).length).toBe(2);
  const all = await listed('scenarios/orders');
  const some = await listed('scenarios/orders', '--exclude-tag', 'smoke');
  expect(some.length).toBeLessThan(all.length);
  expect(await listed('scenarios/orders', '--tag', 'smoke', '--exclude-tag', 'slow')).toEqual(
    all.filter((id) => !some.includes(id)),
  );
});

test.for([
  [['--grep', '('], '"(" is no regular expression'],
  [['--grep', 'zzz'], 'no case fits /zzz/'],
  [['--exclude-tag', 'smok'], 'warning: no scenario is tagged "smok"'],
  [['--only', 'x', '--last-failed'], 'option "--last-failed" cannot be used with option "--only <case>"'],
])('%s is told', async ([words, said]) => {
  expect((await assay(['list', REFUSALS, ...(words as string[])])).stderr).toContain(said);
});

test('what failed last is run again, told before it is sent, and refused where nothing failed', async () => {
  const out = join(emptyFolder(), 'run');
  const fault = ['--fault', 'token-life-as-text'];
  const first = await assay(['run', 'scenarios/token', ...fault, '--out', out, '-q']);
  expect(first.code).toBe(1);
  const failed = verdictIn(out).cases.flatMap(({ id, outcome }) => (outcome === 'failed' ? [id] : []));
  expect(failed.length).toBeGreaterThan(0);

  const list = await assay(['run', '--last-failed', '--list', '--out', out]);
  expect(list.stdout.match(/^\S+/gm)).toEqual(failed);
  const nowhere = await assay(['run', REFUSALS, '--last-failed', '--target', 'example', '--out', out, '--list']);
  expect(nowhere.stderr).toContain('there is no run of the target "example"');

  const again = await assay(['run', '--last-failed', '--out', out, '-q']);
  expect(again.code).toBe(0);
  expect(verdictIn(out).cases.map(({ id }) => id)).toEqual(failed);
  const none = await assay(['run', '--last-failed', '--out', out]);
  expect(none).toMatchObject({ code: 2, stderr: expect.stringMatching(/^no case failed in .*run\n/) });
});

test('a run ends after as many failures as were allowed, and is incomplete', async () => {
  const out = join(emptyFolder(), 'run');
  const words = ['run', 'scenarios/token', '--fault', 'token-life-as-text', '-j', '1'];
  const { code, stderr } = await assay([...words, '--max-failures', '1', '--out', out, '-q']);
  expect(code).toBe(1);
  expect(stderr).toBe('1 case failed, and perhaps more of those under way: what was recorded so far is being judged\n');
  const { outcome, counts } = verdictIn(out);
  expect(outcome).toBe('incomplete');
  expect(counts.cases.inconclusive).toBeGreaterThan(0);
});

test('scenarios that come with Assay have their names in every folder', async () => {
  const cwd = emptyFolder();
  const listed = await assay(['list', 'scenarios/orders/cease.yaml', '--json'], { cwd });
  expect(listed).toMatchObject({ code: 0, stderr: '' });
  expect(await assay(['list', 'scenarios/orders/cease.yaml:1'], { cwd })).toMatchObject({
    code: 0,
    stderr: '1 case\n',
  });
  expect((await assay(['list', 'scenarios/orders/crease.yaml'], { cwd })).stderr).toBe(
    'no file or folder "scenarios/orders/crease.yaml"\n  fix: check the path\n',
  );
});
