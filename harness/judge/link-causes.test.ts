import { describe, expect, test } from 'vitest';
import { underReadings } from '../contract/readings.ts';
import { readPattern } from '../kci/pattern.ts';
import type { JsonObject, Verdict } from '../model.ts';
import { call, findingsOf, kci, order, REAL, SITE, type Story, TENANT, tell } from '../testing/record-builder.ts';

/** Each failure by its check, and what it is said to follow from. */
function causesIn({ cases, findings }: Verdict): string[] {
  return [...cases.flatMap((each) => each.findings), ...findings].flatMap(({ check, result }) => {
    if (result.outcome !== 'failed') return [];
    const { kind, summary, because } = result.finding;
    return because === undefined ? [`${check}: ${kind ?? summary}`] : [`${check} follows from ${because}`];
  });
}

const placed = (...ids: readonly number[]): Story => {
  let story = tell();
  for (const id of ids) {
    const owed = kci(readPattern(['ACKNOWLEDGED', 'COMMITTED', 'COMPLETED']).pattern, { for: '$placed' });
    story = story
      .journey(`o${id}`, [order(id, { as: 'placed' })], { kci: [owed] })
      .start(`o${id}`)
      .ask(`o${id}`, 'order', 202);
  }
  return story;
};

describe('one lost event is one failure', () => {
  test('where the course goes on without it, the same event is blamed by both', () => {
    const verdict = placed(5).event(5, 'ACKNOWLEDGED').event(5, 'COMPLETED').end('o5').finish().judge();
    const cause = 'kci.lifecycle: COMPLETED came without COMMITTED before it';
    expect(causesIn(verdict)).toContain(cause);
    expect(causesIn(verdict)).toContain(`kci.sequence follows from ${cause}`);
  });

  test('where nothing came at all, that is said first', () => {
    // Another order was heard of, so that events can reach us.
    const heard = placed(5, 6).event(6, 'ACKNOWLEDGED').event(6, 'COMMITTED').event(6, 'COMPLETED');
    const verdict = heard
      .later(30 * 86_400_000)
      .end('o5')
      .end('o6')
      .finish()
      .judge();
    const cause = 'kci.path: no event came to the webhook';
    expect(causesIn(verdict)).toEqual([
      `kci.sequence follows from ${cause}`,
      cause,
      `kci.timing follows from ${cause}`,
    ]);
  });
});

test('an event that rightly ended its order is not blamed for the one that follows it', () => {
  const cancel = call('cancel', { body: { id: 70, orderId: 5, reasonCode: 'OTHER' } });
  const verdict = tell()
    .journey('o', [order(5), cancel])
    .start('o')
    .ask('o', 'order', 202)
    .event(5, 'ACKNOWLEDGED')
    .ask('o', 'cancel', 202)
    .event(5, 'CANCELLED', { cancellationId: 70 })
    .event(5, 'COMPLETED')
    .end('o')
    .finish()
    .judge();
  const cause = 'kci.terminal: an event came after CANCELLED';
  expect(causesIn(verdict)).toEqual([`kci.lifecycle follows from ${cause}`, cause]);
  expect(findingsOf(verdict)[0]).toBe('kci.lifecycle failed: order 5: COMPLETED came after ACKNOWLEDGED, CANCELLED');
});

test('an order that names the reference of several bookings suffers from that, and who is shown it', () => {
  const start = '2026-03-04T08:00:00.000Z';
  const timeslot = { timeslotStartDateTime: start, timeslotEndDateTime: '2026-03-04T13:00:00.000Z' };
  const asked = { address: SITE, serviceSpecification: { id: 'fttp' }, purpose: 'PROVIDE', timeslot };
  const expect2 = { answers: [{ status: '203' }], body: { supplierReference: 'R2' } };
  const books = [1, 2].map((id) =>
    call('book', { name: `book${id}`, body: { ...asked, id }, ...(id === 2 ? { expect: expect2 } : {}) }),
  );
  const { body } = order(5).request;
  const named = order(5, { body: { ...(body as JsonObject), appointmentReservationReference: 'R1' } });
  const owed = kci(readPattern(['ACKNOWLEDGED', 'COMMITTED', 'COMPLETED']).pattern, { for: '$placed' });
  const story = tell()
    .journey('o', [...books, named], { kci: [owed] })
    .start('o');
  for (const id of [1, 2])
    story.ask('o', `book${id}`, 203, {
      body: {
        ...asked,
        id,
        serviceSpecification: { id: 'fttp', name: 'FTTP' },
        timeslot: { ...timeslot, classification: 'WEEKDAY_AM', standard: true },
        supplierReference: 'R1',
      },
    });
  const verdict = story.ask('o', 'order', 202).event(5, 'REJECTED').end('o').finish().judge();
  const cause = 'booking.reference-unique: bookings have the same reference';
  const following = ['http.body', 'kci.sequence'].map((check) => `${check} follows from ${cause}`);
  expect(causesIn(verdict)).toEqual([...following, cause]);
});

