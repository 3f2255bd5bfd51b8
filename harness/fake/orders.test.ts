import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../model.ts';
import { characteristicsOf } from './lines.ts';
import {
  ACTIVE,
  book,
  ELSEWHERE,
  INACTIVE,
  LONG,
  linesAt,
  NEW_LINE,
  names,
  onService,
  portOf,
  provide,
  SERVICE,
  slotsOf,
} from './testing/journeys.ts';
import { trial } from './testing/trial.ts';

const characteristics = (line: JsonObject | undefined) => characteristicsOf(line?.lineCharacteristics);

describe('an order that is completed', () => {
  it('NEW leaves an active line with a service', async () => {
    const t = trial();
    const placed = await t.ask('order', { body: provide(t, 1) });
    await t.pass(LONG);
    expect([placed.status, placed.text, placed.headers]).toEqual([202, '', {}]);
    expect(names(t).filter((name) => !['UPDATE', 'ADDITIONAL'].includes(name ?? ''))).toEqual([
      'ACKNOWLEDGED',
      'COMMITTED',
      'COMPLETED',
    ]);
    const [line] = await linesAt(t, NEW_LINE);
    expect(portOf(line)).toEqual(['ACTIVE', true]);
    expect(characteristics(line)).toEqual({ LINE_PROFILE: '80/20', SERVICE_ID: expect.stringMatching(/^SVC\d+$/) });
    expect(portOf((await linesAt(t, NEW_LINE, t.other))[0])).toEqual(['ACTIVE', false]);
  });

  it('START puts an unused port into service', async () => {
    const t = trial();
    await t.ask('order', { body: provide(t, 1, { orderType: 'START', address: INACTIVE }) });
    await t.pass(LONG);
    expect(portOf((await linesAt(t, INACTIVE))[0])).toEqual(['ACTIVE', true]);
  });

  it.each(['TAKEOVER', 'TRANSFER'])('%s brings the service of another to the tenant', async (orderType) => {
    const t = trial();
    expect(portOf((await linesAt(t, ELSEWHERE))[0])).toEqual(['ACTIVE', false]);
    await t.ask('order', { body: provide(t, 1, { orderType, address: ELSEWHERE }) });
    await t.pass(LONG);
    expect(portOf((await linesAt(t, ELSEWHERE))[0])).toEqual(['ACTIVE', true]);
    expect(portOf((await linesAt(t, ELSEWHERE, t.other))[0])).toEqual(['ACTIVE', false]);
  });

  it('SWAP changes the characteristics and keeps the service', async () => {
    const t = trial();
    await t.ask('order', { body: provide(t, 1, { orderType: 'SWAP', address: ACTIVE }) });
    await t.pass(LONG);
    expect(characteristics((await linesAt(t, ACTIVE))[0])).toEqual({ LINE_PROFILE: '80/20', SERVICE_ID: SERVICE });
  });

  it('MODIFY changes the characteristics', async () => {
    const t = trial();
    await t.ask('order', { body: onService(t, 1, 'MODIFY') });
    await t.pass(LONG);
    expect(names(t)).toEqual(['ACKNOWLEDGED', 'COMMITTED', 'COMPLETED']);
    expect(characteristics((await linesAt(t, ACTIVE))[0])).toEqual({ LINE_PROFILE: '1000/115', SERVICE_ID: SERVICE });
  });

  it('CEASE stops the port, and a second one finds no active service', async () => {
    const t = trial();
    await t.ask('order', { body: onService(t, 1, 'CEASE') });
    await t.pass(LONG);
    expect(portOf((await linesAt(t, ACTIVE))[0])).toEqual(['STOPPED', false]);
    await t.ask('order', { body: onService(t, 2, 'CEASE') });
    await t.pass(LONG);
    expect(names(t)).toEqual(['ACKNOWLEDGED', 'COMMITTED', 'COMPLETED', 'REJECTED']);
    expect(t.deliveries.at(-1)?.event.text).toBe(`Service ${SERVICE} is not an active service of ${t.tenant}`);
  });

  it('a service that NEW has brought can be ceased', async () => {
    const t = trial();
    await t.ask('order', { body: provide(t, 1) });
    await t.pass(LONG);
    const serviceId = characteristics((await linesAt(t, NEW_LINE))[0]).SERVICE_ID ?? '';
    await t.ask('order', { body: onService(t, 2, 'CEASE', { serviceId }) });
    await t.pass(LONG);
    expect(names(t).at(-1)).toBe('COMPLETED');
    expect(portOf((await linesAt(t, NEW_LINE))[0])).toEqual(['STOPPED', false]);
  });
});

