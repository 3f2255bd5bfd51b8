import { expect, test } from 'vitest';
import type { Verdict } from '../../model.ts';
import { whyNoCertificate } from './issue-certificate.ts';

const cases = { passed: 9, failed: 0, inconclusive: 0, 'not-applicable': 0 };
const rows = { met: 9, 'not-shown': 0 };
const verdict = (more: object = {}): Verdict =>
  ({ outcome: 'certified', counts: { cases, rows }, ...more }) as unknown as Verdict;

const reasons = (of: Verdict, anyOutcome = false): (string | undefined)[] =>
  whyNoCertificate(of, { anyOutcome }).map(({ why }) => why);

test('a whole run in which all passed gets its certificate', () => {
  expect(reasons(verdict())).toEqual([]);
});

test('a run that was broken off, or a part of one, gets none, whatever it may say', () => {
  expect(reasons(verdict({ outcome: 'incomplete' }), true)).toEqual(['it ended before it was done']);
  expect(reasons(verdict({ shard: { nth: 2, of: 4 } }), true)).toEqual(['it is shard 2 of 4']);
});

test.for([
  ['not-certified', { cases: { ...cases, failed: 1 }, rows }, 'it is not certified: 1 case failed'],
  ['failed', { cases, rows }, 'it is not certified: no case failed, the run as a whole did'],
  ['inconclusive', { cases: { ...cases, inconclusive: 2 }, rows }, '2 cases could not be judged'],
  ['certified', { cases, rows: { met: 2, 'not-shown': 7 } }, '7 requirements not looked at'],
] as const)('a %s verdict gets one only where it may say so', ([outcome, counts, why]) => {
  expect(reasons(verdict({ outcome, counts }))).toEqual([why]);
  expect(reasons(verdict({ outcome, counts }), true)).toEqual([]);
});
