import { describe, expect, test } from 'vitest';
import type { Json, JsonObject, KciProfile } from '../../model.ts';
import { call, findingsOf, order, REAL, SITE, TENANT, tell } from '../../testing/record-builder.ts';
import { asIn, missesOf } from '../shown.ts';

describe('what an event shows of its order', () => {
  const ordered = {
    id: 5,
    orderType: 'NEW',
    tenant: TENANT,
    address: SITE,
    serviceOrderItem: {
      serviceSpecification: { id: 'fttp', name: 'Fibre' },
      serviceCharacteristics: [
        { name: 'END_USER_TYPE', value: 'BUSINESS' },
        { name: 'CARE_LEVEL', value: 'PREMIUM' },
      ],
    },
    primaryContact: { name: 'Zoë Müller', phoneNumber: '020 7946 0000' },
    requestedCompletionDate: '2026-12-20',
    engineerTasks: ['TEST_SINGLE_DEVICE', 'INSTALL_ROUTER'],
    appointmentReservationId: 77,
    notes: 'Ring twice',
  };
  const telling = (over: JsonObject, name = 'ACKNOWLEDGED', profile: KciProfile = REAL.profile) => {
    const step = call('order', { as: 'placed', body: ordered });
    const story = tell().journey('o', [step]).start('o').ask('o', 'order', 202);
    const shown = { ...ordered, supplierOrderReference: 'REF', ...over };
    story.event(5, name, { order: shown }).end('o').finish();
    return findingsOf(story.judge({ profile })).filter((each) => each.startsWith('kci.entity'));
  };
  const { serviceOrderItem: item } = ordered;
  const [first, second] = item.serviceCharacteristics;

  test.each<[what: string, over: JsonObject]>([
    ['nothing but what was ordered', {}],
    ['null for what the specification does not name', { actualCompletionDate: null }],
    ['more', { primaryContact: { ...ordered.primaryContact, email: 'a@b.example' }, created: '2026-12-01' }],
    ['lists the other way round', { engineerTasks: ordered.engineerTasks.toReversed() }],
    [
      'a characteristic gained',
      { serviceOrderItem: { ...item, serviceCharacteristics: [second, { name: 'A' }, first] } as JsonObject },
    ],
    ['a label for the service', { serviceOrderItem: { ...item, serviceSpecification: { id: 'fttp', name: 'FTTP' } } }],
    ['a day as a moment', { requestedCompletionDate: '2026-12-20T09:30:00Z' }],
    ['a day in the short form', { requestedCompletionDate: '20261220' }],
    ['a number as a text', { appointmentReservationId: '77' }],
    ['an address of another build', { address: 'High Street 1' }],
  ])('may be %s', (_, over) => {
    expect(telling(over)).toEqual([]);
  });

  test.each<[member: string, over: JsonObject]>([
    [
      'primaryContact (with other signs for letters beyond ASCII)',
      { primaryContact: { ...ordered.primaryContact, name: 'Zo? M?ller' } },
    ],
    ['requestedCompletionDate', { requestedCompletionDate: '2026-12-21' }],
    ['requestedCompletionDate', { requestedCompletionDate: '2026-12-21T09:30:00Z' }],
    ['serviceOrderItem', { serviceOrderItem: { ...item, serviceSpecification: { id: 'copper' } } }],
    ['serviceOrderItem', { serviceOrderItem: { ...item, serviceCharacteristics: [first] } as JsonObject }],
    ['serviceOrderItem', { serviceOrderItem: { ...item, serviceCharacteristics: [] } }],
    ['engineerTasks', { engineerTasks: ['INSTALL_ROUTER'] }],
    ['appointmentReservationId', { appointmentReservationId: 78 }],
    ['notes (only the first 7 characters)', { notes: 'Ring tw' }],
  ])('may not be another %s', (member, over) => {
    expect(telling(over)).toEqual([`kci.entity failed: order 5: the order in an event has another ${member}`]);
  });

  test('may not give a moment in a characteristic, which is a text, as its day', () => {
    const date = { name: 'DN_PORT_DATETIME', value: '2026-12-15T09:00:00Z' };
    const body = { ...ordered, serviceOrderItem: { ...item, serviceCharacteristics: [date] } };
    const shown = (value: string): readonly string[] => {
      const story = tell()
        .journey('o', [call('order', { as: 'placed', body })])
        .start('o')
        .ask('o', 'order', 202);
      const its = { ...item, serviceCharacteristics: [{ ...date, value }] };
      story.event(5, 'ACKNOWLEDGED', { order: { ...body, serviceOrderItem: its, supplierOrderReference: 'REF' } });
      return findingsOf(story.end('o').finish().judge()).filter((each) => each.startsWith('kci.entity'));
    };
    expect(shown('2026-12-15T10:00:00.000+01:00')).toEqual([]);
    expect(shown('2026-12-15')).toEqual([
      'kci.entity failed: order 5: the order in an event has another serviceOrderItem',
    ]);
  });

  test('may show a list as it was ordered or as an amendment has it, and neither without a part of it', () => {
    const amend = call('amend', {
      name: 'amend',
      body: { id: 9, orderId: 5, serviceCharacteristics: [{ name: 'CARE_LEVEL', value: 'STANDARD' }] },
    });
    const shown = (before: JsonObject[], after: JsonObject[]): readonly string[] => {
      const step = call('order', { as: 'placed', body: ordered });
      const story = tell().journey('o', [step, amend]).start('o').ask('o', 'order', 202);
      const withList = (list: readonly JsonObject[]): JsonObject => ({
        ...ordered,
        serviceOrderItem: { ...item, serviceCharacteristics: list },
        supplierOrderReference: 'REF',
      });
      story.event(5, 'ACKNOWLEDGED', { order: withList(before) }).ask('o', 'amend', 202);
      story.event(5, 'COMMITTED', { order: withList(after) });
      const all = findingsOf(story.end('o').finish().judge());
      return all.filter((each) => each.includes('has another serviceOrderItem'));
    };
    const [amended] = amend.request.body === undefined ? [] : [{ name: 'CARE_LEVEL', value: 'STANDARD' }];
    const both = [first, second] as JsonObject[];
    expect(shown(both, both)).toEqual([]);
    expect(shown(both, [amended as JsonObject])).toEqual([]);
    expect(shown(both, [first, amended] as JsonObject[])).toEqual([]);
    expect(shown([first as JsonObject], both)).toHaveLength(1);
    expect(shown(both, [first as JsonObject])).toHaveLength(1);
  });

  test('has the id of the order, unless no order shows its own', () => {
    const shown = (idOf: (id: number) => number): readonly string[] => {
      const story = tell();
      for (const id of [5, 6, 7]) {
        story
          .journey(`o${id}`, [order(id)])
          .start(`o${id}`)
          .ask(`o${id}`, 'order', 202);
        story.event(id, 'ACKNOWLEDGED', { change: (body) => withOrder(body, { id: idOf(id) }) }).end(`o${id}`);
      }
      const profile: KciProfile = { ...REAL.profile, read: { ...REAL.profile.read, orderId: '$.about' } };
      return findingsOf(story.finish().judge({ profile })).filter((each) => each.startsWith('kci.entity'));
    };
    const withOrder = (body: JsonObject, over: JsonObject): JsonObject => {
      const its = body.provideServiceOrder as JsonObject;
      return { ...body, about: its.id ?? null, provideServiceOrder: { ...its, ...over } };
    };
    expect(shown((id) => id)).toEqual([]);
    expect(shown((id) => id + 100)).toEqual([]);
    expect(shown((id) => (id === 7 ? 1 : id))).toEqual([
      'kci.entity failed: order 7: the order in an event has another id',
    ]);
  });

  test('may give a day as a moment of it by the clocks on the spot', () => {
    const step = call('order', { as: 'placed', body: ordered });
    const shown = (at: string, timeZone: string): readonly string[] => {
      const story = tell({ timeZone }).journey('o', [step]).start('o').ask('o', 'order', 202);
      story
        .event(5, 'COMPLETED', { order: { ...ordered, requestedCompletionDate: at } })
        .end('o')
        .finish();
      return findingsOf(story.judge()).filter((each) => each.startsWith('kci.entity'));
    };
    const other = ['kci.entity failed: order 5: the order in an event has another requestedCompletionDate'];
    expect(shown('2026-12-19T13:00:00Z', 'Pacific/Auckland')).toEqual([]);
    expect(shown('20261219T130000Z', 'Pacific/Auckland')).toEqual([]);
    expect(missesOf('2026-12-20T09:30:00Z', '20261220', '', 'Europe/London')).toEqual([]);
    expect(shown('2026-12-19T13:00:00Z', 'Europe/London')).toEqual(other);
    expect(shown('2026-12-19T23:30:00Z', 'Europe/London')).toEqual(other);
    expect(shown('2026-12-20T23:30:00Z', 'Europe/London')).toEqual([]);
  });

  test('may not have a text that nobody asked of it, and another order did', () => {
    const { notes: _, ...without } = ordered;
    const elsewhere = { ...ordered, id: 4, address: { ...SITE, id: '900100000099' } };
    const told = (shown: JsonObject, other: JsonObject = elsewhere): readonly string[] => {
      const steps = [call('order', { name: 'a', body: other }), call('order', { name: 'b', body: without })];
      const story = tell().journey('o', steps).start('o').ask('o', 'a', 202).ask('o', 'b', 202);
      story.event(5, 'ACKNOWLEDGED', { order: { ...without, ...shown } });
      return findingsOf(story.end('o').finish().judge()).filter((each) => each.startsWith('kci.entity'));
    };
    const leaked = ['kci.entity failed: order 5: the order in an event shows the notes of another order'];
    expect(told({})).toEqual([]);
    expect(told({ notes: 'Ring twice' })).toEqual(leaked);
    // A gateway may say something by itself, and of one address there may be more to show than was asked for.
    expect(told({ notes: 'None' })).toEqual([]);
    expect(told({ notes: 'Ring twice' }, { ...elsewhere, address: SITE })).toEqual([]);
  });

  test('may not be of another tenant than the event says beside it', () => {
    const beside = { ...REAL.profile, read: { ...REAL.profile.read, tenant: 'header:Tenant' } };
    expect(telling({ tenant: 'another' }, 'ACKNOWLEDGED', beside)).toEqual([
      'kci.entity failed: order 5: the order in an event has another tenant',
    ]);
    // Where the profile reads it there, kci.tenant says so.
    expect(telling({ tenant: 'another' })).toEqual([]);
  });

  test.each(['primaryContact', 'notes', 'engineerTasks', 'serviceOrderItem'])(
    'may not have null for its %s',
    (member) => {
      expect(telling({ [member]: null })).toEqual([
        'kci.entity failed: order 5: the order in an event has null where a value is stated',
      ]);
    },
  );

  test('shows texts as texts, but in XML, which has no other types', () => {
    const finding = 'kci.entity failed: order 5: the order in an event has no text where one is stated';
    expect(telling({ notes: 7 })).toContain(finding);
    expect(telling({ primaryContact: { name: 'Ann Lee', phoneNumber: true } })).toContain(finding);
    const xml: KciProfile = { ...REAL.profile, wire: { ...REAL.profile.wire, format: 'xml' } };
    expect(telling({ notes: 7 }, 'COMPLETED', xml)).not.toContain(finding);
  });

  test('may show a list of one by its element in XML, which has no other, and not where JSON has lists', () => {
    const xml: KciProfile = { ...REAL.profile, wire: { ...REAL.profile.wire, format: 'xml' } };
    const shown = (over: JsonObject, profile = xml): readonly string[] => {
      const asked = { ...ordered, engineerTasks: ['INSTALL_ROUTER'] };
      const came = { ...ordered, ...over };
      return missesOf(asked, asIn(profile, asked, came), '', 'UTC').map(({ pointer }) => pointer);
    };
    const of = (list: Json): JsonObject => ({ serviceOrderItem: { ...item, serviceCharacteristics: list } });
    expect(shown({ engineerTasks: 'INSTALL_ROUTER' })).toEqual([]);
    expect(shown({ engineerTasks: 'TEST_SINGLE_DEVICE' })).toEqual(['/engineerTasks']);
    expect(shown({ engineerTasks: 'INSTALL_ROUTER', ...of({ ...first }) })).toEqual([
      '/serviceOrderItem/serviceCharacteristics',
    ]);
    // Of another build.
    expect(shown({ engineerTasks: { task: 'TEST_SINGLE_DEVICE' } })).toEqual([]);
    expect(shown({ engineerTasks: 'TEST_SINGLE_DEVICE' }, REAL.profile)).toEqual([]);
  });

  test('may have null where null was sent', () => {
    const step = call('order', { as: 'placed', body: { ...ordered, notes: null } });
    const shown = { ...ordered, notes: null };
    const story = tell().journey('o', [step]).start('o').ask('o', 'order', 202);
    story.event(5, 'COMPLETED', { order: shown }).end('o').finish();
    expect(findingsOf(story.judge()).filter((each) => each.startsWith('kci.entity'))).toEqual([]);
  });

  test('may not have null in other words for what had a value, and may for what had none', () => {
    const { order: _, ...read } = REAL.profile.read;
    const at = (member: string) => ({ ...read, ordered: { [member]: `$.provideServiceOrder.${member}` } });
    const nulled = 'kci.entity failed: order 5: the order in an event has null where a value is stated';

    expect(telling({ notes: null }, 'COMPLETED', { ...REAL.profile, read: at('notes') })).toEqual([nulled]);
    expect(telling({ hazards: null }, 'COMPLETED', { ...REAL.profile, read: at('hazards') })).toEqual([]);
  });

  test('may leave out what was ordered, but where the profile says that the event carries the order', () => {
    const { COMPLETED = { when: [] } } = REAL.profile.events;
    const carrying = (field: string, read = REAL.profile.read): KciProfile => ({
      ...REAL.profile,
      read,
      events: { ...REAL.profile.events, COMPLETED: { ...COMPLETED, carries: [field] } },
    });
    const without = (over: JsonObject, profile?: KciProfile): readonly string[] => {
      // What steers a gateway is none of it.
      const step = call('order', { as: 'placed', body: { ...ordered, trial: { outcome: 'ORDER_SUCCESSFUL' } } });
      const story = tell().journey('o', [step]).start('o').ask('o', 'order', 202);
      const { notes: _, ...shown } = ordered;
      story
        .event(5, 'COMPLETED', { order: { ...shown, ...over } })
        .end('o')
        .finish();
      return findingsOf(story.judge(profile ? { profile } : {})).filter((each) => each.startsWith('kci.carries'));
    };
    const lost = (path: string): string => `kci.carries failed: order 5: COMPLETED came without ${path}`;
    const { order: __, ...read } = REAL.profile.read;

    expect(without({})).toEqual([]);
    expect(without({}, carrying('order'))).toEqual([lost('notes')]);
    expect(without({ notes: 'Ring twice' }, carrying('order'))).toEqual([]);
    expect(without({ notes: 'Ring twice', primaryContact: { name: 'Zoë Müller' } }, carrying('order'))).toEqual([
      lost('primaryContact.phoneNumber'),
    ]);
    const elsewhere = { ...read, ordered: { notes: '$.provideServiceOrder.remark' } };
    expect(without({ remark: 'Ring twice' }, carrying('ordered', elsewhere))).toEqual([]);
    expect(without({}, carrying('ordered', elsewhere))).toEqual([lost('notes')]);
  });

  test('may show what was amended where the profile says, and not leave it out there', () => {
    const { AMENDED = { when: [] } } = REAL.profile.events;
    const profile: KciProfile = {
      ...REAL.profile,
      read: { ...REAL.profile.read, ordered: { notes: '$.provideServiceOrder.remark' } },
      events: { ...REAL.profile.events, AMENDED: { ...AMENDED, carries: ['order'] } },
    };
    const { notes: _, ...rest } = ordered;
    const amended = (over: JsonObject, more: JsonObject = {}): readonly string[] => {
      const amend = call('amend', { body: { id: 90, orderId: 5, notes: 'Knock', ...more } });
      const body = { ...ordered, primaryContact: { ...ordered.primaryContact, email: 'zoe@example.com' } };
      const step = call('order', { as: 'placed', body });
      const story = tell().journey('o', [step, amend]).start('o').ask('o', 'order', 202).ask('o', 'amend', 202);
      const order = { ...rest, primaryContact: body.primaryContact, ...over };
      // Delivered again, it says the same.
      story.event(5, 'AMENDED', { amendmentId: 90, order, repeat: 2 }).end('o').finish();
      return findingsOf(story.judge({ profile })).filter((each) => each.startsWith('kci.carries'));
    };
    expect(amended({ remark: 'Knock' })).toEqual([]);
    const { primaryContact } = ordered;
    expect(amended({ remark: 'Knock', primaryContact }, { primaryContact })).toEqual([]);
    expect(amended({ remark: 'Knock', primaryContact })).toContain(
      'kci.carries failed: order 5: AMENDED came without primaryContact.email',
    );
    expect(amended({})).toContain('kci.carries failed: order 5: AMENDED came without notes, which was amended');
  });

  test('may be another appointment once the network has moved it', () => {
    expect(telling({ appointmentReservationId: 78 }, 'REAPPOINTED')).toEqual([]);
  });

  test('may stand in other words, where the profile says in which', () => {
    const { order: _, ...read } = REAL.profile.read;
    const other = { ...read, ordered: { 'primaryContact.name': '$.provideServiceOrder.customer' } };
    const profile = { ...REAL.profile, read: other };
    expect(telling({ customer: 'Zoë Müller', notes: 'Other' }, 'ACKNOWLEDGED', profile)).toEqual([]);
    expect(telling({ customer: 'Zoe Muller' }, 'ACKNOWLEDGED', profile)).toEqual([
      'kci.entity failed: order 5: the order in an event has another primaryContact (without its accents)',
    ]);
  });

  test('may not be dates that are none', () => {
    const story = tell()
      .journey('o', [order(5)])
      .start('o')
      .ask('o', 'order', 202);
    story.event(5, 'COMMITTED', { order: { ...ordered, committedDate: '2026-02-30', targetDate: '' } });
    story.end('o').finish();
    expect(findingsOf(story.judge())).toContain(
      'kci.readable failed: order 5: the dates.committed of an event cannot be read',
    );
    expect(findingsOf(story.judge())).toContain('kci.carries failed: order 5: COMMITTED came without dates.target');
  });

  test('are told by the form in which the profile has them', () => {
    const story = tell()
      .journey('o', [order(5)])
      .start('o')
      .ask('o', 'order', 202);
    story.event(5, 'COMMITTED', { order: { ...ordered, committedDate: 1_772_355_600_000 } });
    story.end('o').finish();
    const expected = story
      .judge()
      .cases.flatMap(({ findings }) => findings)
      .filter(({ check }) => check === 'kci.readable')
      .flatMap(({ result }) => ('finding' in result ? [result.finding.expected] : []));
    expect(expected).toEqual([
      expect.stringMatching(
        /^an ISO 8601 date or date-time \(times: iso-8601\) at .*\.committedDate \(profile supplier, supplier\.yaml:\d+\)$/,
      ),
    ]);
  });
});