test('an answer with a wrong status is wrong once, whatever its body is', () => {
  const verdict = tell()
    .journey('a', [call('availability', { query: { address: SITE }, expect: { answers: [{ status: '422' }] } })])
    .start('a')
    .ask('a', 'availability', 200, { body: { address: 7 } })
    .end('a')
    .finish()
    .judge();
  const [cause, ...others] = causesIn(verdict);
  expect(cause).toBe('http.status: availability answered 200 where 422 is expected');
  expect(others.length).toBeGreaterThan(0);
  expect(new Set(others)).toEqual(new Set([`http.schema follows from ${cause}`]));
});

test('a door left open is one mistake, also where any refusal would do; of another requirement it is another', () => {
  const book = (id: string, status: string, requirements: readonly string[]) =>
    call('book', { name: id, body: { id: 7 }, expect: { answers: [{ status }], requirements } });
  let story = tell().journey('o', [
    book('a', '4xx', ['APT-04']),
    book('b', '409', ['APT-04']),
    book('c', '422', ['APT-10']),
  ]);
  story = story.start('o');
  for (const step of ['a', 'b', 'c']) story = story.ask('o', step, 200);
  const told = causesIn(story.end('o').finish().judge()).filter((each) => each.startsWith('http.status'));
  expect(told).toEqual([
    'http.status follows from http.status: book answered 200 where 409 is expected',
    'http.status: book answered 200 where 409 is expected',
    'http.status: book answered 200 where 422 is expected',
  ]);
});

describe('where an answer contradicts the world', () => {
  const world = 'world.facts: availability contradicts the world that was agreed on for the target';
  const status = (text: string): string => `http.status: order answered ${text}`;

  /** Orders of such lines, each answered so, where availability shows `L-5` and the world states `L-0005`. */
  const told = (...orders: readonly (readonly [serviceId: string, status: number])[]): string[] => {
    const serviceCharacteristics = [{ name: 'CARE_LEVEL', value: 'STANDARD' }];
    const shows = (id: string) => ({ siteInformation: { existingLines: [{ id, serviceCharacteristics }] } });
    const ask = call('availability', { query: { address: SITE } });
    let story = tell()
      .journey('a', [ask], { values: { site: { ...SITE, facts: shows('L-0005') } } })
      .start('a')
      .ask('a', 'availability', 200, { body: shows('L-5') })
      .end('a');
    for (const [i, [serviceId, answered]] of orders.entries()) {
      const body = { id: i, serviceId, serviceCharacteristics };
      story = story
        .journey(`o${i}`, [call('order', { body, expect: { answers: [{ status: '202' }] } })])
        .start(`o${i}`)
        .ask(`o${i}`, 'order', answered)
        .end(`o${i}`);
    }
    const verdict = story.finish().judge();
    return causesIn(verdict).filter((each) => /^(world|http.status)/.test(each));
  };

  test('a failure of the gateway for a request that repeats what is right in it is its own', () => {
    expect(told(['L-7', 500])).toEqual([expect.stringContaining(world), status('500')]);
  });

  test('the refusal of a request that repeats what is wrong in it follows, and no other that is answered alike', () => {
    const follows = expect.stringContaining(`http.status follows from ${world}`);
    expect(told(['L-5', 422], ['L-7', 422])).toEqual([
      expect.stringContaining(world),
      follows,
      status('422 where 202 is expected'),
    ]);
  });
});

test('a delivery without an order id is given to no order, not even to one whose id was empty', () => {
  const empty = call('order', { name: 'empty', body: { id: '', orderType: 'NEW' } });
  const verdict = tell()
    .journey('e', [empty])
    .start('e')
    .ask('e', 'empty', 202)
    .deliver('{"a":1,"a":2}')
    .end('e')
    .finish()
    .judge();
  const twice = [...verdict.cases.flatMap(({ findings }) => findings), ...verdict.findings].find(
    ({ check }) => check === 'json.repeated-keys',
  );
  expect(twice?.journey).toBe('');
});