describe('an order that its site cannot take', () => {
  it.each([
    ['NEW where a line is', { orderType: 'NEW', address: ACTIVE }, 'No new line can be installed at the address'],
    [
      'NEW where no network is',
      { orderType: 'NEW', address: { id: '901100000001', type: 'UPRN' } },
      'No new line can be installed at the address',
    ],
    ['START without a line', { orderType: 'START' }, 'There is no unused line at the address'],
    [
      'TRANSFER without a service',
      { orderType: 'TRANSFER', address: INACTIVE },
      'There is no active service at the address',
    ],
  ])('%s is accepted and then rejected', async (_, more, text) => {
    const t = trial();
    expect((await t.ask('order', { body: provide(t, 1, more) })).status).toBe(202);
    await t.pass(LONG);
    expect(t.deliveries.map(({ event }) => [event.name, event.text])).toEqual([['REJECTED', text]]);
  });

  it.each(['SVC000', 'SVC902400000001'])(
    'a cease of the unknown or foreign service %s is rejected',
    async (serviceId) => {
      const t = trial();
      expect((await t.ask('order', { body: onService(t, 1, 'CEASE', { serviceId }) })).status).toBe(202);
      await t.pass(LONG);
      expect(names(t)).toEqual(['REJECTED']);
    },
  );
});

describe('the id of an order', () => {
  it('is taken once: the same request again changes nothing, another is refused', async () => {
    const t = trial();
    await t.ask('order', { body: provide(t, 1) });
    expect((await t.ask('order', { body: provide(t, 1) })).status).toBe(202);
    const other = await t.ask('order', { body: provide(t, 1, { notes: 'Ring twice' }) });
    expect([other.status, other.body]).toMatchObject([
      422,
      { code: 'INVALID_REQUEST', messages: ['id is the id of another order'] },
    ]);
    await t.pass(LONG);
    expect(names(t).filter((name) => name === 'COMPLETED')).toHaveLength(1);
  });

  it('belongs to its tenant', async () => {
    const t = trial();
    const body = provide(t, 1, { tenant: t.other, address: { id: '900100000002', type: 'UPRN' } });
    await t.ask('order', { body: provide(t, 1) });
    expect((await t.ask('order', { tenant: t.other, body })).status).toBe(202);
    expect((await t.ask('order', { body: { ...body, id: 2 } })).status).toBe(422);
  });
});

describe('an order with an appointment', () => {
  it('is committed to for the start of its slot', async () => {
    const t = trial();
    const [slot] = await slotsOf(t, NEW_LINE);
    await book(t, 7, NEW_LINE, slot);
    await t.ask('order', { body: provide(t, 1, { appointmentReservationId: 7 }) });
    await t.pass(LONG);
    const committed = t.deliveries.find(({ event }) => event.name === 'COMMITTED')?.event.dates;
    expect(committed).toEqual({ committed: slot?.timeslotStartDateTime, target: slot?.timeslotStartDateTime });
  });

  it.each([
    ['unknown', { appointmentReservationId: 8 }, 'The appointment reservation is unknown'],
    [
      'of a reference that is not its own',
      { appointmentReservationId: 7, appointmentReservationReference: 'APT99' },
      'The appointment reservation is unknown',
    ],
    [
      'for another address',
      { appointmentReservationId: 7, address: INACTIVE },
      'The appointment reservation is for another address',
    ],
  ])('%s is refused', async (_, more, message) => {
    const t = trial();
    const [slot] = await slotsOf(t, NEW_LINE);
    await book(t, 7, NEW_LINE, slot);
    const { status, body } = await t.ask('order', { body: provide(t, 1, more) });
    expect([status, body]).toMatchObject([422, { messages: [message] }]);
  });

  it('is refused when the reservation has expired, is used, or is of another tenant', async () => {
    const t = trial();
    const [slot] = await slotsOf(t, NEW_LINE);
    await book(t, 7, NEW_LINE, slot);
    const foreign = await t.ask('order', {
      tenant: t.other,
      body: provide(t, 1, { tenant: t.other, appointmentReservationId: 7 }),
    });
    expect((foreign.body as JsonObject).messages).toEqual(['The appointment reservation is unknown']);
    await t.ask('order', { body: provide(t, 1, { appointmentReservationId: 7 }) });
    const used = await t.ask('order', { body: provide(t, 2, { appointmentReservationId: 7 }) });
    expect((used.body as JsonObject).messages).toEqual(['The appointment reservation belongs to another order']);
    await book(t, 9, NEW_LINE, slot);
    await t.pass(31 * 60_000);
    const expired = await t.ask('order', { body: provide(t, 3, { appointmentReservationId: 9 }) });
    expect((expired.body as JsonObject).messages).toEqual(['The appointment reservation has expired']);
  });
});
