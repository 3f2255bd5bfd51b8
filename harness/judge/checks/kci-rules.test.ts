import { describe, expect, test } from 'vitest';
import type { CallStep, Json, JsonObject, KciProfile, KciRule, Locator, Observation } from '../../model.ts';
import { call, findingsOf, order, REAL, type Story, tell } from '../../testing/record-builder.ts';

type Body = (body: JsonObject, i: number) => JsonObject;

/** Two orders of which two events came each, with `change` made to the bodies, as a profile with these rules judges them. */
function found(rule: object, change: Body, delivery: Partial<KciProfile['delivery']> = {}): string[] {
  const story = tell();
  let i = 0;
  for (const id of [5, 6]) {
    story
      .journey(`o${id}`, [order(id)])
      .start(`o${id}`)
      .ask(`o${id}`, 'order', 202);
    for (const name of ['ACKNOWLEDGED', 'COMMITTED']) story.event(id, name, { change: (body) => change(body, i++) });
    story.end(`o${id}`);
  }
  return judged(story.later(61_000).finish(), rule, delivery);
}

function judged(story: Story, rule: object, delivery: Partial<KciProfile['delivery']> = {}): string[] {
  const profile: KciProfile = {
    ...REAL.profile,
    rules: [{ place: 'mine.yaml:9', ...rule } as KciRule],
    delivery: { ...REAL.profile.delivery, ...delivery },
  };
  const verdict = story.judge({ profile });
  return [...findingsOf(verdict), ...passedIn(verdict)].filter((each) => /kci\.(rules|sequence-number)/.test(each));
}

const passedIn = ({ requirements }: ReturnType<Story['judge']>): string[] =>
  requirements.flatMap(({ id, outcome }) => (id === 'KCI-16' && outcome === 'met' ? ['kci.rules kept'] : []));

const A = { both: ['$.a', '$.b'] };
const only =
  (members: JsonObject): Body =>
  (body) => ({ ...body, ...members });

