import { expect, test } from 'vitest';
import { observedOf } from './batches.ts';
import { answerTo, journeyOf, sentBy, waited } from './testing/sample.ts';
import { deliveryOf, profile } from './testing/shipped.ts';

test('of a journey there is what it sent, what it was answered, and what came about its orders', () => {
  const sent = ['a@1', 'b@2'].map((id, i) => sentBy(id, 'order', { exchange: i + 1 }));
  const record = [
    ...sent.flatMap((each) => [each, answerTo(each, 202)]),
    waited('a@1', 'kci', 'expired', 9),
    deliveryOf(7),
    deliveryOf(8),
  ];
  const journeys = ['a@1', 'b@2'].map((id, i) => journeyOf(id, { values: { ids: { placed: 7 + i } } }));
  const batch = { plan: { version: 1 as const, seed: 1, nonce: 'n', now: 0, journeys }, record };

  const kept = observedOf(batch, new Set(['a@1']), profile);

  expect(kept).toEqual([record[0], record[1], record[4], record[5]]);
});
