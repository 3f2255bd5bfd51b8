import { expect, test } from 'vitest';
import type { EndedCase, LiveNews } from '../protocol.ts';
import { afterNews } from './live.ts';

const begun: LiveNews = { type: 'begun', work: 'run', run: 'one', command: 'npx assay certify' };
const ended = (id: string, outcome: EndedCase['outcome']): EndedCase => ({ id, title: id, outcome });
const cases = (...some: readonly EndedCase[]): LiveNews => ({ type: 'cases', cases: some });

test('cases that did not pass are kept, the others as long as they are new', () => {
  const many = Array.from({ length: 100 }, (_, i) => ended(`case-${i}`, 'passed'));
  const live = afterNews(undefined, [begun, cases(ended('bad', 'failed')), cases(...many)]);
  expect([...(live?.troubled.keys() ?? [])]).toEqual(['bad']);
  expect(live?.ended.length).toBe(60);
  expect(live?.ended[0]?.id).toBe('case-99');
});

test('a case that failed after all is told anew, and counts once', () => {
  const live = afterNews(undefined, [begun, cases(ended('a', 'inconclusive')), cases(ended('a', 'failed'))]);
  expect([...(live?.troubled.values() ?? [])].map(({ outcome }) => outcome)).toEqual(['failed']);
});

test('another run begins with nothing of the one before it', () => {
  const before = afterNews(undefined, [begun, cases(ended('bad', 'failed')), { type: 'ended', code: 1, said: '' }]);
  expect(afterNews(before, [{ ...begun, run: 'two' }])).toEqual({
    work: 'run',
    run: 'two',
    command: 'npx assay certify',
    isStopping: false,
    troubled: new Map(),
    ended: [],
    kcis: [],
    lanes: new Map(),
    measured: [],
  });
});

test('news of a run whose beginning was not heard is none', () => {
  expect(afterNews(undefined, [cases(ended('a', 'failed'))])).toBeUndefined();
});

test('events come to stand on the lanes of their orders, one after the other', () => {
  const kci = (orderId: string, seq: number) => {
    const mark = { seq, name: 'STARTED', atMs: seq, how: 'right' } as const;
    return {
      type: 'kcis',
      kcis: [{ atMs: seq, orderId, name: 'STARTED', lane: { case: 'orders/new', mark } }],
    } as const;
  };
  const lanes = afterNews(undefined, [begun, kci('41', 1), kci('42', 2), kci('41', 3)])?.lanes;
  expect([...(lanes ?? [])].map(([id, { marks }]) => [id, marks.map(({ seq }) => seq)])).toEqual([
    ['41', [1, 3]],
    ['42', [2]],
  ]);
});

test('orders of a load come to stand on lanes of their own; where there are too many, those that are broken', () => {
  const lane = (order: string, why?: string) => {
    return {
      case: 'load',
      order,
      marks: [{ seq: 1, name: 'STARTED', atMs: 1, how: 'right', ...(why && { why }) } as const],
    };
  };
  const lanes = (from: number, to: number, why?: string): LiveNews => ({
    type: 'lanes',
    lanes: Array.from({ length: to - from }, (_, i) => lane(String(from + i), why)),
  });
  const told = [begun, lanes(0, 6_000), lanes(6_000, 12_000), lanes(12_000, 12_005, 'it came late')];
  const shown = [...(afterNews(undefined, told)?.lanes.keys() ?? [])];
  expect(shown).toHaveLength(10_005);
  expect(shown.slice(-6)).toEqual(['9999', '12000', '12001', '12002', '12003', '12004']);
});