test('an event that another tenant is told, too, repeats its number because of that', () => {
  const verdict = placed(5)
    .event(5, 'ACKNOWLEDGED')
    .event(5, 'ACKNOWLEDGED', { sequence: 1, order: { id: 5, tenant: 'meadow', supplierOrderReference: 'REF-5' } })
    .end('o5')
    .finish()
    .judge();
  const cause = 'kci.tenant: an event names another tenant';
  expect(causesIn(verdict)).toContain(cause);
  expect(causesIn(verdict)).toContain(`kci.sequence-number follows from ${cause}`);
});

test('of two orders that are mixed up, all that is wrong with either follows from the event that shows the other', () => {
  const elsewhere = { ...SITE, id: '900100000099' };
  const contact = { name: 'Zoë Müller', phoneNumber: '020 7946 0000' };
  const bodyOf = (id: number, address: JsonObject): JsonObject => ({
    id,
    orderType: 'NEW',
    tenant: TENANT,
    address,
    primaryContact: contact,
  });
  const owed = kci(readPattern(['ACKNOWLEDGED', 'COMMITTED', 'COMPLETED']).pattern, { for: '$one' });
  const steps = [
    call('order', { name: 'one', as: 'one', body: bodyOf(5, SITE) }),
    call('order', { name: 'two', body: bodyOf(6, elsewhere) }),
  ];
  const story = tell()
    .journey('o', steps, { kci: [owed] })
    .start('o')
    .ask('o', 'one', 202)
    .ask('o', 'two', 202);
  const telling = (address: JsonObject) => ({ order: { ...bodyOf(5, address), supplierOrderReference: 'REF' } });
  story.event(5, 'ACKNOWLEDGED', telling(SITE)).event(5, 'ACKNOWLEDGED', { sequence: 1, ...telling(elsewhere) });
  const causes = causesIn(
    story
      .later(30 * 86_400_000)
      .end('o')
      .finish()
      .judge(),
  );
  const cause = 'kci.entity: an event shows another order';
  expect(causes).toContain(cause);
  expect(causes.filter((each) => each !== cause && !each.endsWith(` follows from ${cause}`))).toEqual([]);
  expect(causes).toContain(`kci.sequence-number follows from ${cause}`);
});

test('an event is not of another order because that has the same day, and an empty list where it shows tasks', () => {
  const elsewhere = { ...SITE, id: '900100000099' };
  const bodyOf = (id: number, address: JsonObject, more: JsonObject): JsonObject => ({
    ...{ id, orderType: 'NEW', tenant: TENANT, address },
    ...more,
  });
  const steps = [
    call('order', {
      name: 'other',
      body: bodyOf(6, elsewhere, { requestedCompletionDate: '2026-03-31', engineerTasks: [] }),
    }),
    call('order', { name: 'one', body: bodyOf(5, SITE, { requestedCompletionDate: '2026-03-20' }) }),
  ];
  const story = tell().journey('o', steps).start('o').ask('o', 'other', 202).ask('o', 'one', 202);
  const shown = { requestedCompletionDate: '2026-03-31', engineerTasks: ['NO_SUCH_TASK'] };
  story.event(5, 'ACKNOWLEDGED', {
    order: { ...shown, id: 5, orderType: 'NEW', tenant: TENANT, supplierOrderReference: 'REF' },
  });
  const causes = causesIn(story.end('o').finish().judge()).filter((each) => each.startsWith('kci.entity'));
  expect(causes).toEqual(['kci.entity: the order in an event has another requestedCompletionDate']);
});

test('the members that an event lacks of one object are one mistake', () => {
  const undated = ({ provideServiceOrder, ...rest }: JsonObject): JsonObject => {
    const { committedDate, targetDate, ...others } = provideServiceOrder as JsonObject;
    return { ...rest, provideServiceOrder: others };
  };
  const story = placed(5).event(5, 'ACKNOWLEDGED').event(5, 'COMMITTED', { change: undated });
  const lacks = causesIn(story.end('o5').finish().judge()).filter((each) => each.startsWith('kci.carries'));
  const cause = 'kci.carries: COMMITTED came without dates.committed';
  expect(lacks).toEqual([cause, `kci.carries follows from ${cause}`]);
});

