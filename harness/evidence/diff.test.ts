import { describe, expect, test } from 'vitest';
import type { CaseOutcome, Check, Observation, Plan, Verdict } from '../model.ts';
import { type ComparedRun, changedCauses, diff, isWorse } from './diff.ts';
import { medianOf } from './rates.ts';

type Looks = Readonly<Record<string, 'passed' | 'failed'>>;

/** A run of cases, each with its outcome and what was looked at. */
function run(
  cases: Readonly<Record<string, readonly [CaseOutcome, Looks?]>>,
  more: Partial<ComparedRun> = {},
): ComparedRun {
  const checks = Object.entries(cases).flatMap(([id, [, looks = {}]]) =>
    Object.entries(looks).map(
      ([check, outcome]): Check => ({
        check,
        requirements: ['R-1'],
        journey: id,
        step: 'order',
        result:
          outcome === 'passed'
            ? { outcome }
            : { outcome, finding: { summary: `${check} of ${id}`, expected: '', actual: '' } },
      }),
    ),
  );
  const verdict = { causes: [], cases: Object.entries(cases).map(([id, [outcome]]) => ({ id, outcome })) };
  const plan = { journeys: Object.keys(cases).map((id) => ({ id })) };
  return {
    verdict: verdict as unknown as Verdict,
    plan: plan as unknown as Plan,
    checks,
    record: [],
    ...more,
  };
}
const GOOD = run({ a: ['passed', { status: 'passed', body: 'passed' }] });
const compare = (before: ComparedRun, after: ComparedRun) => diff(before, after, { factor: 2 });

test('a run is not different from itself', () => {
  const same = compare(GOOD, GOOD);
  const none = { cases: [], checks: [] };
  expect(same).toEqual({
    version: 1,
    causes: { new: [], fixed: [] },
    newFailures: [],
    fixed: [],
    lost: none,
    added: none,
    timings: [],
  });
  expect(isWorse(same)).toBe(false);
});

test('a mistake that only one of the runs shows came, or was fixed', () => {
  const causesOf = (...kinds: readonly string[]) =>
    kinds.map((kind) => ({ kind, cases: ['a', 'b'] })) as unknown as Verdict['causes'];
  const found = changedCauses({ causes: causesOf('old', 'both') }, { causes: causesOf('both', 'fresh') });
  expect(found).toEqual({ new: [{ kind: 'fresh', cases: 2 }], fixed: [{ kind: 'old', cases: 2 }] });
});

test('a failure that was not there is new, and makes the run worse', () => {
  const found = compare(GOOD, run({ a: ['failed', { status: 'failed', body: 'passed' }] }));
  const failure = { case: 'a', step: 'order', check: 'status', requirements: ['R-1'], summary: 'status of a' };
  expect(found.newFailures).toEqual([{ ...failure, other: 'passed' }]);
  expect(isWorse(found)).toBe(true);
});

test('the same failure in other words is not new; another of the same case is', () => {
  const before = run({ a: ['failed', { status: 'failed', body: 'passed' }] });
  const after = run({ a: ['failed', { status: 'failed', body: 'failed' }] });
  const reworded = after.checks.map((check) => ({
    ...check,
    result: { outcome: 'failed', finding: { summary: 'in other words', expected: '', actual: '' } } as const,
  }));
  const found = compare(before, { ...after, checks: reworded });
  expect(found.newFailures.map(({ check }) => check)).toEqual(['body']);
});

test('a waived failure is told and makes nothing worse; one beside it does', () => {
  const isWaived: ComparedRun['isWaived'] = ({ caseId, check }) => caseId === 'a' && check.check === 'status';
  const waived = compare(GOOD, run({ a: ['failed', { status: 'failed', body: 'passed' }] }, { isWaived }));
  expect(waived.newFailures).toMatchObject([{ case: 'a', isWaived: true }]);
  expect(isWorse(waived)).toBe(false);
  const both = compare(GOOD, run({ a: ['failed', { status: 'failed', body: 'failed' }] }, { isWaived }));
  expect(both.newFailures.map((failure) => failure.isWaived)).toEqual([true, undefined]);
  expect(isWorse(both)).toBe(true);
});

