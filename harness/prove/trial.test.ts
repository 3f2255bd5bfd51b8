import { describe, expect, test } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import { FIXTURES } from '../contract/fixture.ts';
import { shippedFaults } from '../fake/faults.ts';
import type { CaseVerdict, Check, Requirement } from '../model.ts';
import { redsOf } from './job.ts';
import { brokenBy, decide, unknownBreaks } from './trial.ts';

const row = (id: string, more: Partial<Requirement> = {}): Requirement => ({
  id,
  level: 'stated',
  place: 'Orders',
  sentence: 'An order is answered.',
  facets: [],
  ...more,
});
const REGISTER = [
  row('ORD-1', { checks: ['http.empty-body'] }),
  row('ORD-2'),
  row('SIL-1', { level: 'silent', checks: ['world.state'] }),
];

const finding = { summary: 'it went wrong', expected: 'right', actual: 'wrong' };
const check = (id: string, requirements: readonly string[], result: Check['result']): Check => ({
  check: id,
  requirements,
  journey: 'orders/cease',
  result,
});
const failed = (id: string, ...rows: string[]): Check => check(id, rows, { outcome: 'failed', finding });
const observed = (id: string, ...rows: string[]): Check => check(id, rows, { outcome: 'observed', finding });

/** A verdict of one case with these findings, as far as a trial looks at it. */
function verdictOf(...findings: Check[]): Parameters<typeof redsOf>[0] {
  return { cases: [{ findings } as unknown as CaseVerdict], findings: [] };
}

const ended = (fault: { breaks: string[]; legal?: boolean; 'caught-by'?: string }, ...findings: Check[]) =>
  decide(brokenBy(fault, REGISTER), redsOf(verdictOf(...findings)));

describe('a fault', () => {
  test('is killed by a failed check on a row that it breaks, whatever else fails', () => {
    expect(ended({ breaks: ['ORD-1'] }, failed('http.schema', 'ORD-2'), failed('http.status', 'ORD-1'))).toBe('killed');
  });

  test('that breaks a check is killed by that check, and by others on the rows that the check tests', () => {
    expect(ended({ breaks: ['http.empty-body'] }, failed('http.empty-body'))).toBe('killed');
    expect(ended({ breaks: ['http.empty-body'] }, failed('http.schema', 'ORD-1'))).toBe('killed');
  });

  test('is no kill where only other rows fail', () => {
    expect(ended({ breaks: ['ORD-1'] }, failed('http.status', 'ORD-2'))).toBe('wrong-cause');
  });

  test('survives where nothing fails: what was observed, or could not be judged, kills nothing', () => {
    const stuck = check('step.need', ['ORD-1'], { outcome: 'inconclusive', reason: 'need-unmet', detail: '' });
    expect(ended({ breaks: ['ORD-1'] })).toBe('survived');
    expect(ended({ breaks: ['ORD-1'] }, stuck)).toBe('survived');
    expect(ended({ breaks: ['ORD-1'] }, observed('http.status', 'ORD-1'))).toBe('survived');
  });
});

describe('a departure where the spec is silent', () => {
  test('is observed when it was put on record, and survives otherwise', () => {
    expect(ended({ breaks: ['world.state'] }, observed('world.state', 'SIL-1'))).toBe('observed');
    expect(ended({ breaks: ['SIL-1'] }, observed('http.status', 'ORD-1'))).toBe('survived');
  });

  test('must not fail a promise that it keeps', () => {
    expect(ended({ breaks: ['SIL-1'] }, failed('http.status', 'ORD-1'))).toBe('wrong-cause');
  });
});

describe('a fault that shows under load alone', () => {
  const onlyUnderLoad = { breaks: ['ORD-1'], 'caught-by': 'spike' };

  test('is left to load where certification passes, and killed where it does not', () => {
    expect(ended(onlyUnderLoad)).toBe('left-to-load');
    expect(ended(onlyUnderLoad, failed('http.status', 'ORD-1'))).toBe('killed');
    expect(ended(onlyUnderLoad, failed('http.status', 'ORD-2'))).toBe('wrong-cause');
  });
});

describe('a legal variant', () => {
  const legal = { breaks: [], legal: true };

  test('is a false alarm where anything failed, also outside all cases', () => {
    expect(ended(legal, failed('http.status', 'ORD-1'))).toBe('false-alarm');
    const reds = redsOf({ cases: [], findings: [{ ...failed('kci.path', 'ORD-1'), journey: '' }] });
    expect(decide(brokenBy(legal, REGISTER), reds)).toBe('false-alarm');
  });

  test('is clean where something was merely observed', () => {
    expect(ended(legal, observed('http.status', 'SIL-1'))).toBe('clean');
  });
});

describe('what is found', () => {
  test('is told once for each check and its rows, with how often and where', () => {
    const again = { ...failed('http.status', 'ORD-1'), journey: 'orders/swap' };
    expect(redsOf(verdictOf(failed('http.status', 'ORD-1'), again, failed('http.status', 'ORD-2')))).toEqual([
      {
        check: 'http.status',
        rows: ['ORD-1'],
        outcome: 'failed',
        times: 2,
        example: { case: 'orders/cease', summary: 'it went wrong' },
        cases: ['orders/cease', 'orders/swap'],
      },
      {
        check: 'http.status',
        rows: ['ORD-2'],
        outcome: 'failed',
        times: 1,
        example: { case: 'orders/cease', summary: 'it went wrong' },
        cases: ['orders/cease'],
      },
    ]);
  });
});

describe('what faults say they break', () => {
  test('must be a row or a check', () => {
    const fault = { fault: 'a', title: 'A', breaks: ['ORD-1', 'kci.nevr', 'ORD-9999'], do: [] };
    expect(unknownBreaks([fault], REGISTER)).toEqual([
      {
        severity: 'error',
        message: 'fault "a" breaks "kci.nevr", which is neither a row of the register nor a check',
        fix: 'did you mean "kci.never"?',
      },
      { severity: 'error', message: 'fault "a" breaks "ORD-9999", which is neither a row of the register nor a check' },
    ]);
  });

  test('is known, in all that comes with Assay', () => {
    const { register } = loadContract(`${FIXTURES}/contract`).contract;
    expect(unknownBreaks(shippedFaults().faults, register)).toEqual([]);
  });
});
