import { expect, test } from 'vitest';
import { bareJourney } from '../journey/bare.ts';
import type { CaseOutcome, CaseVerdict, Journey, RowVerdict } from '../model.ts';
import { attemptsAsOne, casesByJourney } from './attempts.ts';

const span = { file: 'a.yaml', line: 1, col: 1, length: 1, excerpt: '' };

function journey(of: string, number: number): Journey {
  const id = number === 1 ? of : `${of}@${number}`;
  return bareJourney(id, span, { scenario: of, title: of, attempt: { of, number } });
}

function verdict({ id, scenario, title, tags }: Journey, outcome: CaseOutcome, at: number): CaseVerdict {
  const checks = { passed: 2, failed: outcome === 'failed' ? 1 : 0, observed: 0, inconclusive: 0 };
  const finding = { summary: 'wrong', expected: 'a', actual: 'b' };
  const findings =
    outcome === 'failed'
      ? [{ check: 'http.status', requirements: [], journey: id, result: { outcome: 'failed', finding } } as const]
      : [];
  const times = { startedAt: at, endedAt: at + 10 };
  return { id, scenario, title, outcome, span, tags, ...times, checks, findings, requirements: [`R-${at}`] };
}

function attempts(...outcomes: readonly CaseOutcome[]): readonly CaseVerdict[] {
  const walked = outcomes.map((_, i) => journey('orders/cease', i + 1));
  return attemptsAsOne(
    walked,
    walked.map((each, i) => verdict(each, outcomes[i] ?? 'passed', i * 100)),
  );
}

test('a case of which one attempt failed has failed, and tells which', () => {
  expect(attempts('passed', 'failed', 'passed')).toMatchObject([
    {
      id: 'orders/cease',
      outcome: 'failed',
      startedAt: 0,
      endedAt: 210,
      checks: { passed: 6, failed: 1 },
      findings: [{ journey: 'orders/cease@2' }],
      requirements: ['R-0', 'R-100', 'R-200'],
      attempts: [
        { journey: 'orders/cease', outcome: 'passed' },
        { journey: 'orders/cease@2', outcome: 'failed' },
        { journey: 'orders/cease@3', outcome: 'passed' },
      ],
    },
  ]);
});

test.each([
  [['passed', 'passed'], 'passed'],
  [['passed', 'inconclusive'], 'inconclusive'],
  [['inconclusive', 'failed'], 'failed'],
  [['not-applicable', 'not-applicable'], 'not-applicable'],
] as const)('attempts that ended %j are a case that %s', (ended, outcome) => {
  expect(attempts(...ended).map((each) => each.outcome)).toEqual([outcome]);
});

test('a case that was walked once stays as it is', () => {
  const alone = journey('orders/cease', 2);
  const made = verdict(alone, 'passed', 0);
  expect(attemptsAsOne([alone], [made])).toEqual([made]);
  const row = { id: 'ORD-01', cases: ['orders/cease@2'], facets: [] } as unknown as RowVerdict;
  expect(casesByJourney([alone], [row])).toEqual([row]);
});

test('rows name cases, each once', () => {
  const walked = [journey('a', 1), journey('b', 1), journey('a', 2), journey('b', 2)];
  const row = {
    id: 'ORD-01',
    cases: ['a@2', 'a', 'b'],
    facets: [{ id: '', outcome: 'shown', cases: ['a@2'] }],
  } as unknown as RowVerdict;
  expect(casesByJourney(walked, [row])).toMatchObject([{ cases: ['a', 'b'] }]);
});