test('a waived failure of the run as a whole makes nothing worse', () => {
  const finding = { summary: 'an event came for nobody', expected: '', actual: '' };
  const check: Check = { check: 'kci', requirements: ['R-1'], journey: '', result: { outcome: 'failed', finding } };
  const after = {
    ...GOOD,
    checks: [...GOOD.checks, check],
    isWaived: ({ caseId }: { caseId: string }) => caseId === 'run',
  };
  expect(compare(GOOD, after).newFailures).toMatchObject([{ case: 'run', isWaived: true }]);
  expect(isWorse(compare(GOOD, after))).toBe(false);
});

test('a failure of a run that is gone is fixed only where the case was judged again', () => {
  const failing = run({ a: ['failed', { status: 'failed', body: 'passed' }] });
  expect(compare(failing, GOOD).fixed.map(({ check }) => check)).toEqual(['status']);
  const away = compare(failing, run({ a: ['inconclusive'] }));
  expect(away.fixed).toEqual([]);
  expect(away.lost.cases).toEqual([{ case: 'a', other: 'inconclusive' }]);
  expect(isWorse(away)).toBe(true);
});

describe('what is not looked at any more', () => {
  test('is lost: a check of a case', () => {
    const found = compare(GOOD, run({ a: ['passed', { status: 'passed' }] }));
    expect(found.lost).toEqual({ cases: [], checks: [{ case: 'a', step: 'order', check: 'body' }] });
    expect(isWorse(found)).toBe(true);
  });

  test('is lost: a whole case, without naming its checks', () => {
    expect(compare(GOOD, run({})).lost).toEqual({ cases: [{ case: 'a', other: 'not-run' }], checks: [] });
  });

  test('is not lost where the case failed before it came to it', () => {
    expect(compare(GOOD, run({ a: ['failed', { status: 'failed' }] })).lost).toEqual({ cases: [], checks: [] });
  });

  test('the other way round is new, and makes nothing worse', () => {
    const found = compare(run({ a: ['passed', { status: 'passed' }] }), GOOD);
    expect(found.added.checks).toEqual([{ case: 'a', step: 'order', check: 'body' }]);
    expect(compare(run({}), GOOD).added.cases).toEqual([{ case: 'a', other: 'not-run' }]);
    expect(isWorse(found)).toBe(false);
  });
});

test('several attempts at a case are one case', () => {
  const twice: Plan = {
    journeys: [{ id: 'a' }, { id: 'a@2', attempt: { of: 'a', number: 2 } }],
  } as unknown as Plan;
  const second = GOOD.checks.map((check) => ({ ...check, journey: 'a@2' }));
  const after = { ...GOOD, plan: twice, checks: [...GOOD.checks, ...second] };
  expect(compare(GOOD, after).added.checks).toEqual([]);
});

/** Answers to one operation, so slow each. */
function answers(verb: string, ...tookMs: readonly number[]): Observation[] {
  return tookMs.map((ms) => ({ type: 'response-received', verb, tookMs: ms }) as Observation);
}

test('medians that moved by more than the factor are told', () => {
  const timed = (...ms: readonly number[]): ComparedRun => ({ ...GOOD, record: answers('order', ...ms) });
  const timings = (was: readonly number[], is: readonly number[]) => compare(timed(...was), timed(...is)).timings;
  const fifty = [50, 50, 50, 50, 50];
  expect(timings(fifty, [90, 99, 99, 99, 900])).toEqual([]);
  expect(timings(fifty, [90, 99, 100, 101, 900])).toEqual([
    { operation: 'order', beforeMs: 50, afterMs: 100, factor: 2 },
  ]);
  expect(timings(fifty, [9, 9, 10, 10, 10])).toEqual([{ operation: 'order', beforeMs: 50, afterMs: 10, factor: 0.2 }]);
  expect(timings([1, 1, 1, 1, 1], [9, 9, 9, 9, 9])).toEqual([]);
  expect(timings([50], [500])).toEqual([]);
});

test('the median of an even number is the mean of the two in the middle', () => {
  expect([[3, 1, 2], [4, 1, 2, 3], []].map(medianOf)).toEqual([2, 2.5, 0]);
});
