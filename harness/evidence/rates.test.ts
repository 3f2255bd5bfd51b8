import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CaseOutcome } from '../model.ts';
import { type CaseRun, ratesOf } from './rates.ts';

const run = (outcome: CaseOutcome, more: Partial<CaseRun> = {}): CaseRun => ({
  outcome,
  isWaived: false,
  tookMs: 100,
  attempts: 1,
  failedAttempts: outcome === 'failed' ? 1 : 0,
  ...more,
});
const words = { p: 'passed', f: 'failed', i: 'inconclusive', n: 'not-applicable' } as const;
const over = (letters: string): CaseRun[] => [...letters].map((letter) => run(words[letter as keyof typeof words]));

test.for([
  ['pppp', 1, 0],
  ['ffff', 0, 0],
  ['ppff', 0.5, 0],
  ['ppfpp', 0.8, 0.2],
  ['ffpff', 0.2, 0.2],
  ['pfpf', 0.5, 0.5],
  ['pif', 0.5, 0],
  ['pifip', 2 / 3, 1 / 3],
  ['in', null, null],
  ['', null, null],
] as const)('%s: what was not judged does not count, and what lasts is not flaky', ([letters, passRate, flakeRate]) => {
  expect(ratesOf(over(letters))).toMatchObject({ passRate, flakeRate, runs: letters.length });
});

test('a run whose attempts disagreed is flaky by itself', () => {
  const one = run('failed', { attempts: 3, failedAttempts: 1 });
  const all = run('failed', { attempts: 3, failedAttempts: 3 });
  expect([ratesOf([one]).flakeRate, ratesOf([all]).flakeRate]).toEqual([1, 0]);
});

test('durations are the median of the judged runs', () => {
  const slow = [run('passed', { tookMs: 10 }), run('inconclusive', { tookMs: 9_000 }), run('failed', { tookMs: 30 })];
  expect(ratesOf(slow)).toMatchObject({ medianMs: 20, failed: 1, inconclusive: 1 });
});

test('rates are shares, whatever the runs', () => {
  const runs = fc.array(fc.constantFrom('p', 'f', 'i', 'n')).map((letters) => over(letters.join('')));
  fc.assert(
    fc.property(runs, (all) => {
      const { passRate, flakeRate } = ratesOf(all);
      for (const share of [passRate, flakeRate]) expect(share === null || (share >= 0 && share <= 1)).toBe(true);
      expect(passRate === null).toBe(!all.some(({ outcome }) => outcome === 'passed' || outcome === 'failed'));
    }),
    { seed: 1 },
  );
});
