import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { displayPath } from '../../home.ts';
import type { CaseVerdict, Observation, RowVerdict, Verdict } from '../../model.ts';
import { assay, emptyFolder } from '../../testing/command.ts';
import { casesOfWhole } from '../../testing/whole.ts';
import { RUN_FILES } from '../folder/folder.ts';

/** Orders, refusals, and a fault that only some of the cases show. */
const RUN = [
  'run',
  'scenarios/amendments',
  'scenarios/appointments',
  'scenarios/kci',
  '--depth',
  'quick',
  '--fault',
  'kci-lost-completion',
  '--quiet',
];
const OF = 3;

function read<T>(folder: string, name: string): T {
  return JSON.parse(readFileSync(join(folder, name), 'utf8')) as T;
}

const verdictIn = (folder: string): Verdict => read<Verdict>(folder, RUN_FILES.verdict);

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/**
 * A case without its times, its place in the record, and the ids that a gateway chose. Requests of several cases with the
 * same wrong id (a text, say) are about one order in one run, and so looked at once; in several shards once in each.
 */
function lasting({ startedAt: _s, endedAt: _e, findings, checks, requirements: _r, ...rest }: CaseVerdict): unknown {
  const { passed: _p, ...others } = checks;
  const whole = { ...rest, checks: others, findings: findings.map(({ seq: _, ...each }) => each) };
  return JSON.parse(JSON.stringify(whole).replaceAll(UUID, 'uuid'));
}

const outcomeOf = ({ id, outcome }: RowVerdict): readonly string[] => [id, outcome];

describe('the shards of a run, each made by itself', () => {
  const folder = { whole: '', joined: '', shards: [] as string[] };

  beforeAll(async () => {
    const place = mkdtempSync(join(tmpdir(), 'assay-shards-'));
    folder.whole = join(place, 'whole');
    folder.joined = join(place, 'joined');
    folder.shards = Array.from({ length: OF }, (_, i) => join(place, `shard-${i + 1}`));
    await assay([...RUN, '--out', folder.whole]);
    for (const [i, out] of folder.shards.entries()) await assay([...RUN, '--shard', `${i + 1}/${OF}`, '--out', out]);
  });
  afterAll(() => rmSync(dirname(folder.whole), { recursive: true, force: true }));

  test('have every case once, about as many each', () => {
    const cases = folder.shards.map((each) => verdictIn(each).cases.map(({ id }) => id));

    const whole = verdictIn(folder.whole).cases.map(({ id }) => id);
    expect(cases.flat().sort()).toEqual([...whole].sort());
    const sizes = cases.map(({ length }) => length);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(whole.length / 20);
  });

  test('say in their verdicts and reports which part they are', () => {
    const second = folder.shards[1] ?? '';

    const { shard, scope, outcome, cases } = verdictIn(second);
    expect(shard).toEqual({ nth: 2, of: OF });
    expect([scope, outcome]).toEqual([{ cases: cases.length, of: casesOfWhole() }, 'failed']);
    for (const name of ['index.html', 'junit.xml', 'ctrf.json'])
      expect(readFileSync(join(second, name), 'utf8')).toContain('shard 2 of 3');
  });

  test('come to the verdict of the whole run when they are joined', async () => {
    const { code } = await assay(['report', 'merge', ...folder.shards.toReversed(), '--out', folder.joined, '--quiet']);

    const whole = verdictIn(folder.whole);
    const joined = verdictIn(folder.joined);
    expect(code).toBe(1);
    expect(joined.cases.map(lasting)).toEqual(whole.cases.map(lasting));
    expect(joined.requirements.map(outcomeOf)).toEqual(whole.requirements.map(outcomeOf));
    expect(joined.findings).toEqual(whole.findings);
    expect([joined.outcome, joined.shard, joined.counts.cases]).toEqual([whole.outcome, undefined, whole.counts.cases]);
    expect(joined.scope).toEqual(whole.scope);
  });

  test('leave one record, numbered through, that is judged again to the same bytes', async () => {
    const out = join(emptyFolder(), 'joined');
    await assay(['report', 'merge', ...folder.shards, '--out', out, '--quiet']);
    const again = await assay(['judge', out]);

    const lines = readFileSync(join(out, RUN_FILES.record), 'utf8').trimEnd().split('\n');
    const record = lines.map((line) => JSON.parse(line) as Observation);
    expect(record.map(({ seq }) => seq)).toEqual(record.map((_, i) => i + 1));
    const numbers = record.flatMap((each) => (each.type === 'request-sent' ? [each.exchange] : []));
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(again.stdout).toBe(readFileSync(join(out, RUN_FILES.verdict), 'utf8'));
  });

  const merging = (...folders: string[]) => assay(['report', 'merge', ...folders, '--quiet']);

  test('are refused where one is missing, or there twice', async () => {
    const [first = '', , third = ''] = folder.shards;

    const { code, stderr } = await merging(first, third, third);

    expect(code).toBe(2);
    expect(stderr).toBe(`shard 2/3 is missing
  a verdict needs every case
  fix: name the folder of its run, too

shard 3/3 is there twice
  in ${displayPath(third)} and in ${displayPath(third)}
  fix: name one of them

2 errors
`);
  });

  test('are refused where one is of another run', async () => {
    const [first = '', second = '', third = ''] = folder.shards;
    const other = join(emptyFolder(), 'other');
    cpSync(second, other, { recursive: true });
    writeFileSync(
      join(other, RUN_FILES.plan),
      JSON.stringify({ ...read<Record<string, unknown>>(second, RUN_FILES.plan), seed: 7 }),
    );

    const { code, stderr } = await merging(first, other, third);

    expect(code).toBe(2);
    expect(stderr).toBe(`${displayPath(other)} has another seed than ${displayPath(first)}
  7 is not 1
  fix: join shards of one run
`);
  });

  test('are refused where a folder holds a whole run, or none', async () => {
    const whole = await merging(folder.whole);
    const empty = emptyFolder();
    const none = await merging(empty);

    expect([whole.code, none.code]).toEqual([2, 2]);
    expect(whole.stderr).toContain(`${displayPath(folder.whole)} is not the run of a shard`);
    expect(none.stderr).toContain(`there is no run in ${displayPath(empty)}`);
  });
});

test('a shard of a run on real time needs the nonce that all shards share', async () => {
  const { code, stderr } = await assay(['run', '--tag', 'smoke', '--door', 'socket', '--shard', '1/2', '--quiet']);

  expect(code).toBe(2);
  expect(stderr).toBe(`--shard needs --nonce
  all shards of a run must share one, or they would use the same ids and addresses
  fix: give all of them the same, which no earlier run had: --nonce build-71
`);
});

test('what is no part is told before anything is read', async () => {
  const { code, stderr } = await assay(['run', '--shard', '5/4']);

  expect(code).toBe(2);
  expect(stderr).toContain('write 2/4 for the second part of four');
});
