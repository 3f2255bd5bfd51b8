import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ReportInput } from '../../../reports/input.ts';
import { openHistory } from '../../evidence/history.ts';
import type { CaseOutcome } from '../../model.ts';
import { emptyFolder } from '../../testing/command.ts';
import { trendOf } from './trend.ts';

const NOW = 100;

function verdict(outcomes: Readonly<Record<string, CaseOutcome>>, startedAt = NOW): ReportInput['verdict'] {
  const cases = Object.entries(outcomes).map(([id, outcome]) => ({
    id,
    title: id,
    outcome,
    startedAt,
    endedAt: startedAt,
  }));
  const counts = { cases: { passed: 0, failed: 0, inconclusive: 0, 'not-applicable': 0 } };
  const run = { target: 'acme', baseUrl: 'https://gateway.example', profile: 'p', seed: 1, outcome: 'failed' };
  return { ...run, scope: { cases: 1, of: 1 }, startedAt, endedAt: startedAt, counts, cases } as never;
}

/** A run that ends so after others that ended so. */
function trendAfter(
  earlier: readonly Readonly<Record<string, CaseOutcome>>[],
  now: Readonly<Record<string, CaseOutcome>>,
) {
  const runs = emptyFolder();
  const folder = join(runs, 'now');
  mkdirSync(folder);
  writeFileSync(join(folder, 'record.ndjson'), '{}\n');
  if (earlier.length > 0) {
    const history = openHistory(join(runs, 'history.db'));
    for (const [i, outcomes] of earlier.entries())
      history.add({ id: `r${i}`, verdict: verdict(outcomes, i + 1), madeAt: i + 1 });
    history.add({ id: 'later', verdict: verdict({ new: 'passed', old: 'passed' }, NOW + 1) });
    history.close();
  }
  return trendOf(folder, { verdict: verdict(now) });
}

test('of each case that does not do as ever it is said what it became, since when, and how it came out in each run', () => {
  const earlier = [
    { new: 'passed', old: 'failed', fixed: 'failed', flaky: 'passed', steady: 'passed' },
    { new: 'passed', old: 'failed', fixed: 'failed', flaky: 'failed', steady: 'passed' },
    { new: 'inconclusive', old: 'failed', fixed: 'failed', flaky: 'passed', steady: 'passed' },
  ] as const;
  const told = trendAfter(earlier, {
    new: 'failed',
    old: 'failed',
    fixed: 'passed',
    flaky: 'failed',
    steady: 'passed',
  });
  expect(told?.map((each) => [each.case, each.is, each.since])).toEqual([
    ['new', 'new', NOW],
    ['old', 'failing', 1],
    ['fixed', 'fixed', NOW],
    ['flaky', 'flaky', NOW],
  ]);
  expect(told?.[0]?.outcomes).toEqual(['passed', 'passed', 'failed']);
});

test('a case that was never judged before is new where it fails; where no history is, or nothing before, nothing is said', () => {
  expect(trendAfter([{ other: 'passed' }], { one: 'failed' })?.map(({ is }) => is)).toEqual(['new']);
  expect(trendAfter([], { one: 'failed' })).toBeUndefined();
});
