import { expect, test } from 'vitest';
import type { LiveFailure } from '../../../reports/terminal/live.ts';
import type { Screen } from '../../../reports/terminal/screen.ts';
import { createFailureLines } from './progress.ts';

const SCREEN: Screen = { width: 200, height: 24, colour: false, unicode: true };

function failing(id: string): { id: string; outcome: 'failed'; failure: LiveFailure } {
  const summary = 'COMPLETED came as the first event';
  const failure = {
    id,
    outcome: 'failed',
    check: 'kci.lifecycle',
    requirements: ['KCI-01'],
    summary,
    more: 0,
  } as const;
  return { id, outcome: 'failed', failure };
}

test('a case that failed as it ended, and not by what came late, is taken back', () => {
  const tell = createFailureLines();
  expect(tell(failing('orders/start'), SCREEN)).toBe(
    'FAILED  KCI-01  kci.lifecycle  orders/start: COMPLETED came as the first event',
  );
  expect(tell({ id: 'orders/start', outcome: 'passed' }, SCREEN)).toBe(
    'TAKEN BACK  orders/start: passed after all, by what came late',
  );
  expect(tell({ id: 'orders/start', outcome: 'passed' }, SCREEN)).toBeNull();
});

test('of a case that fails in the end its failure is told again', () => {
  const tell = createFailureLines();
  const lines = [failing('a'), { id: 'a', outcome: 'passed' } as const, failing('a')].map((each) => tell(each, SCREEN));
  expect(lines[2]).toBe(lines[0]);
});

test('a failure that was only counted needs no taking back', () => {
  const tell = createFailureLines();
  const lines = [...'abcdef'].map((id) => tell(failing(id), SCREEN));
  expect(lines[5]).toBe('        more of KCI-01 kci.lifecycle are only counted here; the reports name them all');
  expect(tell({ id: 'f', outcome: 'passed' }, SCREEN)).toBeNull();
});
