import { expect, test } from 'vitest';
import { keepOrders } from './kept-orders.ts';
import { answerTo, journeyOf, sentBy } from './testing/sample.ts';
import { deliveryOf, profile } from './testing/shipped.ts';

/** A batch of one journey that placed an order, of which one event came. */
function batchOf(nth: number) {
  const id = `orders/provide-new@${nth}`;
  const sent = sentBy(id, 'order', { exchange: nth, body: { id: nth } });
  const record = [sent, answerTo(sent, 202), deliveryOf(nth)];
  const plan = { version: 1 as const, seed: 1, nonce: 'n', now: 0, journeys: [journeyOf(id)] };
  return { plan, record, verdict: { cases: [{ id, outcome: 'passed' as const, findings: [] }], findings: [] } };
}

test('of a load of few orders all are kept, and what had not come of one when the load was over is missing', () => {
  const orders = keepOrders(2, profile);
  orders.missing([{ orderId: '2', next: ['COMPLETED'], last: 'COMMITTED', since: 9 }]);

  const lanes = [1, 2].flatMap((nth) => orders.of(batchOf(nth)));

  expect(lanes.map(({ case: id, order, marks }) => [id, order, marks.length])).toEqual([
    ['orders/provide-new@1', '1', 1],
    ['orders/provide-new@2', '2', 1],
  ]);
  expect(lanes.map(({ missing }) => missing)).toEqual([
    undefined,
    { names: ['COMPLETED'], why: 'after COMMITTED nothing came until the load was over' },
  ]);
});

test('of a load of very many, those that left their course are kept, and an even share of the others', () => {
  const orders = keepOrders(200_000, profile);
  orders.missing([{ orderId: '7', next: [], since: 9 }]);

  const kept = Array.from({ length: 40 }, (_, nth) => orders.of(batchOf(nth + 1))).flat();

  expect(kept.map(({ order }) => order)).toEqual(['7', '10', '20', '30', '40']);
});
