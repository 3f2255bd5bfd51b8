import { expect, test } from 'vitest';
import type { CaseOutcome, Reason, Verdict } from '../model.ts';
import type { Waiving } from '../verdict/waiver.ts';
import { exitCodeOf } from './exit.ts';

type Case = readonly [CaseOutcome, Reason?];

/** As much of a verdict as the exit code looks at. */
function verdictOf(cases: readonly Case[], findings: readonly CaseOutcome[] = [], deliveries = 0): Verdict {
  const count = (outcome: CaseOutcome): number => cases.filter(([each]) => each === outcome).length;
  return {
    cases: cases.map(([outcome, reason]) => ({ outcome, reason })),
    findings: findings.map((outcome) => ({ result: { outcome } })),
    counts: {
      deliveries,
      cases: { passed: count('passed'), failed: count('failed'), inconclusive: count('inconclusive') },
    },
  } as unknown as Verdict;
}

const TABLE: readonly (readonly [title: string, cases: readonly Case[], strict: number, lenient: number])[] = [
  ['all cases passed', [['passed'], ['passed']], 0, 0],
  ['a case failed', [['passed'], ['failed']], 1, 1],
  ['a case failed and another could not be tested', [['inconclusive', 'need-unmet'], ['failed']], 1, 1],
  ['a case could not be tested', [['passed'], ['inconclusive', 'need-unmet']], 4, 0],
  ['a case passed before nothing could be reached', [['passed'], ['inconclusive', 'unreachable']], 4, 0],
  [
    'nothing could be reached',
    [
      ['inconclusive', 'unreachable'],
      ['inconclusive', 'token-unavailable'],
    ],
    3,
    3,
  ],
  [
    'nothing was tested, for several reasons',
    [
      ['inconclusive', 'unreachable'],
      ['inconclusive', 'need-unmet'],
    ],
    4,
    4,
  ],
  ['no case applies to the target', [['not-applicable', 'capability-declared-absent']], 4, 4],
  ['there was no case', [], 4, 4],
];

test.for(TABLE)('%s', ([, cases, strict, lenient]) => {
  expect(exitCodeOf({ verdict: verdictOf(cases) }, { allowInconclusive: false })).toBe(strict);
  expect(exitCodeOf({ verdict: verdictOf(cases) }, { allowInconclusive: true })).toBe(lenient);
});

test('a run that waited for events of which none came failed in its environment, and no policy allows it', () => {
  const cases: readonly Case[] = [['passed'], ['inconclusive', 'nothing-delivered']];
  expect(exitCodeOf({ verdict: verdictOf(cases) }, { allowInconclusive: true })).toBe(3);
  expect(exitCodeOf({ verdict: verdictOf(cases, [], 5) }, { allowInconclusive: true })).toBe(0);
  expect(exitCodeOf({ verdict: verdictOf([...cases, ['failed']]) }, { allowInconclusive: true })).toBe(1);
});

test('a failure that belongs to no case, such as a delivery nobody can explain, is a failure', () => {
  expect(exitCodeOf({ verdict: verdictOf([['passed']], ['failed']) }, { allowInconclusive: true })).toBe(1);
});

test.for([
  ['all failures are waived', { open: 0, waivedCases: ['a'] }, 0],
  ['one failure is not', { open: 1, waivedCases: [] }, 1],
  ['a waiver is stale', { open: 0, waivedCases: ['a'], stale: [{}] }, 4],
  ['a waiver has expired', { open: 0, waivedCases: ['a'], expired: [{}] }, 4],
  ['a waiver is stale, and a failure is not waived', { open: 1, stale: [{}] }, 1],
] as const)('with waivers: %s', ([, waived, code]) => {
  const waiving = { stale: [], expired: [], waivedCases: [], ...waived } as unknown as Waiving;
  expect(exitCodeOf({ verdict: verdictOf([['failed']]), waiving }, { allowInconclusive: false })).toBe(code);
  expect(exitCodeOf({ verdict: verdictOf([['failed'], ['passed']]), waiving }, { allowInconclusive: true })).toBe(code);
});
