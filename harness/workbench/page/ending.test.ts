import { expect, test } from 'vitest';
import type { EndedCase, WorkKind } from '../protocol.ts';
import { endWords } from './live.ts';

const wordsFor = (
  code: number | null,
  work: WorkKind,
  outcomes: readonly EndedCase['outcome'][] = [],
  isStopping = false,
): string =>
  endWords(code, {
    work,
    isStopping,
    troubled: new Map(outcomes.map((outcome) => [outcome, { id: '', title: '', outcome }])),
  });

test.for([
  [0, 'run', [], 'Every case passed'],
  [0, 'resume', ['failed'], 'Every failure is waived'],
  [1, 'run', ['failed'], 'Not every case passed'],
  [4, 'run', ['inconclusive'], 'Not all could be tested'],
  [4, 'run', ['failed'], 'A waiver is stale or has expired'],
  [143, 'run', [], 'Stopped before its end'],
  [70, 'run', [], 'Ended with status 70'],
  [0, 'load', [], 'Thresholds met'],
  [1, 'load', [], 'Thresholds met, but some journeys failed'],
  [99, 'load', [], 'Thresholds crossed'],
] as const)('status %i of a %s with %j cases: %s', ([code, work, outcomes, words]) => {
  expect(wordsFor(code, work, outcomes)).toBe(words);
});

test('a run that a signal ended was stopped, or was ended by the system', () => {
  expect(wordsFor(null, 'run', [], true)).toBe('Stopped at once, without reports');
  expect(wordsFor(null, 'run')).toBe('Ended by the system');
});
