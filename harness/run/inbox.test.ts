import { expect, test } from 'vitest';
import type { IncomingDelivery, KciProfile, Unrecorded } from '../model.ts';
import { createInbox, eventsOfTenantOrder } from './inbox.ts';

const profile = {
  wire: { contentType: 'application/json', path: '', format: 'json' },
  read: { event: '$.event', orderId: '$.order', tenant: '$.tenant' },
  times: 'iso-8601',
  statuses: {},
  events: { ACCEPTED: { when: ['ACCEPTED'] }, DONE: { when: ['DONE'] } },
  delivery: { acknowledge: 204 },
} as unknown as KciProfile;

const of = (order: number, event: string, over: Partial<IncomingDelivery> = {}): IncomingDelivery => ({
  method: 'POST',
  path: '/',
  expectedPath: true,
  headers: [],
  body: { text: JSON.stringify({ order, event }), sizeBytes: 1 },
  answered: 204,
  ...over,
});

function inbox(read: KciProfile = profile) {
  const record: Unrecorded[] = [];
  const box = createInbox(read, (each) => ({ at: record.push(each) }));
  const answered = (): unknown[] => record.map((each) => (each.type === 'delivery-received' ? each.answered : null));
  return { box, answered };
}

test('the first deliveries about an order are turned away, and that is on record', () => {
  const { box, answered } = inbox();
  box.turnAway('7', { refuse: 2, with: 503 });
  const turned = [of(7, 'ACCEPTED'), of(8, 'ACCEPTED'), of(7, 'ACCEPTED'), of(7, 'ACCEPTED')].map(box.receive);
  expect(turned.map((each) => each?.with)).toEqual([503, undefined, 503, undefined]);
  expect(answered()).toEqual([503, 204, 503, 204]);
  expect(box.eventsOf('7').map((each) => each.answered)).toEqual([503, 503, 204]);
});

test('only deliveries of the event that was named are turned away', () => {
  const { box, answered } = inbox();
  box.turnAway('7', { refuse: 1, of: 'DONE', with: 'reset' });
  for (const event of ['ACCEPTED', 'DONE', 'DONE']) box.receive(of(7, event));
  expect(answered()).toEqual([204, 0, 204]);
});

test('each event is turned away as often as was said', () => {
  const { box, answered } = inbox();
  box.turnAway('7', { refuse: 1, of: 'each', with: 503 });
  for (const event of ['ACCEPTED', 'DONE', 'ACCEPTED', 'DONE', 'DONE']) box.receive(of(7, event));
  expect(answered()).toEqual([503, 503, 204, 204, 204]);
});

test('of several events in one delivery, the one to be refused counts before one to be acknowledged late', () => {
  const read = { event: '$.list[0].event', orderId: '$.list[0].order' };
  const listed = { ...profile, wire: { ...profile.wire, batch: '$.list' }, read } as unknown as KciProfile;
  const { box, answered } = inbox(listed);
  box.turnAway('7', { refuse: 1, with: 'late', afterMs: 9 });
  box.turnAway('8', { refuse: 1, with: 503 });
  const list = [7, 8].map((order) => ({ order, event: 'DONE' }));
  const both = { ...of(7, 'DONE'), body: { text: JSON.stringify({ list }), sizeBytes: 1 } };
  expect([box.receive(both)?.with, box.receive(both)?.with, box.receive(both)]).toEqual([503, 'late', undefined]);
  expect(answered()).toEqual([503, 204, 204]);
});

test('what the receiver refused by itself is not turned away a second time', () => {
  const { box, answered } = inbox();
  box.turnAway('7', { refuse: 1, with: 503 });
  box.receive(of(7, 'ACCEPTED', { answered: 405 }));
  box.receive(of(7, 'ACCEPTED', { expectedPath: false, answered: 404 }));
  box.receive(of(7, 'ACCEPTED'));
  expect(answered()).toEqual([405, 404, 503]);
});

test('while no order is asked for, deliveries go on record unread', () => {
  let reads = 0;
  const delivery = of(7, 'DONE', {
    body: {
      sizeBytes: 1,
      get text() {
        reads += 1;
        return '{"order":7,"event":"DONE"}';
      },
    },
  });
  const asking = new Set<string>();
  const record: Unrecorded[] = [];
  const box = createInbox(profile, (each) => ({ at: record.push(each) }), { asking });
  box.receive(delivery);
  expect({ recorded: record.length, reads }).toEqual({ recorded: 1, reads: 0 });
  asking.add('7');
  box.receive(delivery);
  expect(box.eventsOf('7').map(({ event }) => event.name)).toEqual(['DONE']);
});

test('of an id that two tenants chose, each hears its own events, and those that name neither', () => {
  const { box } = inbox();
  for (const tenant of ['acme', 'globex', 'nobody', undefined])
    box.receive(of(7, 'DONE', { body: { text: JSON.stringify({ order: 7, event: 'DONE', tenant }), sizeBytes: 1 } }));
  const placed = ['acme', 'globex'].map((tenant) => ({ id: '7', tenant }));
  const heardBy = (tenant: string, of = placed) =>
    eventsOfTenantOrder(box, { id: '7', tenant }, of).map((each) => each.event.tenant);
  expect(heardBy('acme')).toEqual(['acme', 'nobody', undefined]);
  expect(heardBy('globex')).toEqual(['globex', 'nobody', undefined]);
  expect(heardBy('acme', placed.slice(0, 1))).toHaveLength(4);
});
