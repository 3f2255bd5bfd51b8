import { describe, expect, test } from 'vitest';
import type { RowOutcome, Verdict } from '../../harness/model.ts';
import { failed } from '../testing/sample.ts';
import { breaches, casesWords, facetWords, metWords, requestsWords, resultLine } from './counts.ts';

const cases = (passed: number, failed = 0, inconclusive = 0) => ({ passed, failed, inconclusive, 'not-applicable': 0 });

describe('what a run came to', () => {
  test.each([
    ['certified', 796, cases(796), 'Certified, 796 of 796 cases'],
    ['passed', 21, cases(21), 'Passed, 21 of 796 cases'],
    ['not-certified', 796, cases(638, 158), 'Not certified, 158 of 796 cases failed'],
    ['not-certified', 796, cases(796), 'Not certified, no case failed, the run as a whole did'],
    ['failed', 21, cases(20, 1), 'Failed, 1 case failed; 21 of 796 cases were run'],
    ['inconclusive', 796, cases(791, 0, 5), 'Inconclusive, 5 cases could not be judged'],
    ['inconclusive', 1, cases(0, 0, 1), 'Inconclusive, 1 case could not be judged; 1 of 796 cases was run'],
    ['incomplete', 796, cases(409, 158, 229), 'Incomplete, 158 cases failed so far; 567 of 796 cases judged'],
    ['incomplete', 21, cases(4, 0, 17), 'Incomplete, no failure so far; 4 of 796 cases judged'],
  ] as const)('%s with %i cases', (outcome, planned, counts, words) => {
    expect(resultLine({ outcome, scope: { cases: planned, of: 796 }, cases: counts })).toBe(words);
  });
});

test('a run that failed as a whole says so beside its failed cases', () => {
  const finding = { summary: 'a stray event', expected: 'none', actual: 'one' };
  const ended = { outcome: 'not-certified', scope: { cases: 9, of: 9 }, cases: cases(8, 1) } as const;
  const strayed = failed('', 'kci.expected', finding);
  expect(resultLine({ ...ended, findings: [strayed] })).toBe(
    'Not certified, 1 of 9 cases failed, and the run as a whole',
  );
  expect(resultLine({ ...ended, findings: [] })).toBe('Not certified, 1 of 9 cases failed');
});

test('cases are counted in one form', () => {
  expect(casesWords(cases(1_204, 2, 1), ', 1 of them waived')).toBe(
    '1,207: 1,204 passed, 2 failed, 1 of them waived, 1 inconclusive, 0 not applicable',
  );
});

const row = (level: 'stated' | 'assumed' | 'silent', place: string, outcome: RowOutcome) => ({ level, place, outcome });
const rows = [
  row('stated', 'Errors', 'met'),
  row('stated', 'Errors', 'partly-met'),
  row('stated', 'Errors', 'not-shown'),
  row('stated', 'Errors', 'excluded'),
  row('assumed', 'KCI profile, lifecycle', 'breached'),
  row('assumed', 'KCI profile, delivery', 'breached'),
  row('assumed', 'Errors', 'met'),
  row('silent', 'Errors', 'observed'),
];

describe('requirements', () => {
  test('that are broken are counted by whose they are', () => {
    expect(breaches(rows, 'supplier')).toBe(
      '0 of 3 requirements of the specification, 2 of 2 of the KCI profile supplier, 0 of 1 agreed reading',
    );
    expect(breaches(rows.slice(0, 4), 'supplier')).toBe('0 of 3 requirements of the specification');
  });

  test('are counted without what the specification leaves open, and what nobody can see from outside', () => {
    expect(metWords(rows)).toBe('2 of 6 requirements, 1 partly met, 1 not shown');
  });
});

describe('what was shown of a requirement', () => {
  const facets = (...outcomes: readonly Verdict['requirements'][number]['facets'][number]['outcome'][]) => ({
    facets: outcomes.map((outcome, i) => ({ id: `f${i + 1}`, outcome, cases: [] })),
  });

  test('is told by its facets, those that were not shown by name', () => {
    expect(facetWords(facets('shown', 'not-shown', 'breached', 'not-shown'))).toBe(
      '1 of 4; breached: f3; not shown: f2, f4',
    );
    expect(facetWords(facets('not-shown', 'not-shown', 'not-shown'), 1)).toBe('0 of 3; not shown: f1 and 2 more');
  });

  test('is not told where it is one thing', () => {
    expect(facetWords(facets('shown'))).toBe('');
  });
});

test('requests without an answer are told as a share of all', () => {
  const counts = { requests: 3_984 };
  expect(requestsWords(counts)).toBe('3,984 requests');
  expect(requestsWords({ ...counts, unanswered: 98 })).toBe('3,984 requests, 98 (2.5 %) without an answer');
  expect(requestsWords({ ...counts, unanswered: 1 })).toBe('3,984 requests, 1 (0.025 %) without an answer');
});