describe('an answer to a cancellation', () => {
  const { requests } = REAL.profile;
  const { CANCELLATION_ACCEPTED: accepted, CANCELLATION_REJECTED: rejected } = requests.cancellation;
  const profile: KciProfile = {
    ...REAL.profile,
    requests: {
      ...requests,
      cancellation: {
        CANCELLATION_ACCEPTED: { ...(accepted ?? { emits: null }), in: ['none', 'ACKNOWLEDGED'] },
        CANCELLATION_REJECTED: { ...(rejected ?? { emits: null }), in: ['IN_PROGRESS'] },
      },
    },
  };
  const cancelled = (before: readonly string[], after: readonly string[], answer: string): string[] => {
    const cancel = call('cancel', { body: { id: 6, orderId: 5, reasonCode: 'OTHER' } });
    const story = tell()
      .journey('o', [order(5), cancel])
      .start('o')
      .ask('o', 'order', 202);
    for (const name of before) story.event(5, name);
    story.ask('o', 'cancel', 202);
    for (const name of after) story.event(5, name);
    story.event(5, answer, { cancellationId: 6 }).end('o').finish();
    return findingsOf(story.judge({ profile })).filter((each) => each.startsWith('kci.lifecycle'));
  };

  test('may be the one that belongs to the status of its order, when it was asked for or when it came', () => {
    expect(cancelled(['ACKNOWLEDGED'], [], 'CANCELLED')).toEqual([]);
    expect(cancelled(['ACKNOWLEDGED'], ['COMMITTED'], 'CANCELLED')).toEqual([]);
    expect(cancelled(['ACKNOWLEDGED', 'COMMITTED'], [], 'CANCELLATION_REJECTED')).toEqual([]);
  });

  test('may not be one that belongs to another', () => {
    expect(cancelled(['ACKNOWLEDGED', 'COMMITTED'], [], 'CANCELLED')).toEqual([
      'kci.lifecycle failed: order 5: CANCELLED came in the status IN_PROGRESS',
    ]);
    expect(cancelled(['ACKNOWLEDGED'], [], 'CANCELLATION_REJECTED')).toEqual([
      'kci.lifecycle failed: order 5: CANCELLATION_REJECTED came in the status ACKNOWLEDGED',
    ]);
  });
});

