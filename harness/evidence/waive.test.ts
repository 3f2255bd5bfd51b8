import { describe, expect, test } from 'vitest';
import type { CaseOutcome, CaseVerdict, Check, Verdict } from '../model.ts';
import type { Waiver } from '../verdict/waiver.ts';
import { waive } from './waive.ts';

const span = { file: 'waivers.yaml', line: 2, col: 5, length: 5, excerpt: '' };
const waiver = (more: Partial<Waiver> = {}): Waiver => ({
  check: 'kci.sequence',
  case: 'orders/*',
  reason: 'known',
  owner: 'us',
  expires: '2026-12-31',
  span,
  ...more,
});
const failed = (check: string, requirement: string): Check => ({
  check,
  requirements: [requirement],
  journey: 'j',
  result: { outcome: 'failed', finding: { summary: '', expected: '', actual: '' } },
});
const one = (id: string, outcome: CaseOutcome, findings: readonly Check[] = []): CaseVerdict =>
  ({ id, outcome, findings, requirements: ['KCI-03'] }) as unknown as CaseVerdict;
const verdict = (cases: readonly CaseVerdict[], findings: readonly Check[] = []): Verdict =>
  ({ cases, findings }) as unknown as Verdict;

const late = failed('kci.sequence', 'KCI-03');
const wrong = failed('http.status', 'ORD-04');
const today = { on: '2026-11-21', isWhole: true };

test('a failure that a waiver covers does not count, and stays in the verdict', () => {
  const of = verdict([one('orders/new', 'failed', [late])]);
  const before = structuredClone(of);
  const waiving = waive(of, [waiver()], today);
  expect(waiving).toMatchObject({ open: 0, waivedCases: ['orders/new'], stale: [], expired: [], idle: [] });
  expect(waiving.used).toEqual([{ waiver: waiver(), failures: 1, cases: ['orders/new'] }]);
  expect(of).toEqual(before);
});

test('a case with another failure beside it still counts', () => {
  const waiving = waive(verdict([one('orders/new', 'failed', [late, wrong])]), [waiver()], today);
  expect(waiving).toMatchObject({ open: 1, waivedCases: [] });
});

test.for([
  ['of another check', { check: 'kci.once' }, 1],
  ['of another case', { case: 'token/*' }, 1],
  ['of another row', { requirement: 'KCI-04' }, 1],
  ['of this row', { requirement: 'KCI-0*' }, 0],
  ['until today', { expires: '2026-11-21' }, 0],
  ['until yesterday', { expires: '2026-11-20' }, 1],
] as const)('a waiver %s', ([, more, open]) => {
  expect(waive(verdict([one('orders/new', 'failed', [late])]), [waiver(more)], today).open).toBe(open);
});

test('a dot in a pattern is a dot', () => {
  const of = verdict([one('orders-new', 'failed', [late])]);
  expect(waive(of, [waiver({ case: 'orders.new' })], today).open).toBe(1);
});

test('findings of the run as a whole are waived by row, or by the name run', () => {
  const of = verdict([one('a', 'passed')], [late, wrong]);
  expect(waive(of, [waiver({ case: 'run' })], today)).toMatchObject({ open: 1, used: [{ cases: ['run'] }] });
  expect(waive(of, [waiver({ case: 'a' })], today).open).toBe(2);
});

describe('a waiver that covers nothing', () => {
  test('is stale where its cases were judged', () => {
    const of = verdict([one('orders/new', 'passed')]);
    expect(waive(of, [waiver()], today).stale).toEqual([waiver()]);
    expect(waive(of, [waiver()], { ...today, isWhole: false }).stale).toEqual([waiver()]);
  });

  test('is idle where its cases came to nothing', () => {
    expect(waive(verdict([one('orders/new', 'inconclusive')]), [waiver()], today)).toMatchObject({
      stale: [],
      idle: [waiver()],
    });
  });

  test('is stale where no case of a whole run has its name, and idle where the run was a part', () => {
    const of = verdict([one('token/a', 'passed')]);
    expect(waive(of, [waiver()], today).stale).toEqual([waiver()]);
    expect(waive(of, [waiver()], { ...today, isWhole: false })).toMatchObject({ stale: [], idle: [waiver()] });
    expect(waive({ ...of, shard: { nth: 1, of: 2 } }, [waiver()], today).idle).toEqual([waiver()]);
  });

  test('is expired and nothing else once its day is over', () => {
    const over = waiver({ expires: '2026-11-20' });
    expect(waive(verdict([one('orders/new', 'passed')]), [over], today)).toMatchObject({
      expired: [over],
      stale: [],
      idle: [],
    });
  });

  test('because an earlier one covers the same is not held against anybody', () => {
    const of = verdict([one('orders/new', 'failed', [late])]);
    const wider = waiver({ case: '*' });
    expect(waive(of, [waiver(), wider], today)).toMatchObject({ stale: [], idle: [] });
  });
});
