import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../model.ts';
import { book, LONG, MINUTE, NEW_LINE, names, provide, slotsOf } from './testing/journeys.ts';
import { type Trial, trial } from './testing/trial.ts';

const cancellation = (id: number, orderId: number) => ({ id, orderId, reasonCode: 'OTHER' });
const steered = (outcome: string) => ({ 'X-Scenario': outcome });
const shown = (t: Trial) => t.deliveries.at(-1)?.event.order as JsonObject;

describe('an amendment', () => {
  it('changes only what it supplies, and its event names it', async () => {
    const t = trial();
    const primaryContact = { name: 'Ada Example', email: 'ada@example.com', phoneNumber: '01632960001' };
    await t.ask('order', { body: provide(t, 1, { primaryContact, notes: 'Ring twice' }) });
    const changes = {
      primaryContact: { name: 'Ada Example', phoneNumber: '01632960002' },
      serviceCharacteristics: [{ name: 'CARE_LEVEL', value: 'PREMIUM' }],
    };
    expect((await t.ask('amend', { body: { id: 5, orderId: 1, ...changes } })).status).toBe(202);
    await t.pass(30_000);
    expect(t.deliveries.map(({ event }) => [event.name, event.amendmentId])).toEqual([['AMENDED', '5']]);
    expect(shown(t)).toMatchObject({
      primaryContact: { ...primaryContact, phoneNumber: '01632960002' },
      notes: 'Ring twice',
      serviceOrderItem: {
        serviceCharacteristics: [
          { name: 'LINE_PROFILE', value: '80/20' },
          { name: 'CARE_LEVEL', value: 'PREMIUM' },
        ],
      },
    });
  });

  it('that is rejected changes nothing', async () => {
    const t = trial();
    await t.ask('order', { body: provide(t, 1, { notes: 'Ring twice' }) });
    await t.ask('amend', { headers: steered('AMENDMENT_REJECTED'), body: { id: 5, orderId: 1, notes: 'Knock' } });
    await t.pass(30_000);
    expect(names(t)).toEqual(['AMENDMENT_REJECTED']);
    expect(shown(t).notes).toBe('Ring twice');
  });

  it('that stays open is never answered, and the order goes on', async () => {
    const t = trial();
    await t.ask('order', { body: provide(t, 1) });
    await t.ask('amend', { headers: steered('AMENDMENT_PENDING'), body: { id: 5, orderId: 1, notes: 'Knock' } });
    await t.pass(LONG);
    expect(names(t)).not.toContain('AMENDED');
    expect(names(t).at(-1)).toBe('COMPLETED');
  });

  it('lets an order go on that waits for it, in its former status', async () => {
    const t = trial();
    await t.ask('order', { headers: steered('ORDER_REAPPOINT'), body: provide(t, 1) });
    await t.pass(LONG);
    expect(names(t)).toEqual(['ACKNOWLEDGED', 'COMMITTED', 'REAPPOINT']);
    expect(t.gateway.pendingDeliveries()).toBe(0);
    const [, slot] = await slotsOf(t, NEW_LINE);
    await book(t, 9, NEW_LINE, slot);
    await t.ask('amend', { body: { id: 5, orderId: 1, appointmentReservationId: 9 } });
    await t.pass(LONG);
    expect(t.deliveries.slice(2).map(({ event }) => [event.name, event.status])).toEqual([
      ['REAPPOINT', 'PENDING'],
      ['AMENDED', 'IN_PROGRESS'],
      ['COMPLETED', 'COMPLETED'],
    ]);
    expect(t.deliveries.at(-1)?.event.dates.committed).toBe(slot?.timeslotStartDateTime);
  });

  it('of an order that has ended is accepted and rejected', async () => {
    const t = trial();
    await t.ask('order', { body: provide(t, 1) });
    await t.pass(LONG);
    expect((await t.ask('amend', { body: { id: 5, orderId: 1, notes: 'Knock' } })).status).toBe(202);
    await t.pass(LONG);
    expect(names(t).slice(-2)).toEqual(['COMPLETED', 'AMENDMENT_REJECTED']);
  });
});

describe('a cancellation', () => {
  it('ends the order, and its event names it', async () => {
    const t = trial();
    await t.ask('order', { body: provide(t, 1) });
    await t.pass(MINUTE);
    expect((await t.ask('cancel', { body: cancellation(6, 1) })).status).toBe(202);
    await t.pass(LONG);
    expect(names(t).slice(0, 1)).toEqual(['ACKNOWLEDGED']);
    expect(names(t).at(-1)).toBe('CANCELLED');
    expect(t.deliveries.at(-1)?.event).toMatchObject({ cancellationId: '6', status: 'CANCELLED' });
    expect(names(t)).not.toContain('COMPLETED');
  });

  it('that is rejected lets the order go on', async () => {
    const t = trial();
    await t.ask('order', { body: provide(t, 1) });
    await t.ask('cancel', { headers: steered('CANCELLATION_REJECTED'), body: cancellation(6, 1) });
    await t.pass(LONG);
    expect([names(t)[0], names(t).at(-1)]).toEqual(['CANCELLATION_REJECTED', 'COMPLETED']);
  });

  it('of an order that has ended is accepted and rejected', async () => {
    const t = trial();
    await t.ask('order', { body: provide(t, 1) });
    await t.pass(LONG);
    expect((await t.ask('cancel', { body: cancellation(6, 1) })).status).toBe(202);
    await t.pass(LONG);
    expect(names(t).slice(-2)).toEqual(['COMPLETED', 'CANCELLATION_REJECTED']);
  });
});

describe('an order that the tenant does not have', () => {
  it.each([
    ['amend', { id: 5, orderId: 1 }],
    ['cancel', cancellation(6, 1)],
  ] as const)('cannot be reached by %s', async (verb, body) => {
    const t = trial();
    await t.ask('order', { tenant: t.other, body: provide(t, 1, { tenant: t.other }) });
    const answer = await t.ask(verb, { body });
    expect([answer.status, answer.body]).toMatchObject([422, { messages: ['orderId is not the id of an order'] }]);
  });
});
