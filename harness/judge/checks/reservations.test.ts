import { expect, test } from 'vitest';
import type { CallStep, JsonObject } from '../../model.ts';
import { call, findingsOf, NOON, order, SITE, type Story, TENANT, tell } from '../../testing/record-builder.ts';

const SLOT = { timeslotStartDateTime: '2026-12-08T08:00:00.000Z', timeslotEndDateTime: '2026-12-08T13:00:00.000Z' };
const SERVICE = { id: 'fttp', name: 'FTTP' };
const EITHER = { answers: [{ status: '2xx' }, { status: '4xx' }] };
const book = (id: number): CallStep =>
  call('book', {
    name: `book${id}`,
    body: { id, address: SITE, serviceSpecification: { id: 'fttp' }, purpose: 'PROVIDE', timeslot: SLOT },
    expect: { answers: [] },
    need: EITHER,
  });
const using = (id: number, name: string): CallStep => {
  const body = order(id).request.body as JsonObject;
  return order(id, { name, as: name, body: { ...body, tenant: TENANT, appointmentReservationReference: 'R1' } });
};
const cancel = call('cancel', { body: { id: 9, orderId: 5, reasonCode: 'OTHER' } });
const booked = (id: number): JsonObject => ({
  id,
  address: SITE,
  serviceSpecification: SERVICE,
  purpose: 'PROVIDE',
  timeslot: { ...SLOT, classification: 'WEEKDAY_AM', standard: true },
  supplierReference: `R${id}`,
  expiryDateTime: new Date(NOON + 1_800_000).toISOString(),
});

const taken = (story: Story, name: string): Story => story.ask('o', name, 409, { text: 'taken' });
const free = (story: Story, id: number): Story => story.ask('o', `book${id}`, 200, { body: booked(id) });

/** What is said of reservations after a slot was booked, shown to take one booking, and ordered. */
function said(after: (story: Story) => Story): string[] {
  const steps = [book(1), book(2), using(5, 'order'), using(6, 'again'), cancel, book(3)];
  const story = tell().journey('o', steps).start('o');
  const ordered = taken(free(story, 1), 'book2').ask('o', 'order', 202).event(5, 'ACKNOWLEDGED');
  const findings = findingsOf(after(ordered).end('o').finish().judge());
  return findings.filter((each) => /booking\.(held|ordered|freed|once)/.test(each));
}

test('a slot that an order uses stays taken', () => {
  const observed =
    'booking.ordered observed: a slot that an order uses was booked again when its reservation had expired';
  expect(said((story) => free(story.later(3_600_000), 3))).toEqual([observed]);
  expect(said((story) => taken(story.later(3_600_000), 'book3'))).toEqual([]);
  const givenBack = (story: Story): Story => story.ask('o', 'cancel', 202).event(5, 'CANCELLED', { cancellationId: 9 });
  expect(said((story) => givenBack(free(story.later(3_600_000), 3)))).toContain(observed);
  expect(said((story) => free(story.event(5, 'REJECTED').later(3_600_000), 3))).toEqual([]);
});

test('a slot that is reserved is given to nobody else before its reservation expires', () => {
  const failed = 'booking.held failed: a reserved slot was booked again before its reservation expired';
  expect(said((story) => free(story.later(60_000), 3))).toEqual([failed]);
  expect(said((story) => taken(story.later(60_000), 'book3'))).toEqual([]);
  // Who used it may have given it back.
  expect(said((story) => free(story.ask('o', 'cancel', 202).later(60_000), 3))).toEqual([]);
  expect(said((story) => free(story.event(5, 'REJECTED').later(60_000), 3))).toEqual([]);
  // Where its cancellation was refused, nothing is given back.
  const refused = (story: Story): Story =>
    story.ask('o', 'cancel', 202).event(5, 'CANCELLATION_REJECTED', { cancellationId: 9 });
  expect(said((story) => free(refused(story).later(60_000), 3))).toEqual([failed]);
  // What becomes of the order later says nothing of the time before.
  expect(said((story) => free(refused(story).later(60_000), 3).event(5, 'COMPLETED'))).toEqual([failed]);
  expect(said((story) => free(story.later(60_000), 3).ask('o', 'cancel', 202))).toEqual([failed]);
});

