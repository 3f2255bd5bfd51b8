import { describe, expect, test } from 'vitest';
import type { Check, Finding } from '../model.ts';
import { worded } from '../verdict/worded.ts';
import { SPAN } from './testing/sample.ts';
import { createTotals } from './totals.ts';

const failedIn = (check: string, finding: Finding): Check => ({
  check,
  requirements: ['ORD-01'],
  journey: 'a@1',
  span: SPAN,
  result: { outcome: 'failed', finding },
});
const failed = (summary: string, check = 'http.status'): Check =>
  failedIn(check, { summary, expected: '202', actual: '500' });
const GAP = { before: 'ACKNOWLEDGED', withinMs: 60_000, gapMs: 90_000 };

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

  test('count failures of one kind together; the most frequent come first', () => {
    const totals = createTotals();
    const late = (id: string): Check => failedIn('kci.timing', worded({ is: 'long-gap', ...GAP, event: id }, id));
    const add = (...findings: Check[]): void => totals.add({ cases: [], findings });
    add(failed('slot missing'));
    add(late('123456789'), late('987654321'), failed('slot missing', 'tally'));
    add(late('5555'), failed('slot missing'));

    expect(totals.failures().map(({ check, summary, times }) => [check, summary, times])).toEqual([
      ['kci.timing', 'an event came long after the one before it', 3],
      ['http.status', 'slot missing', 2],
      ['tally', 'slot missing', 1],
    ]);
    const { fact, ...told } = worded({ is: 'long-gap', ...GAP, event: '123456789' }, '123456789');
    expect(totals.failures()[0]?.example).toEqual(failedIn('kci.timing', told));
  });

  test('keep two hundred kinds of failure at most', () => {
    const totals = createTotals();
    const words = Array.from({ length: 300 }, (_, i) => `kind ${i.toString(36)}`);
    totals.add({ cases: [], findings: words.map((summary) => failed(summary)) });

    expect(totals.failures()).toHaveLength(200);
  });
});