describe('a rule', () => {
  test.each<[string, object, Body, readonly string[]]>([
    ['of equal members is kept', { rule: 'equal', ...A }, only({ a: '7', b: 7 }), ['kci.rules kept']],
    ['of members that are not there says nothing', { rule: 'equal', ...A }, only({ a: 1 }), []],
    [
      'of equal members is broken',
      { rule: 'equal', both: ['header:X-Request-ID', '$.id'] },
      only({}),
      [5, 6].map((id) => `kci.rules failed: order ${id}: an event breaks the rule "equal: header:X-Request-ID, $.id"`),
    ],
    [
      'of some events leaves the others alone',
      { rule: 'equal', ...A, events: ['COMMITTED'] },
      (body, i) => ({ ...body, a: 1, b: i % 2 === 0 ? 2 : 1 }),
      ['kci.rules kept'],
    ],
    [
      'of two times takes equal ones',
      { rule: 'not-before', ...A },
      only({ a: '2026-12-01T09:00:00Z', b: '2026-12-01T10:00:00+01:00' }),
      ['kci.rules kept'],
    ],
    [
      'of a day and a moment of it',
      { rule: 'not-before', ...A },
      only({ a: '2026-12-01', b: '2026-12-01T23:00:00Z' }),
      ['kci.rules kept'],
    ],
    ['of two days', { rule: 'not-before', ...A }, only({ a: '2026-12-02', b: '2026-12-01' }), ['kci.rules kept']],
    [
      'of a time without a zone and a moment that it may be',
      { rule: 'not-before', ...A },
      only({ a: '2026-12-01T08:00:00', b: '2026-12-01T09:00:00Z' }),
      ['kci.rules kept'],
    ],
    [
      'of a time without a zone is broken where it is before in every zone',
      { rule: 'not-before', ...A },
      (body, i) => ({ ...body, a: i === 3 ? '2026-11-29T09:00:00' : '2026-12-02T09:00:00', b: '2026-12-01T09:00:00Z' }),
      ['kci.rules failed: order 6: an event breaks the rule "not-before: $.a, $.b"'],
    ],
    ['of an empty text', { rule: 'not-before', ...A }, only({ a: '', b: 8 }), ['kci.rules kept']],
    [
      'of two times is broken by the earlier',
      { rule: 'not-before', ...A },
      (body, i) => ({ ...body, a: i === 3 ? 5 : 9, b: 8 }),
      ['kci.rules failed: order 6: an event breaks the rule "not-before: $.a, $.b"'],
    ],
    [
      'of two times is broken by what is none',
      { rule: 'not-before', ...A },
      (body, i) => ({ ...body, a: i === 3 ? 'soon' : 9, b: 8 }),
      ['kci.rules failed: order 6: an event breaks the rule "not-before: $.a, $.b"'],
    ],
    [
      'of what stays lets each order have its own',
      { rule: 'unchanged', of: '$.a' },
      (body, i) => ({ ...body, a: i >> 1 }),
      ['kci.rules kept'],
    ],
    [
      'of what stays is broken by a change',
      { rule: 'unchanged', of: '$.a' },
      (body, i) => ({ ...body, a: Math.min(i, 2) }),
      ['kci.rules failed: order 5: an event breaks the rule "unchanged: $.a"'],
    ],
    [
      'of what is unique in an order lets others have it, too',
      { rule: 'unique', of: '$.a', within: 'order' },
      (body, i) => ({ ...body, a: i % 2 }),
      ['kci.rules kept'],
    ],
    [
      'of what is unique in all is broken by another order',
      { rule: 'unique', of: '$.a', within: 'all' },
      (body, i) => ({ ...body, a: i % 3 }),
      ['kci.rules failed: order 6: an event breaks the rule "unique: $.a"'],
    ],
    [
      'of what an order asked for is kept',
      { rule: 'repeats', of: '$.a', request: 'order', member: 'orderType' },
      only({ a: 'NEW' }),
      ['kci.rules kept'],
    ],
  ])('%s', (_, rule, change, expected) => {
    expect(found(rule, change)).toEqual(expected);
  });

  test('is no matter of an event that is delivered again', () => {
    const story = tell()
      .journey('o', [order(5)])
      .start('o')
      .ask('o', 'order', 202)
      .event(5, 'ACKNOWLEDGED', { repeat: 3 });
    expect(judged(story.end('o').finish(), { rule: 'unique', of: '$.id', within: 'all' })).toEqual([]);
  });

  test.each<[string, object, readonly string[]]>([
    [
      'unique is broken by',
      { rule: 'unique', of: '$.a', within: 'all' },
      ['kci.rules failed: order 5: an event breaks the rule "unique: $.a"'],
    ],
    ['unchanged says nothing of', { rule: 'unchanged', of: '$.b' }, []],
  ])('of what is %s the order of another tenant that chose the same id, owed or not', (_, rule, expected) => {
    expect(ofTwoTenants(rule, {})).toEqual(expected);
    // Either answer to it is only recorded.
    expect(
      ofTwoTenants(rule, { expect: { answers: [] }, need: { answers: [{ status: '2xx' }, { status: '4xx' }] } }),
    ).toEqual(expected);
  });

  const ofTwoTenants = (rule: object, second: Partial<CallStep>): readonly string[] => {
    const story = tell();
    for (const tenant of ['meadow-fibre', 'harbour-telecom']) {
      const { request, ...step } = order(5, { tenant, ...(tenant === 'harbour-telecom' ? second : {}) });
      const body = { ...(request.body as JsonObject), tenant };
      story
        .journey(tenant, [{ ...step, request: { ...request, body } }])
        .start(tenant)
        .ask(tenant, 'order', 202)
        .event(5, 'ACKNOWLEDGED', {
          tenant,
          sequence: 1,
          issuedAt: 0,
          change: (event) => ({ ...event, a: 1, b: tenant }),
        })
        .end(tenant);
    }
    return judged(story.finish(), rule).filter((each) => each.includes('failed'));
  };

  test.each([
    ['what was given', 'OTHER', ['kci.rules kept']],
    ['another', 'NETWORK_ISSUE', ['kci.rules failed: order 5: an event breaks the rule "repeats: $.why"']],
    ['none', undefined, ['kci.rules failed: order 5: an event breaks the rule "repeats: $.why"']],
  ])('of the reason of a cancellation looks at the event that answers it: %s', (_, why, expected) => {
    const cancel = call('cancel', { name: 'cancel', body: { id: 9, orderId: 5, reasonCode: 'OTHER' } });
    const story = tell()
      .journey('o', [order(5), cancel])
      .start('o')
      .ask('o', 'order', 202)
      .event(5, 'ACKNOWLEDGED')
      .ask('o', 'cancel', 202)
      .event(5, 'CANCELLED', { cancellationId: 9, change: (body) => (why ? { ...body, why } : body) });
    const rule = { rule: 'repeats', of: '$.why', request: 'cancellation', member: 'reasonCode' };
    expect(judged(story.end('o').finish(), rule)).toEqual(expected);
  });
});

describe('numbers of events', () => {
  const numbered =
    (...numbers: readonly number[]): Body =>
    (body, i) => ({ ...body, sequenceNumber: numbers[i] ?? 0 });
  const numbers = { sequence: 'gapless', sequenceFrom: 100, sequenceBy: 10 } as const;

  test.each<[string, Body, Partial<KciProfile['delivery']>, readonly string[]]>([
    ['may begin and step as is agreed', numbered(100, 110, 100, 110), numbers, []],
    [
      'begin where it is agreed',
      numbered(110, 120, 100, 110),
      numbers,
      ['kci.sequence-number failed: order 5: a number is missing'],
    ],
    [
      'go up by what is agreed',
      numbered(100, 110, 100, 101),
      numbers,
      ['kci.sequence-number failed: order 6: a number does not fit the numbering'],
    ],
    ['may leave some out', numbered(120, 150, 100, 110), { ...numbers, sequence: 'increasing' }, []],
    [
      'begin nowhere else',
      numbered(90, 100, 100, 110),
      { ...numbers, sequence: 'increasing' },
      ['kci.sequence-number failed: order 5: a number does not fit the numbering'],
    ],
  ])('%s', (_, change, delivery, expected) => {
    expect(found({ rule: 'equal', both: ['$.no', '$.no'] }, change, delivery)).toEqual(expected);
  });
});

