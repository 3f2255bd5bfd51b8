import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../model.ts';
import { book, CONTESTED, LONG, NEW_LINE, provide, slotsOf } from './testing/journeys.ts';
import { START, trial } from './testing/trial.ts';

const start = (slot: JsonObject | undefined) => slot?.timeslotStartDateTime;

describe('listing slots', () => {
  it('lists free slots in order of time, from the lead time on', async () => {
    const t = trial();
    const starts = (await slotsOf(t, NEW_LINE)).map(start) as string[];
    expect(starts[0]).toBe('2026-03-18T07:00:00.000Z');
    expect(starts).toEqual(starts.toSorted());
  });

  it('lists only the classification and the dates that were asked for', async () => {
    const t = trial();
    const slots = await slotsOf(t, NEW_LINE, { classifications: 'SATURDAY_AM', appointmentFromDate: '2026-03-27' });
    expect(slots.map(start)).toEqual([
      '2026-03-28T08:00:00.000Z',
      // The clocks have gone forward.
      '2026-04-04T07:00:00.000Z',
      '2026-04-11T07:00:00.000Z',
      '2026-04-18T07:00:00.000Z',
    ]);
  });

  it('lists none where none is offered', async () => {
    const t = trial();
    expect(await slotsOf(t, { id: '903200000001', type: 'UPRN' })).toEqual([]);
  });
});

describe('booking a slot', () => {
  it('answers the appointment with a reference of its own and an expiry', async () => {
    const t = trial();
    const [slot] = await slotsOf(t, NEW_LINE, { classifications: 'WEEKDAY_AM' });
    const [one, two] = [await book(t, 7, NEW_LINE, slot), await book(t, 8, NEW_LINE, slot)];
    expect(one.status).toBe(200);
    expect(one.body).toEqual({
      id: 7,
      address: NEW_LINE,
      serviceSpecification: { id: 'fttp', name: 'FTTP' },
      purpose: 'PROVIDE',
      timeslot: slot,
      supplierReference: expect.stringMatching(/^APT\d+$/),
      expiryDateTime: new Date(START + 30 * 60_000).toISOString(),
    });
    expect((two.body as JsonObject).supplierReference).not.toBe((one.body as JsonObject).supplierReference);
  });

  it('is refused with 409 once the slot is full, until the reservation expires', async () => {
    const t = trial();
    const [slot] = await slotsOf(t, CONTESTED);
    const answers = await Promise.all([book(t, 1, CONTESTED, slot), book(t, 2, CONTESTED, slot, t.other)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      code: 'CONFLICT',
      messages: ['The timeslot is no longer available'],
    });
    expect((await slotsOf(t, CONTESTED)).map(start)).not.toContain(start(slot));
    await t.pass(30 * 60_000);
    expect((await slotsOf(t, CONTESTED)).map(start)).toContain(start(slot));
    expect((await book(t, 3, CONTESTED, slot)).status).toBe(200);
  });

  it('is refused for a slot that was never offered', async () => {
    const t = trial();
    const [slot] = await slotsOf(t, NEW_LINE);
    const answer = await book(t, 1, NEW_LINE, { ...slot, timeslotEndDateTime: '2026-03-18T07:30:00.000Z' });
    expect(answer.status).toBe(409);
  });
});

describe('the slot of an order', () => {
  const isListed = async (t: ReturnType<typeof trial>, slot: JsonObject | undefined) =>
    (await slotsOf(t, CONTESTED)).some((each) => isDeepStrictEqual(each, slot));

  it('outlives the reservation', async () => {
    const t = trial();
    const [slot] = await slotsOf(t, CONTESTED);
    await book(t, 1, CONTESTED, slot);
    await t.ask('order', { body: provide(t, 1, { address: CONTESTED, appointmentReservationId: 1 }) });
    await t.pass(LONG * 3);
    expect(await isListed(t, slot)).toBe(false);
  });

  it('is free again once the order is cancelled', async () => {
    const t = trial();
    const [slot] = await slotsOf(t, CONTESTED);
    await book(t, 1, CONTESTED, slot);
    await t.ask('order', { body: provide(t, 1, { address: CONTESTED, appointmentReservationId: 1 }) });
    await t.ask('cancel', { body: { id: 1, orderId: 1, reasonCode: 'OTHER' } });
    expect(await isListed(t, slot)).toBe(false);
    await t.pass(LONG);
    expect(await isListed(t, slot)).toBe(true);
  });

  it('is free again once the order has moved to another', async () => {
    const t = trial();
    const [slot, later] = await slotsOf(t, CONTESTED);
    await book(t, 1, CONTESTED, slot);
    await book(t, 2, CONTESTED, later);
    await t.ask('order', { body: provide(t, 1, { address: CONTESTED, appointmentReservationId: 1 }) });
    await t.ask('amend', { body: { id: 3, orderId: 1, appointmentReservationId: 2 } });
    await t.pass(LONG * 3);
    expect([await isListed(t, slot), await isListed(t, later)]).toEqual([true, false]);
  });
});
