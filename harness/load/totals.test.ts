import { describe, expect, test } from 'vitest';
import type { Check } from '../model.ts';
import { SPAN } from './sample.ts';
import { createTotals } from './totals.ts';

const failed = (summary: string, check = 'http.status'): Check => ({
  check,
  requirements: ['ORD-01'],
  journey: 'a@1',
  span: SPAN,
  result: { outcome: 'failed', finding: { summary, expected: '202', actual: '500' } },
});

describe('verdicts on parts of a load', () => {
  test('add up, those of no journey with them', () => {
    const totals = createTotals();
    totals.add({ cases: [{ id: 'a@1', outcome: 'failed', findings: [failed('it broke')] }], findings: [] });
    totals.add({
      cases: [{ id: 'b@2', outcome: 'passed', findings: [] }],
      findings: [failed('a stranger', 'kci.path')],
    });

    expect(totals.cases).toEqual({ passed: 1, failed: 1, inconclusive: 0, 'not-applicable': 0 });
    expect(totals.failures().map(({ check, summary, times }) => [check, summary, times])).toEqual([
      ['http.status', 'it broke', 1],
      ['kci.path', 'a stranger', 1],
    ]);
  });

  test('count failures together that differ in numbers, ids and times alone; the most frequent come first', () => {
    const totals = createTotals();
    const add = (...summaries: string[]): void =>
      totals.add({ cases: [], findings: summaries.map((summary) => failed(summary)) });
    add('slot missing');
    add('order 123456789: late', 'order 987654321: late', 'at 2026-03-16T09:00:00Z', 'at 2027-01-01T10:00:00.5+01:00');
    add('order 5555: late', 'request 0b0c3ae0-36d4-4f3e-9d0e-5d9b7c1f6a51 came twice');

    expect(totals.failures().map(({ summary, times }) => [summary, times])).toEqual([
      ['order …: late', 3],
      ['at …', 2],
      ['slot missing', 1],
      ['request … came twice', 1],
    ]);
    expect(totals.failures()[0]?.example).toEqual(failed('order 123456789: late'));
  });

  test('keep two hundred kinds of failure at most', () => {
    const totals = createTotals();
    const words = Array.from({ length: 300 }, (_, i) => `kind ${i.toString(36)}`);
    totals.add({ cases: [], findings: words.map((summary) => failed(summary)) });

    expect(totals.failures()).toHaveLength(200);
  });
});
