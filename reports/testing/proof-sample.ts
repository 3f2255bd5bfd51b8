import type { Proof, Trial, TrialRed } from '../../harness/verdict/proof.ts';

/** Test support: a small proof with a trial of each outcome. */

const red = (check: string, rows: readonly string[], isCause: boolean): TrialRed => ({
  check,
  rows,
  outcome: 'failed',
  times: 2,
  example: { case: 'orders/cease', summary: 'order answered <b>200</b>\u001b[31m' },
  cases: ['orders/cease', 'orders/swap'],
  isCause,
});

const trial = (fault: string, of: Partial<Trial>): Trial => ({
  fault,
  title: `What ${fault} does`,
  kind: 'fault',
  breaks: ['ORD-04'],
  outcome: 'killed',
  cases: { passed: 9, failed: 1, inconclusive: 0, 'not-applicable': 0 },
  reds: [],
  breached: [],
  told: { kinds: [], isCauseFirst: false },
  inconclusive: [],
  isIdle: false,
  ...of,
});

const variant = { kind: 'variant', breaks: [], outcome: 'clean' } as const;

/** A proof that does not hold. */
export function sampleProof(): Proof {
  return {
    version: 1,
    assay: '0.1.0',
    seed: 7,
    target: 'fake',
    profile: 'supplier',
    world: 'fake',
    contract: 'c0ffee'.repeat(10),
    isWhole: true,
    cases: 10,
    rates: {
      kill: { hits: 1, of: 3, low: 0.0615, high: 0.7923 },
      rightCause: { hits: 1, of: 2, low: 0.0945, high: 0.9055 },
      causeFirst: { hits: 1, of: 2, low: 0.0945, high: 0.9055 },
      observed: { hits: 0, of: 0, low: 0, high: 1 },
      falseAlarm: { hits: 1, of: 3, low: 0.0615, high: 0.7923 },
    },
    medianKinds: 2,
    baseline: trial('none', { ...variant, title: 'The fake without any fault' }),
    trials: [
      trial('order-answered-200', { reds: [red('http.status', ['ORD-04'], true)] }),
      trial('order-in-doubt', { outcome: 'survived', isIdle: true }),
      trial('order-loud', { outcome: 'wrong-cause', reds: [red('http.json', ['STD-08'], false)] }),
      trial('orders-lost-in-a-crowd', { kind: 'load', outcome: 'left-to-load', caughtBy: 'busy-hour' }),
      trial('legal-indented', variant),
      trial('legal-terse', {
        ...variant,
        isIdle: true,
        cases: { passed: 8, failed: 0, inconclusive: 2, 'not-applicable': 0 },
        inconclusive: ['orders/cease', 'orders/swap'],
      }),
      trial('legal-odd', { ...variant, outcome: 'false-alarm', reds: [red('http.status', ['ORD-04'], false)] }),
    ],
    checks: [
      { check: 'http.status', faults: ['order-answered-200'] },
      { check: 'http.json', faults: ['order-loud'] },
      { check: 'kci.never', faults: [] },
    ],
    rows: [
      {
        id: 'ORD-01',
        level: 'stated',
        place: 'Endpoints 4',
        sentence: 'It takes <orders>.',
        facets: [
          { id: 'NEW', faults: ['order-answered-200'] },
          { id: 'CEASE', faults: [] },
        ],
      },
    ],
  };
}
