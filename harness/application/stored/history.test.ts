import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shippedPath } from '../../home.ts';
import { assay, emptyFolder } from '../../testing/command.ts';
import type { HistoryView } from './run-history.ts';

test('runs are imported once, and how their cases did is told', async () => {
  const folder = emptyFolder();
  const db = join(folder, 'history.db');
  const run = async (name: string, ...words: readonly string[]): Promise<string> => {
    const out = join(folder, name);
    await assay(['run', 'scenarios/orders/provide-new.yaml', '--quiet', '--out', out, ...words]);
    return out;
  };
  const one = await run('one');
  const two = await run('two', '--fault', 'kci-completed-before-committed');
  const three = await run('three', '--seed', '2');
  const torn = await run('torn', '--seed', '3');
  const record = join(torn, 'record.ndjson');
  writeFileSync(record, readFileSync(record, 'utf8').replace(/\n.*"run-ended".*\n$/, '\n'));

  expect(await assay(['history', 'import', one, two, one, three, torn, '--db', db])).toEqual({
    code: 0,
    stderr: '',
    stdout: `${one}: added\n${two}: added\n${one}: known already\n${three}: added\n${torn}: left out: it ended before it was done\n`,
  });
  const told = await assay(['history', '--db', db]);
  expect(told.stdout).toMatch(
    /^RUNS {2}3\n.* Passed, 2 of [\d,]+ cases .*\n.* Failed, 2 cases failed; 2 of [\d,]+ cases were run .*\n.* Passed, 2 of [\d,]+ cases .*\n\nCASES {2}2 did not pass in every run; 0 cases did\n {3}66\.7 % passed {3}33\.3 % flaky/,
  );
  const single = await assay(['history', '--db', db, '--case', '*#business']);
  expect(single.stdout).toMatch(/^orders\/provide-new#business: .*\n {2}66\.7 % passed, 33\.3 % flaky, median/);
  expect(single.stdout.match(/^ {2}2026-03-16 09:00:00 UTC {2}(passed|failed)/gm)).toHaveLength(3);
  const { runs, cases } = JSON.parse(
    (await assay(['history', '--db', db, '--json', '--latest', '2'])).stdout,
  ) as HistoryView;
  expect(runs.map(({ outcome }) => outcome)).toEqual(['failed', 'passed']);
  expect(cases.map(({ passRate }) => passRate)).toEqual([0.5, 0.5]);
});

test('what lies among the runs and is none is left out, and a run that cannot be read keeps no other out', async () => {
  const folder = emptyFolder();
  const db = join(folder, 'history.db');
  const [good, bad, load, file] = ['good', 'bad', 'load', 'a-file'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ];
  for (const name of [good, bad])
    cpSync(shippedPath('fixtures/golden/runs/lost-completion'), name, { recursive: true });
  const record = join(bad, 'record.ndjson');
  writeFileSync(record, readFileSync(record, 'utf8').replace('\n', '\nnot an observation\n'));
  mkdirSync(load);
  writeFileSync(join(load, 'load.json'), '{}');
  writeFileSync(file, '');

  const { code, stdout, stderr } = await assay(['history', 'import', bad, load, file, good, '--db', db]);
  expect(stdout).toBe(
    `${bad}: left out: it cannot be read\n${load}: left out: there is no run in it\n${file}: left out: there is no run in it\n${good}: added\n`,
  );
  expect(stderr).toMatch(new RegExp(`^${record}:2:1  the line is not an observation\n`));
  expect(code).toBe(2);
  expect((await assay(['history', 'import', load, good, '--db', db])).code).toBe(0);
  const none = await assay(['history', 'import', load, '--db', db]);
  expect([none.code, none.stderr]).toEqual([2, expect.stringMatching(new RegExp(`^there is no run in ${load}\n`))]);
});

test('where there is no history, or a file that is none, the message says so', async () => {
  const folder = emptyFolder();
  const db = join(folder, 'history.db');
  expect(await assay(['history', '--db', db])).toEqual({
    code: 2,
    stdout: '',
    stderr: `there is no history in ${db}\n  the file is missing\n  fix: fill it with "assay history import <folder of a run>"\n`,
  });
  writeFileSync(db, 'not a database');
  expect(await assay(['history', '--db', db])).toEqual({
    code: 3,
    stdout: '',
    stderr: `cannot read ${db}\n  file is not a database\n`,
  });
});
