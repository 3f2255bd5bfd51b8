import { expect, test } from 'vitest';
import { type PrintedHistory, pastOf } from './past.ts';
import type { PastRun } from './protocol.ts';

const run = (id: string): PastRun => ({
  id,
  outcome: 'certified',
  scope: { cases: 1, of: 1 },
  target: 'acme',
  baseUrl: 'https://gateway.example',
  profile: 'generic',
  seed: 1,
  startedAt: 0,
  endedAt: 1,
  madeAt: 2,
  cases: { passed: 1, failed: 0, inconclusive: 0, 'not-applicable': 0 },
});

const one = (
  id: string,
  rates: readonly [passRate: number | null, flakeRate: number | null, inconclusive: number],
  over: PrintedHistory['cases'][number]['over'],
): PrintedHistory['cases'][number] => ({
  case: id,
  title: id,
  passRate: rates[0],
  flakeRate: rates[1],
  inconclusive: rates[2],
  medianMs: 7,
  over,
});

test('cases that always passed are counted, the others told in the order of how badly they did', () => {
  const past = pastOf({
    runs: [run('r1'), run('r2'), run('r3')],
    cases: [
      one('steady', [1, 0, 0], [{ run: 'r1', outcome: 'passed' }]),
      one('untested', [null, null, 1], [{ run: 'r3', outcome: 'inconclusive' }]),
      one(
        'half',
        [0.5, 0, 0],
        [
          { run: 'r1', outcome: 'passed' },
          { run: 'r3', outcome: 'failed' },
        ],
      ),
      one('never', [0, 0, 0], [{ run: 'r2', outcome: 'failed' }]),
    ],
  });
  expect(past.steady).toBe(1);
  expect(past.cases.map(({ case: id, outcomes }) => [id, outcomes])).toEqual([
    ['never', [null, 'failed', null]],
    ['half', ['passed', null, 'failed']],
    ['untested', [null, null, 'inconclusive']],
  ]);
});