test('where a slot takes several, who ends among them may have made room', () => {
  const saidOf = (sharedUntil: number): string[] => {
    const story = tell()
      .journey('x', [book(4)])
      .journey('o', [book(1), book(2), book(3)])
      .start('x')
      .start('o')
      .ask('x', 'book4', 200, { body: { ...booked(4), expiryDateTime: new Date(sharedUntil).toISOString() } });
    const full = taken(free(story, 1), 'book2').later(60_000);
    return findingsOf(free(full, 3).end('x').end('o').finish().judge()).filter((each) =>
      each.startsWith('booking.held'),
    );
  };
  expect(saidOf(NOON + 50_000)).toEqual([]);
  // One that had ended before holds nothing.
  expect(saidOf(NOON - 50_000)).toHaveLength(1);
});

test('who gave its address back holds no slot there any more, where one takes one booking', () => {
  const saidOf = (slotCapacity: number, isRestored: boolean): string[] => {
    const values = { site: { ...SITE, slotCapacity } };
    const story = tell()
      .journey('x', [book(4)], { values })
      .journey('o', [book(1), book(2), book(3)], { values })
      .start('x')
      .ask('x', 'book4', 200, { body: booked(4) })
      .end('x');
    if (isRestored) story.see({ type: 'restore-began', journey: 'x', orders: [] });
    const told = free(taken(free(story.start('o'), 1), 'book2'), 3)
      .end('o')
      .finish()
      .judge();
    return findingsOf(told).filter((each) => each.startsWith('booking.held'));
  };
  expect(saidOf(1, true)).toHaveLength(1);
  expect(saidOf(2, true)).toEqual([]);
  expect(saidOf(2, false)).toEqual([]);
});

test('a slot that nobody ordered is given to nobody else either, until it may have been free somewhere', () => {
  const saidOf = (expiryDateTime: string, laterMs: number): string[] => {
    const story = tell()
      .journey('o', [book(1), book(2), book(3)])
      .start('o')
      .ask('o', 'book1', 200, { body: { ...booked(1), expiryDateTime } });
    const told = free(taken(story, 'book2').later(laterMs), 3).end('o').finish().judge();
    return findingsOf(told).filter((each) => each.startsWith('booking.held'));
  };
  const expiry = String(booked(1).expiryDateTime);
  expect(saidOf(expiry, 60_000)).toEqual([
    'booking.held failed: a reserved slot was booked again before its reservation expired',
  ]);
  expect(saidOf(expiry, 1_800_000)).toEqual([]);
  expect(saidOf(expiry.replace('Z', ''), 60_000)).toEqual([]);
});

test('a slot of a cancelled order is free, once an event said that it is cancelled', () => {
  const cancelled = (story: Story): Story => story.ask('o', 'cancel', 202).event(5, 'CANCELLED', { cancellationId: 9 });
  const observed = 'booking.freed observed: a slot of a cancelled order cannot be booked again';
  expect(said((story) => taken(cancelled(story), 'book3'))).toEqual([observed]);
  expect(said((story) => free(cancelled(story), 3))).toEqual([]);
  expect(said((story) => taken(story.ask('o', 'cancel', 202), 'book3'))).toEqual([]);
});

