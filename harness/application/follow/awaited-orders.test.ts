import { expect, test } from 'vitest';
import { call, REAL, type Story, tell } from '../../judge/record-builder.ts';
import { watchOrders } from './awaited-orders.ts';

const { contract, profile } = REAL;
const order = (id: number) => call('order', { name: `order-${id}`, body: { id, orderType: 'NEW' } });

function after({ record }: Story) {
  const orders = watchOrders(contract, profile);
  for (const each of record) orders.see(each);
  return orders;
}

const story = () =>
  tell()
    .journey('a', [order(1001), order(1002)])
    .journey('b', [order(2002)])
    .start('a')
    .start('b')
    .ask('a', 'order-1001', 202);

test('an accepted order is awaited until its final event has come', () => {
  const accepted = story().ask('b', 'order-2002', 202);
  const acceptedAt = accepted.record.at(-3)?.at;
  expect(after(accepted).now()).toEqual({ orders: 2, oldestAt: acceptedAt });
  const done = accepted.event(1001, 'ACKNOWLEDGED').event(1001, 'COMPLETED');
  expect(after(done).now().orders).toBe(1);
});

test('an order is no longer awaited when its journey has ended', () => {
  expect(after(story().end('a')).now()).toEqual({ orders: 0 });
});

test('an order that was refused, or got no answer, is not awaited', () => {
  const told = tell()
    .journey('a', [order(1001), order(1002)])
    .start('a');
  expect(after(told.ask('a', 'order-1001', 422).breaks('a', 'order-1002', 'reset')).now()).toEqual({ orders: 0 });
});

test('an order whose final event is quicker than its answer is not awaited', () => {
  const { record } = tell()
    .journey('a', [order(1001)])
    .start('a')
    .ask('a', 'order-1001', 202)
    .event(1001, 'COMPLETED');
  const [answer, event] = [record.at(-2), record.at(-1)];
  const orders = watchOrders(contract, profile);
  for (const each of record.slice(0, -2)) orders.see(each);
  if (event) orders.see(event);
  if (answer) orders.see(answer);
  expect(orders.now()).toEqual({ orders: 0 });
});

test('of a journey it is known how many events came, and the last', () => {
  const told = story().event(1001, 'ACKNOWLEDGED').event(1001, 'COMMITTED');
  expect(after(told).cameTo('a')).toEqual({ count: 2, last: 'COMMITTED', at: told.record.at(-1)?.at });
  expect(after(told).cameTo('b')).toEqual({ count: 0 });
});
