import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import type { CaseOutcome, Verdict } from '../model.ts';
import { openHistory, type RunHistory } from './history.ts';

function verdict(startedAt: number, outcomes: Readonly<Record<string, CaseOutcome>>, target = 'acme'): Verdict {
  const cases = Object.entries(outcomes).map(([id, outcome]) => ({
    id,
    title: `Case ${id}`,
    outcome,
    startedAt,
    endedAt: startedAt + 250,
  }));
  const counts = { passed: 1, failed: 2, inconclusive: 3, 'not-applicable': 4 };
  return {
    target,
    baseUrl: 'https://gateway.example',
    profile: 'supplier',
    seed: 7,
    outcome: 'passed',
    scope: { cases: 10, of: 796 },
    startedAt,
    endedAt: startedAt + 1_000,
    counts: { cases: counts },
    cases,
  } as unknown as Verdict;
}

function history(file = ':memory:'): RunHistory {
  const opened = openHistory(file);
  onTestFinished(() => opened.close());
  return opened;
}

test('what is added is there, the latest runs in the order of time', () => {
  const all = history();
  for (const at of [3, 1, 2]) expect(all.add({ id: `r${at}`, verdict: verdict(at, { a: 'passed' }) })).toBe(true);
  expect(all.runs({ latest: 2 }).map(({ id }) => id)).toEqual(['r2', 'r3']);
  expect(all.runs({ latest: 1 })).toEqual([
    {
      id: 'r3',
      target: 'acme',
      baseUrl: 'https://gateway.example',
      profile: 'supplier',
      seed: 7,
      outcome: 'passed',
      scope: { cases: 10, of: 796 },
      startedAt: 3,
      endedAt: 1_003,
      madeAt: 3,
      cases: { passed: 1, failed: 2, inconclusive: 3, 'not-applicable': 4 },
    },
  ]);
});

test('runs stand in the order in which they were made, whatever time they simulated', () => {
  const all = history();
  for (const [id, madeAt] of [
    ['late', 9],
    ['early', 4],
    ['later', 12],
  ] as const)
    all.add({ id, verdict: verdict(1, {}), madeAt });
  expect(all.runs({ latest: 2 }).map(({ id }) => id)).toEqual(['late', 'later']);
});

test('the same run is known again, and not counted twice', () => {
  const all = history();
  all.add({ id: 'r', verdict: verdict(1, { a: 'passed' }) });
  expect(all.add({ id: 'r', verdict: verdict(1, { a: 'passed' }) })).toBe(false);
  expect(all.cases('r')).toHaveLength(1);
});

test('runs of one target can be asked for', () => {
  const all = history();
  all.add({ id: 'ours', verdict: verdict(1, {}) });
  all.add({ id: 'theirs', verdict: verdict(2, {}, "o'brien; drop table runs") });
  expect(all.runs({ target: "o'brien; drop table runs", latest: 9 }).map(({ id }) => id)).toEqual(['theirs']);
});

test('cases keep attempts, waivers and how long they took', () => {
  const all = history();
  const { cases, ...rest } = verdict(1, { a: 'failed', b: 'passed' });
  const attempts = (['failed', 'passed', 'failed'] as const).map((outcome) => ({
    journey: 'a',
    outcome,
    startedAt: 0,
    endedAt: 1,
  }));
  const [a, b] = cases;
  const waiving = { waivedCases: ['a'] } as unknown as NonNullable<Parameters<RunHistory['add']>[0]['waiving']>;
  all.add({ id: 'r', verdict: { ...rest, cases: a && b ? [{ ...a, attempts }, b] : [] }, waiving });
  expect(all.cases('r')).toEqual([
    {
      run: 'r',
      case: 'a',
      title: 'Case a',
      outcome: 'failed',
      isWaived: true,
      tookMs: 250,
      attempts: 3,
      failedAttempts: 2,
    },
    {
      run: 'r',
      case: 'b',
      title: 'Case b',
      outcome: 'passed',
      isWaived: false,
      tookMs: 250,
      attempts: 1,
      failedAttempts: 0,
    },
  ]);
});

test('it outlives its process, and a file of another version is left alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-history-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'history.db');
  const first = openHistory(file);
  first.add({ id: 'r', verdict: verdict(1, { a: 'passed' }) });
  first.close();
  expect(history(file).runs({ latest: 9 })).toHaveLength(1);

  const old = new DatabaseSync(file);
  old.exec('alter table runs drop column made_at; pragma user_version = 2');
  old.close();
  const taken = history(file);
  taken.add({ id: 'next', verdict: verdict(1, {}), madeAt: 5 });
  expect(taken.runs({ latest: 9 }).map(({ id, madeAt }) => [id, madeAt])).toEqual([
    ['r', 1],
    ['next', 5],
  ]);

  const other = join(folder, 'other.db');
  const database = new DatabaseSync(other);
  database.exec('create table things (a); pragma user_version = 7');
  database.close();
  expect(() => openHistory(other)).toThrow('it is of version 7, and this Assay writes 3');
});