describe('deliveries that cannot be read', () => {
  const unread = (...ids: readonly number[]): Story => {
    let story = placed(...ids);
    for (const _ of ids) story = story.deliver('<event/>');
    story = story.later(30 * 86_400_000);
    for (const id of ids) story = story.end(`o${id}`);
    return story.finish();
  };

  test('are the cause of what was missed, and nobody says that none came', () => {
    const cause = 'kci.readable: a delivery cannot be read';
    expect(causesIn(unread(5, 6).judge()).toSorted()).toEqual(
      [
        cause,
        ...['kci.sequence', 'kci.sequence', 'kci.timing', 'kci.timing'].map(
          (check) => `${check} follows from ${cause}`,
        ),
      ].toSorted(),
    );
  });

  test('explain no more orders than there are of them', () => {
    let story = placed(5, 6, 7)
      .deliver('<event/>')
      .later(30 * 86_400_000);
    for (const id of [5, 6, 7]) story = story.end(`o${id}`);
    expect(causesIn(story.finish().judge())).toContain('kci.path: no event came to the webhook');
  });
});

test('a body that is wrong as a whole, and that several operations accept, is one mistake', () => {
  const wrong = (verb: 'amend' | 'cancel', kind: 'malformed-json' | 'array-for-object') =>
    call(verb, {
      name: `${verb} ${kind}`,
      defect: { kind, at: '/body' },
      expect: { answers: [{ status: '400', code: 'MALFORMED_REQUEST' }] },
    });
  const steps = [
    wrong('amend', 'malformed-json'),
    wrong('cancel', 'malformed-json'),
    wrong('cancel', 'array-for-object'),
  ];
  const story = tell().journey('o', steps).start('o');
  for (const { name } of steps) story.ask('o', name, 202);
  const cause = 'http.status: amend accepted a request that is wrong at /body';
  expect(causesIn(story.end('o').finish().judge()).filter((each) => each.startsWith('http.status'))).toEqual([
    cause,
    `http.status follows from ${cause}`,
    'http.status: cancel accepted a request that is wrong at /body',
  ]);
});

test('members that one event shows wrongly are one mistake, and so is what availability then shows of the order', () => {
  const serviceCharacteristics = [
    { name: 'CARE_LEVEL', value: 'PREMIUM' },
    { name: 'CONTRACT_TERM', value: '12' },
  ];
  const line = (value: string) => ({
    ont: { ports: [{ status: 'ACTIVE' }] },
    lineCharacteristics: serviceCharacteristics.map(({ name }) => ({ name, value })),
  });
  const shown = { siteInformation: { existingLines: [line('as before')] } };
  const ask = (name: string) => call('availability', { name, query: { address: { id: SITE.id, type: 'UPRN' } } });
  const { request } = order(5);
  const sent = { ...(request.body as JsonObject), orderType: 'SWAP', tenant: TENANT };
  const serviceOrderItem = { serviceSpecification: { id: 'fttp' }, serviceCharacteristics };
  const swap = order(5, { body: { ...sent, notes: 'ring', hazards: 'dog', serviceOrderItem } });
  const told = (inEvent: JsonObject): string[] => {
    const story = tell()
      .journey('o', [ask('before'), swap, ask('after')])
      .start('o')
      .ask('o', 'before', 200, { body: shown })
      .ask('o', 'order', 202);
    story.event(5, 'ACKNOWLEDGED').event(5, 'COMMITTED').event(5, 'COMPLETED', inEvent);
    const contract = underReadings(REAL.contract, { 'STA-04': 'it shows' });
    const verdict = story.ask('o', 'after', 200, { body: shown }).end('o').finish().judge({ contract });
    return causesIn(verdict).filter((each) => /^(world|kci.entity)/.test(each));
  };
  const world = 'world.state: an order gave its line another CARE_LEVEL than it has in availability';
  expect(told({})).toEqual([world, `world.state follows from ${world}`]);
  const event = 'kci.entity: the order in an event has another notes';
  const order5 = { ...(swap.request.body as JsonObject), notes: 'x', hazards: 'y' };
  const causes = told({ order: order5 });
  expect(causes).toContain(event);
  expect(causes.filter((each) => each !== event && !each.endsWith(` follows from ${event}`))).toEqual([]);
});

test('a member that shows what was sent as another is said to, and stands for what is lacking of that other', () => {
  const { request } = order(5);
  const body = { ...(request.body as JsonObject), notes: 'ring', hazards: 'dog' };
  const { hazards, ...shown } = { ...body, notes: 'dog' };
  const story = tell()
    .journey('o', [order(5, { body })])
    .start('o')
    .ask('o', 'order', 202);
  story.event(5, 'COMMITTED', { order: { ...shown, supplierOrderReference: 'REF' } });
  const { cases } = story.end('o').finish().judge();
  const found = cases.flatMap(({ findings }) =>
    findings.flatMap(({ check, result }) =>
      check === 'kci.entity' && result.outcome === 'failed' ? result.finding.actual : [],
    ),
  );
  expect([hazards, ...found]).toEqual(['dog', '"dog", which was sent as hazards']);
});