test('a reservation serves one order', () => {
  const again = (story: Story): Story => story.ask('o', 'again', 202).event(6, 'ACKNOWLEDGED');
  const observed = 'booking.once observed: order 6: it was carried out with the reservation of order 5';
  expect(said((story) => again(story).event(6, 'COMMITTED').event(6, 'COMPLETED'))).toEqual([observed]);
  expect(said((story) => again(story).event(6, 'REJECTED'))).toEqual([]);
  expect(said((story) => story.ask('o', 'again', 422))).toEqual([]);
  // Of two that are open, the later one may be the one that gets it.
  expect(said((story) => again(story).event(5, 'REJECTED').event(6, 'COMMITTED').event(6, 'COMPLETED'))).toEqual([]);
});

test('a reservation can be ordered until it expires', () => {
  const body = order(5).request.body as JsonObject;
  const named = { appointmentReservationReference: 'R1', appointmentReservationId: 1 };
  const both = order(5, { body: { ...body, tenant: TENANT, ...named }, expect: EITHER });
  const said = (after: (story: Story) => Story, steps: readonly CallStep[] = [book(1), both]): string[] => {
    const story = after(free(tell().journey('o', steps).start('o'), 1));
    return findingsOf(story.end('o').finish().judge()).filter((each) => each.startsWith('booking.honoured'));
  };
  const accepted = (story: Story): Story => story.ask('o', 'order', 202).event(5, 'ACKNOWLEDGED');
  expect(said((story) => story.ask('o', 'order', 422))).toHaveLength(1);
  expect(said((story) => accepted(story).event(5, 'REJECTED'))).toHaveLength(1);
  expect(said((story) => accepted(story).event(5, 'COMMITTED').event(5, 'COMPLETED'))).toEqual([]);
  // When it had expired, or was about to, nothing is said; nor where another order had it.
  expect(said((story) => story.later(1_800_000).ask('o', 'order', 422))).toEqual([]);
  expect(said((story) => story.ask('o', 'order', 422), [book(1), using(5, 'order')])).toEqual([]);
  const twice = (story: Story): Story => story.ask('o', 'again', 202).ask('o', 'order', 422);
  expect(said(twice, [book(1), both, using(6, 'again')])).toEqual([]);
});

test('a slot whose reservations have expired can be booked again', () => {
  const said = (after: (story: Story) => Story): string[] => {
    const steps = [book(1), book(2), using(5, 'order'), book(3)];
    const story = after(free(tell().journey('o', steps).start('o'), 1));
    return findingsOf(story.end('o').finish().judge()).filter((each) => each.startsWith('booking.expired'));
  };
  const full = (story: Story): Story => taken(story, 'book2');
  expect(said((story) => taken(full(story).later(3_600_000), 'book3'))).toEqual([
    'booking.expired failed: a slot cannot be booked again after its reservations have expired',
  ]);
  expect(said((story) => free(full(story).later(3_600_000), 3))).toEqual([]);
  // Before, or where it is ordered, it is held; where nobody was refused, it may be closed for another reason.
  expect(said((story) => taken(full(story).later(60_000), 'book3'))).toEqual([]);
  expect(said((story) => taken(full(story).ask('o', 'order', 202).later(3_600_000), 'book3'))).toEqual([]);
  expect(said((story) => taken(story.later(3_600_000), 'book3'))).toEqual([]);
});

test('an order that is refused after its reservation had expired proves nothing', () => {
  const body = { uuid: '6f2d2c1e-1c7b-4c0a-9b53-4a0d1f3b7e01', code: 'INVALID_REQUEST', messages: ['expired'] };
  const told = (laterMs: number) => {
    const steps = [book(1), using(5, 'order')];
    const story = free(tell().journey('o', steps).start('o'), 1).later(laterMs).ask('o', 'order', 422, { body });
    const verdict = story.end('o').finish().judge();
    return [verdict.cases[0]?.outcome, findingsOf(verdict).filter((each) => each.startsWith('http.status'))];
  };
  expect(told(60_000)).toEqual([
    'failed',
    ['http.status failed: order answered 422 INVALID_REQUEST where 202 is expected'],
  ]);
  expect(told(3_600_000)).toEqual(['inconclusive', []]);
});