describe('a delivery of several events', () => {
  /**
   * Two orders, told together by a gateway that lists its events; `change` alters the list. `again`: the first delivery is
   * turned away, and this comes after it.
   */
  function told(
    change: (list: JsonObject[]) => Json,
    wire: Partial<KciProfile['wire']> = {},
    again?: (list: JsonObject[]) => Json,
  ): string[] {
    const bodies: JsonObject[] = [];
    const story = tell();
    for (const id of [5, 6])
      story
        .journey(`o${id}`, [order(id, again ? { receiver: { refuse: 1, with: 503 } } : {})])
        .start(`o${id}`)
        .ask(`o${id}`, 'order', 202);
    const written = tell().journey('x', [order(5), order(6)]);
    const keep = (body: JsonObject): JsonObject => {
      bodies.push(body);
      return body;
    };
    for (const id of [5, 6]) written.event(id, 'ACKNOWLEDGED', { change: keep });
    const [first] = written.record.flatMap((each) => (each.type === 'delivery-received' ? [each.headers] : []));
    const deliver = (list: Json, answered: number): Story =>
      story.deliver(JSON.stringify({ list }), { headers: first ?? [], answered });
    deliver(change(bodies), again ? 503 : 204);
    if (again) {
      story.later(5_000);
      deliver(again(bodies), 204).later(3_600_000);
    }
    const listed = (locator: Locator): Locator =>
      typeof locator === 'string' && locator.startsWith('$') ? `$.list[0]${locator.slice(1)}` : locator;
    const { read, envelope: _, lifecycles, ...rest } = REAL.profile;
    const { dates = {}, ...fields } = read;
    const eachListed = (places: object): Record<string, Locator> =>
      Object.fromEntries(Object.entries(places).map(([name, place]) => [name, listed(place as Locator)]));
    const profile = {
      ...rest,
      wire: { ...REAL.profile.wire, batch: '$.list', ...wire },
      read: { ...eachListed(fields), dates: eachListed(dates) } as unknown as KciProfile['read'],
      envelope: {},
      rules: [],
      lifecycles: lifecycles.map(({ entity: __, ...each }) => each),
    };
    return findingsOf(story.end('o5').end('o6').finish().judge({ profile })).filter((each) => each.startsWith('kci.'));
  }

  test('tells of each order', () => {
    expect(told((list) => list)).toEqual([]);
  });

  test('in which one is wrong is a finding of its order alone', () => {
    expect(told(([one = {}, other = {}]) => [one, { ...other, reasonCode: 'SURPRISE' }])).toEqual(
      expect.arrayContaining(['kci.known-event failed: order 6: SURPRISE is not an event of the profile']),
    );
  });

  test('about an order that nobody placed is a finding, whatever it tells besides', () => {
    const strange = { provideServiceOrder: { id: 77 } };
    expect(told(([one = {}, other = {}]) => [one, other, { ...one, id: 'z', ...strange }])).toContainEqual(
      'kci.unexpected failed: ACKNOWLEDGED came for the order 77, which was never placed',
    );
  });

  test('is turned away as a whole, and what is then lost of it came with what was tried again', () => {
    const whole = (list: JsonObject[]): Json => list;
    const ofRetry = (again: (list: JsonObject[]) => Json): string[] =>
      told(whole, {}, again).filter((each) => each.startsWith('kci.retry'));
    expect(ofRetry(whole)).toEqual([]);
    expect(ofRetry((list) => list.slice(0, 1))).toEqual([
      'kci.retry failed: order 6: ACKNOWLEDGED was not tried again',
    ]);
  });

  test('without a list, or that is no XML, cannot be read', () => {
    expect(told((list) => list[0] ?? null)).toContainEqual(
      'kci.readable failed: a delivery cannot be read: $.list is no list of events',
    );
    expect(told((list) => list, { format: 'xml' })).toContainEqual(
      expect.stringMatching(/^kci\.readable failed: a delivery cannot be read: the body is not XML: /),
    );
  });

  test('may be empty', () => {
    expect(told(() => []).filter((each) => /readable|unexpected/.test(each))).toEqual([]);
  });
});

test.each([
  ['/<secret>/kcis?a=1&b=2', []],
  ['/<secret>/kcis?x=3&b=2&a=1', []],
  ['/<secret>/kcis?a=1', ['kci.path failed: order 5: ACKNOWLEDGED came to another path than was given']],
])('of the query in the path of the webhook, %s is judged', (path, expected) => {
  const story = tell()
    .journey('o', [order(5)])
    .start('o')
    .ask('o', 'order', 202)
    .event(5, 'ACKNOWLEDGED');
  const came = story.record.at(-1) as Observation;
  Object.assign(came, { path });
  const profile = { ...REAL.profile, wire: { ...REAL.profile.wire, path: '/kcis?a=1&b=2' } };
  expect(findingsOf(story.end('o').finish().judge({ profile })).filter((each) => /kci\.path/.test(each))).toEqual(
    expected,
  );
});