test('an event of which the profile says so shows the status that its order had', () => {
  const { events, ...rest } = REAL.profile;
  const profile: KciProfile = {
    ...rest,
    events: { ...events, UPDATE: { when: ['UPDATE'], interleaves: true, keepsStatus: true } },
  };
  const told = (status: string): string[] => {
    const story = tell()
      .journey('o', [order(5)])
      .start('o')
      .ask('o', 'order', 202);
    story.event(5, 'ACKNOWLEDGED').event(5, 'COMMITTED').event(5, 'UPDATE', { status }).end('o').finish();
    return findingsOf(story.judge({ profile })).filter((each) => each.startsWith('kci.entity'));
  };
  expect(told('IN_PROGRESS')).toEqual([]);
  expect(told('ACKNOWLEDGED')).toEqual(['kci.entity failed: order 5: UPDATE came with another order status']);
});

test('a status that does not go with its event is pointed to, where its finding can be shown in the delivery', () => {
  const story = tell()
    .journey('o', [order(5)])
    .start('o')
    .ask('o', 'order', 202);
  story.event(5, 'ACKNOWLEDGED', { status: 'COMPLETED' }).end('o').finish();
  const found = story
    .judge()
    .cases.flatMap(({ findings }) => findings)
    .flatMap(({ check, result }) => (check === 'kci.entity' && 'finding' in result ? [result.finding] : []));
  expect(found).toEqual([
    {
      summary: 'order 5: ACKNOWLEDGED came with another order status',
      kind: 'an event came with another order status',
      expected: expect.stringMatching(/^ACKNOWLEDGED \(profile supplier, supplier\.yaml:\d+\)$/),
      actual: 'COMPLETED',
      pointer: '/status',
      fact: expect.objectContaining({ is: 'other-order-status', right: ['ACKNOWLEDGED'], came: 'COMPLETED' }),
    },
  ]);
});

