import { describe, expect, test } from 'vitest';
import type { KciEvent } from '../model.ts';
import { createMeter } from './meter.ts';
import { createOrderBook } from './order-book.ts';

const event = (name: string, orderId = '7', more: Partial<KciEvent> = {}): KciEvent => ({
  name,
  orderId,
  dates: {},
  ...more,
});

function book() {
  const meter = createMeter({ startAt: 0, intervalMs: 1_000 });
  return { meter, book: createOrderBook(meter, { isCollected: true, fulfilling: new Set(['COMPLETED']) }) };
}

describe('an event', () => {
  test('lags behind the acceptance of its order, and not at all where it came first', () => {
    const { meter, book: orders } = book();
    orders.expect(['7'], 'a');

    expect(orders.came(event('ACKNOWLEDGED'), 900)).toBe('a');
    orders.accepted('7', 1_000);
    orders.came(event('COMPLETED'), 4_000);

    expect(orders.news()).toEqual({
      lags: [
        ['ACKNOWLEDGED', 0, 'begun'],
        ['COMPLETED', 3_000, 'completed'],
      ],
      received: 2,
      missing: 0,
      duplicate: 0,
      unexpected: 0,
    });
    const { durations, counts } = meter.metrics();
    const told = ['kci.COMPLETED', 'kci.begun', 'kci.completed'].map((name) => durations[name]?.mean ?? -1);
    expect([durations['kci.lag']?.count, ...told.map((ms) => Math.round(ms / 100))]).toEqual([2, 30, 0, 30]);
    expect(counts).toEqual({ orders: 1, 'kci.received': 2 });
  });

  test('that comes again is a duplicate, and measures nothing', () => {
    const { meter, book: orders } = book();
    orders.expect(['7'], 'a');
    orders.accepted('7', 0);

    for (const at of [10, 20]) expect(orders.came(event('DELAY', '7', { deliveryId: 'd1' }), at)).toBe('a');
    orders.came(event('DELAY', '7', { deliveryId: 'd2' }), 30);

    expect(orders.news()).toMatchObject({ received: 3, duplicate: 1 });
    expect(meter.metrics().durations['kci.DELAY']?.count).toBe(2);
  });

  test('of an order that nobody placed may be of an earlier run, where the address of the receiver is that of every run', () => {
    const meter = createMeter({ startAt: 0, intervalMs: 1_000 });
    const orders = createOrderBook(meter, { isCollected: true, isShared: true });

    expect(orders.came(event('COMPLETED', '8'), 5)).toBeUndefined();
    expect(orders.news()).toMatchObject({ received: 1, duplicate: 0, unexpected: 0 });
  });

  test('of an order that nobody placed is unexpected, and one of an order that is over comes again', () => {
    const { book: orders } = book();
    orders.expect(['7'], 'a');
    orders.accepted('7', 0);
    orders.closed(['7'], 0, 10);

    expect(orders.came(event('COMPLETED'), 20)).toBeUndefined();
    expect(orders.came(event('COMPLETED', '8'), 20)).toBeUndefined();
    expect(orders.came({ dates: {}, unreadable: 'body is not JSON' }, 20)).toBeUndefined();
    expect(orders.news()).toMatchObject({ received: 3, duplicate: 1, unexpected: 2 });
  });
});

describe('an order', () => {
  test('is pending from its acceptance until nobody waits for it any more', () => {
    const { meter, book: orders } = book();
    orders.expect(['7', '8'], 'a');
    const pending = [orders.pending()];
    orders.accepted('7', 0);
    orders.accepted('7', 1);
    pending.push(orders.pending());
    orders.closed(['7', '8'], 1, 2_500);
    pending.push(orders.pending());

    expect(pending).toEqual([0, 1, 0]);
    expect(meter.metrics().counts).toEqual({ orders: 1, 'kci.missing': 1 });
    expect(meter.intervals(3_000).map((each) => each.pending)).toEqual([1, 1, 0]);
  });

  test('that lacked events, or was not answered, is not held to have too many when they come late', () => {
    const { book: orders } = book();
    for (const id of ['7', '8', '9']) orders.expect([id], `journey of ${id}`);
    for (const id of ['7', '9']) orders.accepted(id, 0);
    orders.closed(['7'], 1, 10);
    orders.closed(['8'], 0, 10, new Set(['8']));
    orders.closed(['9'], 0, 10);

    const late = ['7', '8', '9', '10'].map((id) => event('COMPLETED', id));
    for (const each of late) orders.came(each, 20);

    expect(orders.news()).toMatchObject({ received: 4, missing: 1, duplicate: 1, unexpected: 1 });
    expect(late.map(orders.isOver)).toEqual([true, true, true, false]);
  });

  test('is settled when its walk is over, and over when nothing can come late any more', () => {
    const { meter, book: orders } = book();
    orders.expect(['7', '8'], 'a');
    orders.accepted('7', 0);
    orders.settled(['7', '8'], 1_500);

    expect([orders.pending(), orders.came(event('COMPLETED'), 1_600)]).toEqual([0, 'a']);
    orders.closed(['7', '8'], 0, 2_500);

    expect(orders.pending()).toBe(0);
    expect(meter.intervals(3_000).map((each) => each.pending)).toEqual([1, 0, 0]);
    expect(orders.came(event('COMPLETED'), 2_600)).toBeUndefined();
    expect(orders.news().duplicate).toBe(1);
  });

  test('of another load is nobody’s', () => {
    const { meter, book: orders } = book();

    orders.accepted('7', 0);

    expect([orders.pending(), orders.isExpected(['7']), meter.metrics().counts]).toEqual([0, false, {}]);
  });
});

test('news are told once', () => {
  const { book: orders } = book();
  orders.came(event('COMPLETED'), 0);

  expect([orders.news().received, orders.news().received]).toEqual([1, 0]);
});

test('news that nobody collects are not kept', () => {
  const orders = createOrderBook(createMeter({ startAt: 0, intervalMs: 1_000 }));
  orders.expect(['7'], 'a');
  orders.accepted('7', 0);
  orders.came(event('COMPLETED'), 10);

  expect(orders.news()).toEqual({ lags: [], received: 0, missing: 0, duplicate: 0, unexpected: 0 });
});
