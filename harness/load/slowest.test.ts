import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSlowest } from './slowest.ts';
import { answerTo, sentBy, waited } from './testing/sample.ts';

const walked = (journey: string, endedAt: number) => ({ journey, intendedAt: 1_000, endedAt, observed: [] });

test('the slowest are kept, the slowest first, in whichever order they end', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1_000, max: 99_999 }), { minLength: 1 }), (ends) => {
      const slowest = createSlowest(3);
      for (const end of ends) slowest.add(walked(`j@${end}`, end));

      const expected = ends.toSorted((a, b) => b - a).slice(0, 3);
      expect(slowest.list().map(({ tookMs }) => tookMs + 1_000)).toEqual(expected);
    }),
  );
});

test('each tells what happened when, counted from when it should have begun', () => {
  const slowest = createSlowest(1);
  const sent = sentBy('a@1', 'order', { exchange: 1, at: 1_200 });
  const broken = sentBy('a@1', 'slots', { exchange: 2, at: 1_400 });
  const answer = answerTo(sent, 202, { tookMs: 100 });
  const broke = {
    ...broken,
    type: 'exchange-broke',
    seq: 5,
    at: 1_450,
    fault: 'reset',
    detail: '',
    tookMs: 50,
  } as const;
  slowest.add({
    journey: 'a@1',
    intendedAt: 1_000,
    endedAt: 9_000,
    observed: [sent, answer, broken, broke, waited('a@1', 'kci', 'expired', 8_000)],
  });

  expect(slowest.list()).toEqual([
    {
      journey: 'a@1',
      tookMs: 8_000,
      marks: [
        { atMs: 300, what: 'order 202', tookMs: 100 },
        { atMs: 450, what: 'slots reset', tookMs: 50 },
        { atMs: 7_000, what: 'kci expired' },
      ],
    },
  ]);
});