describe('an order that was amended', () => {
  const amends = (id: number, more: JsonObject) =>
    call('amend', { name: `amend${id}`, body: { id, orderId: 5, ...more } });
  /** What is said of the last event, which shows the order so, after both amendments were answered or none. */
  const telling = (shown: JsonObject, answered = [8, 9], status = 202): string[] => {
    const placed = order(5, { body: { ...(order(5).request.body as JsonObject), hazards: 'None' } });
    const steps = [placed, amends(8, { notes: 'Knock', hazards: 'A dog' }), amends(9, { notes: 'Ring' })];
    const story = tell().journey('o', steps).start('o').ask('o', 'order', 202).event(5, 'ACKNOWLEDGED');
    story.ask('o', 'amend8', status).ask('o', 'amend9', 202);
    for (const amendmentId of answered) story.event(5, 'AMENDED', { amendmentId, order: { id: 5 } });
    story
      .event(5, 'COMMITTED', { order: { id: 5, ...shown } })
      .end('o')
      .finish();
    return findingsOf(story.judge()).filter((each) => each.startsWith('kci.entity'));
  };

  test('is shown as amended last, from then on', () => {
    expect(telling({ notes: 'Ring', hazards: 'A dog' })).toEqual([]);
    expect(telling({})).toEqual([]);
    expect(telling({ notes: 'Knock' })).toEqual(['kci.entity failed: order 5: COMMITTED shows notes as it was before']);
    expect(telling({ hazards: 'None' })).toEqual([
      'kci.entity failed: order 5: COMMITTED shows hazards as it was before',
    ]);
    const another = (member: string) => [`kci.entity failed: order 5: the order in an event has another ${member}`];
    expect(telling({ hazards: 'A cat' })).toEqual(another('hazards'));
    expect(telling({ notes: 'Sing' })).toEqual(another('notes'));
  });

  test('is not shown with the day alone of the moment that it was amended to', () => {
    const [was, is] = ['2026-12-20T09:30:00Z', '2026-12-22T10:00:00Z'];
    const placed = order(5, { body: { ...(order(5).request.body as JsonObject), requestedCompletionDate: was } });
    const story = tell()
      .journey('o', [placed, amends(8, { requestedCompletionDate: is })])
      .start('o')
      .ask('o', 'order', 202);
    story.event(5, 'ACKNOWLEDGED', { order: { id: 5, requestedCompletionDate: was } }).ask('o', 'amend8', 202);
    story.event(5, 'AMENDED', { amendmentId: 8, order: { id: 5 } });
    story.event(5, 'COMMITTED', { order: { id: 5, requestedCompletionDate: '2026-12-22' } });
    const { findings = [] } = story.end('o').finish().judge().cases[0] ?? {};
    const entity = findings.filter(({ check }) => check === 'kci.entity');
    expect(entity.flatMap(({ result }) => (result.outcome === 'failed' ? [result.finding] : []))).toMatchObject([
      { expected: `"${is}"`, actual: '"2026-12-22"', pointer: '/requestedCompletionDate' },
    ]);
  });

  test('is shown as it was by a copy of what came before its amendment was answered', () => {
    const story = tell()
      .journey('o', [order(5), amends(8, { notes: 'Knock' })])
      .start('o')
      .ask('o', 'order', 202);
    story.event(5, 'ACKNOWLEDGED').ask('o', 'amend8', 202);
    for (const answered of [503, 204]) {
      for (const [nth, name] of ['COMMITTED', 'AMENDED'].entries()) {
        const same = { sequence: nth + 2, issuedAt: nth, deliveryId: `delivery-${nth}`, amendmentId: 8 };
        story.event(5, name, { ...same, answered, order: { id: 5, notes: name === 'AMENDED' ? 'Knock' : 'Ring' } });
      }
    }
    story.end('o').finish();
    expect(findingsOf(story.judge()).filter((each) => each.startsWith('kci.entity'))).toEqual([]);
  });

  /** What is said of a later event, after an amendment of the characteristics was accepted. */
  const characteristics = (shown: JsonObject, profile = REAL.profile, more: JsonObject = {}): string[] => {
    const care = (value: string): JsonObject => ({ serviceCharacteristics: [{ name: 'CARE_LEVEL', value }] });
    const placed = order(5, { body: { ...(order(5).request.body as JsonObject), serviceOrderItem: care('STANDARD') } });
    const story = tell()
      .journey('o', [placed, amends(8, care('PREMIUM'))])
      .start('o')
      .ask('o', 'order', 202);
    story
      .event(5, 'ACKNOWLEDGED')
      .ask('o', 'amend8', 202)
      .event(5, 'AMENDED', { amendmentId: 8, order: { id: 5 } });
    story
      .event(5, 'COMMITTED', { order: { id: 5, ...shown }, change: (body) => ({ ...body, ...more }) })
      .end('o')
      .finish();
    return findingsOf(story.judge({ profile })).filter((each) => each.startsWith('kci.entity'));
  };
  const finding = ['kci.entity failed: order 5: COMMITTED shows serviceCharacteristics as it was before'];
  const list = (value: string): JsonObject[] => [{ name: 'CARE_LEVEL', value }];

  test('shows amended what stands within another member there', () => {
    const shown = (value: string): JsonObject => ({ serviceOrderItem: { serviceCharacteristics: list(value) } });
    expect(characteristics(shown('PREMIUM'))).toEqual([]);
    expect(characteristics(shown('STANDARD'))).toEqual(finding);
  });

  test('shows a list as it was amended, or as an amendment has it that is not answered yet', () => {
    const telling = (value: string): string[] => {
      const steps = [order(5), ...[8, 9].map((id) => amends(id, { engineerTasks: id === 8 ? ['ONE'] : ['TWO'] }))];
      const story = tell().journey('o', steps).start('o').ask('o', 'order', 202).event(5, 'ACKNOWLEDGED');
      story
        .ask('o', 'amend8', 202)
        .event(5, 'AMENDED', { amendmentId: 8, order: { id: 5 } })
        .ask('o', 'amend9', 202);
      const shown = { id: 5, engineerTasks: [value] };
      return findingsOf(story.event(5, 'COMMITTED', { order: shown }).end('o').finish().judge());
    };
    const entity = (value: string) => telling(value).filter((each) => each.startsWith('kci.entity'));
    expect([entity('ONE'), entity('TWO')]).toEqual([[], []]);
    expect(entity('THREE')).toEqual(['kci.entity failed: order 5: the order in an event has another engineerTasks']);
  });

  test('shows it amended where the profile says that it stands', () => {
    const path = 'serviceOrderItem.serviceCharacteristics';
    const profile = { ...REAL.profile, read: { ...REAL.profile.read, ordered: { [path]: '$.chosen' } } };
    expect(characteristics({}, profile, { chosen: list('PREMIUM') })).toEqual([]);
    expect(characteristics({}, profile, { chosen: list('STANDARD') })).toEqual(finding);
  });

  test('shows what an amendment added, where the profile says that the event carries the order', () => {
    const { COMMITTED = { when: [] } } = REAL.profile.events;
    const carrying = { ...REAL.profile.events, COMMITTED: { ...COMMITTED, carries: ['order'] } };
    const shown = (more: JsonObject, answered = [8]): string[] => {
      const story = tell()
        .journey('o', [order(5), amends(8, { hazards: 'A dog', serviceCharacteristics: list('PREMIUM') })])
        .start('o')
        .ask('o', 'order', 202)
        .ask('o', 'amend8', 202);
      for (const amendmentId of answered) story.event(5, 'AMENDED', { amendmentId });
      const asked = order(5).request.body as JsonObject;
      story
        .event(5, 'COMMITTED', { order: { ...asked, ...more } })
        .end('o')
        .finish();
      const found = findingsOf(story.judge({ profile: { ...REAL.profile, events: carrying } }));
      return found.filter((each) => each.startsWith('kci.carries'));
    };
    const { serviceOrderItem: ordered } = order(5).request.body as { serviceOrderItem: JsonObject };
    const item = { serviceOrderItem: { ...ordered, serviceCharacteristics: list('PREMIUM') } };
    expect(shown({ hazards: 'A dog', ...item })).toEqual([]);
    expect(shown({ hazards: 'A dog', serviceCharacteristics: list('PREMIUM') })).toEqual([]);
    expect(shown(item)).toEqual(['kci.carries failed: order 5: COMMITTED came without hazards, which was amended']);
    // What is not answered yet, or was never asked for, need not stand there.
    expect(shown({}, [])).toEqual([]);
  });

  test('may be shown as an amendment has it that is not answered', () => {
    expect(telling({ notes: 'Ring' }, [8])).toEqual([]);
    expect(telling({ notes: 'Knock' }, [8])).toEqual([]);
    expect(telling({ notes: 'As ever' }, [])).toEqual([]);
    expect(telling({ hazards: 'A dog' }, [])).toEqual([]);
  });

  test('may not be shown as an amendment has it that was refused', () => {
    const finding = 'kci.entity failed: order 5: an event shows the hazards of a rejected amendment';
    expect(telling({ hazards: 'A dog' }, [9], 422)).toEqual([finding]);
    expect(telling({ hazards: 'None', notes: 'Ring' }, [9], 422)).toEqual([]);
  });
});
