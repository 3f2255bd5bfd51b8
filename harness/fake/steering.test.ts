import { describe, expect, it } from 'vitest';
import { shippedFaults } from './faults.ts';
import { LONG, NEW_LINE, names, provide } from './testing/journeys.ts';
import { trial } from './testing/trial.ts';

describe('steering by headers', () => {
  it.each([
    ['ORDER_ACKNOWLEDGED', ['ACKNOWLEDGED']],
    ['ORDER_IN_PROGRESS', ['ACKNOWLEDGED', 'COMMITTED']],
    ['ORDER_PENDING', ['ACKNOWLEDGED', 'INFORMATION_REQUIRED']],
    ['ORDER_REJECTED', ['REJECTED']],
    ['ORDER_CANCELLED', ['ACKNOWLEDGED', 'COMMITTED', 'CANCELLED']],
  ])('%s takes the order along its course', async (outcome, expected) => {
    const t = trial();
    await t.ask('order', { headers: { 'X-Scenario': outcome }, body: provide(t, 1) });
    await t.pass(LONG);
    expect(names(t)).toEqual(expected);
  });

  it('the problem code is told where an event has one', async () => {
    const t = trial();
    const headers = { 'X-Scenario': 'ORDER_DELAYED', 'X-Problem-Code': 'FAULT_AT_POP' };
    await t.ask('order', { headers, body: provide(t, 1) });
    await t.pass(LONG);
    const codes = t.deliveries.map(({ event }) => event.problemCode).filter((code) => code !== undefined);
    expect(codes).toEqual(['FAULT_AT_POP']);
  });

  it('the delay between events is asked for in seconds', async () => {
    const t = trial();
    const headers = { 'X-Scenario': 'ORDER_IN_PROGRESS', 'X-Kci-Delay': '0.5' };
    await t.ask('order', { headers, body: provide(t, 1) });
    await t.pass(LONG);
    expect(t.deliveries.map(({ at }) => at)).toEqual([500, 1000]);
  });

  it('other header names can be agreed', async () => {
    const t = trial({ steeringHeaders: { outcome: 'X-Path' } });
    await t.ask('order', { headers: { 'X-Path': 'ORDER_REJECTED', 'X-Kci-Delay': '1' }, body: provide(t, 1) });
    await t.pass(LONG);
    expect(t.deliveries.map(({ event, at }) => [event.name, at])).toEqual([['REJECTED', 30_000]]);
  });

  it.each([
    ['SUPPLIER_FAULT', 500],
    ['SUPPLIER_TIMED_OUT', 504],
  ])('%s is answered without any fault file', async (code, status) => {
    const t = trial();
    const answer = await t.ask('availability', { headers: { 'X-Fault': code }, query: { address: NEW_LINE } });
    expect([answer.status, answer.body]).toMatchObject([
      status,
      { code, uuid: expect.any(String), messages: [expect.any(String)] },
    ]);
  });

  it('a fault by name concerns this request, and the order it places, only', async () => {
    const t = trial({ faultsOnRequest: () => shippedFaults().faults });
    const headers = { 'X-Assay-Fault': 'availability-identifier-without-id' };
    const broken = await t.ask('availability', { headers, query: { address: NEW_LINE } });
    const whole = await t.ask('availability', { query: { address: NEW_LINE } });
    expect(broken.text).not.toContain(`"id":"${NEW_LINE.id}"`);
    expect(whole.text).toContain(`"id":"${NEW_LINE.id}"`);

    const fault = { 'X-Fault': 'kci-lost-completion', 'X-Kci-Delay': '1' };
    await t.ask('order', { headers: fault, body: provide(t, 1) });
    await t.pass(LONG);
    expect(names(t)).not.toContain('COMPLETED');
  });

  it('means nothing where it names what is not known', async () => {
    const t = trial({ faultsOnRequest: () => shippedFaults().faults });
    const headers = { 'X-Scenario': 'ORDER_EATEN', 'X-Fault': 'no-such-fault', 'X-Kci-Delay': 'soon' };
    expect((await t.ask('order', { headers, body: provide(t, 1) })).status).toBe(202);
    await t.pass(LONG);
    expect([names(t).at(-1), t.deliveries[0]?.at]).toEqual(['COMPLETED', 30_000]);
  });
});

describe('steering by addresses', () => {
  it('a magic address takes its order along a course', async () => {
    const t = trial();
    await t.ask('order', { body: provide(t, 1, { address: { id: '909700000001', type: 'UPRN' } }) });
    await t.pass(LONG);
    expect(names(t)).toEqual(['REJECTED']);
  });

  it('a magic address answers an error', async () => {
    const t = trial();
    const answer = await t.ask('availability', { query: { address: { id: '909100000001', type: 'UPRN' } } });
    expect([answer.status, answer.body]).toMatchObject([504, { code: 'SUPPLIER_TIMED_OUT' }]);
  });

  it('a magic address decides how a cancellation ends', async () => {
    const t = trial();
    await t.ask('order', { body: provide(t, 1, { address: { id: '910100000001', type: 'UPRN' } }) });
    await t.ask('cancel', { body: { id: 6, orderId: 1, reasonCode: 'OTHER' } });
    await t.pass(LONG);
    expect([names(t)[0], names(t).at(-1)]).toEqual(['CANCELLATION_REJECTED', 'COMPLETED']);
  });
});
