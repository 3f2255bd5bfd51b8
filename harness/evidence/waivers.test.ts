import { describe, expect, test } from 'vitest';
import type { CaseOutcome, CaseVerdict, Check, Requirement, Verdict } from '../model.ts';
import type { Waiver } from '../verdict/waiver.ts';
import { formatProblems } from '../words/problem.ts';
import { readWaivers, waive } from './waivers.ts';

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

const register = [{ id: 'KCI-03' }, { id: 'ORD-04' }] as unknown as readonly Requirement[];
const said = (text: string): string => formatProblems(readWaivers(text, 'waivers.yaml', { register }).problems);

const GOOD = `waivers:
  - check: kci.sequence
    case: orders/provide-new*
    reason: The supplier completes early until March.
    owner: gateway team
    expires: 2026-12-31
`;

test('a waiver file is read with the place of each entry', () => {
  const { waivers, problems } = readWaivers(GOOD, 'waivers.yaml', { register });
  expect(problems).toEqual([]);
  expect(waivers).toMatchObject([
    { check: 'kci.sequence', case: 'orders/provide-new*', expires: '2026-12-31', span: { line: 2, col: 12 } },
  ]);
});

test('an unknown check and an unknown row are told with what was meant', () => {
  const text = GOOD.replace('kci.sequence', 'kci.sequense').replace('case: orders/provide-new*', 'requirement: KCI-04');
  const told = said(text);
  expect(told).toContain('waivers.yaml:2:12  there is no check "kci.sequense"\n');
  expect(told).toContain('  fix: did you mean "kci.sequence"?\n');
  expect(told).toContain('waivers.yaml:3:18  there is no row "KCI-04"\n');
});

test.for(['reason', 'owner', 'expires', 'case'])('an entry without %s is refused', (key) => {
  expect(said(GOOD.replace(new RegExp(`    ${key}: .*\n`), ''))).toContain(key);
});

test('blanks are no reason, and nobody', () => {
  const blank = GOOD.replace(/reason: .*/, `reason: "${' '.repeat(20)}"`).replace(/owner: .*/, 'owner: " "');
  expect(said(blank)).toContain('waivers.yaml:4:13  the text is blank\n');
  expect(said(blank)).toContain('waivers.yaml:5:12  the text is blank\n');
});

test('a day that does not exist is refused', () => {
  expect(said(GOOD.replace('2026-12-31', '2026-02-30'))).toContain('2026-02-30');
});
