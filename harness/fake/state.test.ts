import { describe, expect, it } from 'vitest';
import type { CalendarSlot } from './calendar.ts';
import { emptyState, type OrderState, type Reservation, remember, slotKey } from './state.ts';

const slot: CalendarSlot = {
  start: 'a',
  end: 'b',
  startMs: 0,
  endMs: 1,
  classification: 'WEEKDAY',
  standard: true,
  body: {},
};
const DAY = 86_400_000;

const reservation = (number: number, more: Partial<Reservation> = {}): Reservation => ({
  number,
  id: number,
  reference: `APT${number}`,
  tenant: 'one',
  site: 'UPRN 1',
  slot,
  expiresAt: 1000,
  ...more,
});

const order = (id: number, isEnded: boolean): OrderState => ({
  key: `one/${id}`,
  id,
  tenant: 'one',
  orderType: 'NEW',
  kind: 'provide',
  body: {},
  firstBody: '',
  reference: '',
  conversation: '',
  requestId: '',
  problemCode: '',
  gapMs: 0,
  faults: [],
  isEnded,
  agenda: [],
  answers: [],
  accepted: [],
  sequence: 0,
});

describe('what the gateway remembers', () => {
  it('finds a reservation by its id and by its reference, and the newest of one id', () => {
    const state = emptyState();
    remember(state, [{ reservation: reservation(1) }, { reservation: reservation(2, { id: 1 }) }], 0);
    expect(state.reservationsByName.get('one/1')).toBe(2);
    expect(state.reservationsByName.get('one#APT1')).toBe(1);
    expect(state.holders.get(slotKey('UPRN 1', slot))).toEqual([1, 2]);
  });

  it('forgets reservations a day after they expired, unless they still hold their slot for an order', () => {
    const state = emptyState();
    const later: CalendarSlot = { ...slot, endMs: 30 * DAY };
    const facts = [
      { order: order(1, false) },
      { order: order(2, true) },
      { reservation: reservation(1) },
      { reservation: reservation(2, { order: 'one/1' }) },
      { reservation: reservation(3, { order: 'one/2' }) },
      { reservation: reservation(4, { order: 'one/2', slot: later }) },
    ];
    remember(state, facts, 0);
    remember(state, [{ reservation: reservation(10_000, { expiresAt: 9 * DAY }) }], 2 * DAY);
    expect([...state.reservations.keys()]).toEqual([2, 4, 10_000]);
    expect(state.holders.get(slotKey('UPRN 1', slot))).toEqual([2, 4, 10_000]);
    expect(state.reservationsByName.has('one/1')).toBe(false);
  });

  it('knows how many orders are open', () => {
    const state = emptyState();
    remember(state, [{ order: order(1, false) }, { order: order(2, false) }, { order: order(3, true) }], 0);
    expect(state.openOrders).toBe(2);
    remember(state, [{ order: order(1, true) }, { order: order(2, false) }], 0);
    expect(state.openOrders).toBe(1);
    remember(state, [{ order: order(1, true) }], 0);
    expect(state.openOrders).toBe(1);
  });

  it('forgets the oldest orders that have ended when there are very many, and counts on', () => {
    const state = emptyState();
    for (let id = 1; id <= 120_000; id++) remember(state, [{ order: order(id, id > 1) }], 0);
    expect(state.orders.size).toBeLessThanOrEqual(6_000);
    expect(state.counts.orders).toBe(120_000);
    expect([state.orders.has('one/1'), state.orders.has('one/2'), state.orders.has('one/120000')]).toEqual([
      true,
      false,
      true,
    ]);
  });
});
