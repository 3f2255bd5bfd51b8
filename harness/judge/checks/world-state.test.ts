import { expect, test } from 'vitest';
import { underReadings } from '../../contract/readings.ts';
import type { CallStep, Json, JsonObject } from '../../model.ts';
import { call, findingsOf, order, REAL, SITE, TENANT, tell } from '../../testing/record-builder.ts';

type Port = readonly [status: string, tenantActive?: boolean];

const body = (ports: readonly Port[] | undefined, id: string = SITE.id): JsonObject => ({
  address: { identifier: { id, type: 'UPRN' } },
  serviceSpecifications: [],
  siteInformation: {
    existingLines: ports
      ? [
          {
            ont: {
              ports: ports.map(([status, active]) => ({
                status,
                ...(active === undefined ? {} : { tenantActive: active }),
              })),
            },
          },
        ]
      : [],
  },
  unavailabilityReasons: [],
});

const asks = (name: string, id: string = SITE.id): CallStep =>
  call('availability', { name, query: { address: { id, type: 'UPRN' } } });

function ordered(orderType: string, ontPort?: string): CallStep {
  const { request } = order(5);
  const { address, ...rest } = request.body as JsonObject;
  const serviceCharacteristics = ontPort === undefined ? [] : [{ name: 'ONT_PORT', value: ontPort }];
  const serviceOrderItem = { serviceSpecification: { id: 'fttp' }, serviceCharacteristics };
  const sent: JsonObject = { ...rest, serviceOrderItem, orderType, tenant: TENANT };
  const named: Json = orderType === 'CEASE' ? { ...sent, serviceId: 'S1' } : { ...sent, address: address ?? null };
  return order(5, { body: named });
}

const COURSE = ['ACKNOWLEDGED', 'COMMITTED', 'COMPLETED'];

/** What is said of an order between two availability results, where a reading was agreed and where none was. */
function after(
  orderType: string,
  before: JsonObject,
  later: JsonObject,
  other: string = SITE.id,
  course: readonly string[] = COURSE,
  then: string = SITE.id,
  asker: string = TENANT,
  ontPort?: string,
): string[] {
  const story = tell()
    .journey('o', [asks('before', other), ordered(orderType, ontPort), { ...asks('after', then), tenant: asker }])
    .start('o')
    .ask('o', 'before', 200, { body: before })
    .ask('o', 'order', 202);
  for (const name of course) story.event(5, name);
  story.ask('o', 'after', 200, { body: later }).end('o').finish();
  const agreed = underReadings(REAL.contract, { 'STA-04': 'it shows' });
  return [story.judge(), story.judge({ contract: agreed })].flatMap((verdict) =>
    findingsOf(verdict).filter((each) => each.startsWith('world.state')),
  );
}

const said = (type: string, member: string): string =>
  `order 5: "${type}" was completed, and availability does not show it by siteInformation.existingLines.*.ont.ports.*.${member}`;

test('an order that leaves no trace is observed, and fails where the target agreed on the reading', () => {
  const atRest = body([['STOPPED'], ['STOPPED']]);
  expect(after('START', atRest, atRest)).toEqual([
    `world.state observed: ${said('START', 'status')}`,
    `world.state failed: ${said('START', 'status')}`,
  ]);
});

test.each<[string, string, readonly Port[] | undefined, readonly Port[] | undefined]>([
  ['a new line', 'NEW', undefined, [['ACTIVE', true]]],
  ['a line that is started', 'START', [['STOPPED', false]], [['ACTIVE', true]]],
  ['a line of another provider', 'TRANSFER', [['ACTIVE', false]], [['ACTIVE', true]]],
  ['a service that is ceased', 'CEASE', [['ACTIVE', true]], [['STOPPED', false]]],
  ['a ceased service whose line is gone', 'CEASE', [['ACTIVE', true]], undefined],
])('%s shows', (_, type, before, later) => {
  expect(after(type, body(before), body(later))).toEqual([]);
});

test.each<[string, string, readonly Port[] | undefined, readonly Port[] | undefined]>([
  ['a new line', 'NEW', undefined, undefined],
  ['a transferred line', 'TRANSFER', [['ACTIVE', false]], [['ACTIVE', false]]],
  ['a ceased service', 'CEASE', [['ACTIVE', true]], [['ACTIVE', true]]],
])('%s that does not show is told', (_, type, before, later) => {
  expect(after(type, body(before), body(later))).not.toEqual([]);
});

test.each<[string, string, Port[], Port[], number]>([
  ['shows as that', '2', [['STOPPED'], ['STOPPED']], [['STOPPED'], ['ACTIVE']], 0],
  ['shows as another', '1', [['STOPPED'], ['STOPPED']], [['STOPPED'], ['ACTIVE']], 1],
  ['that is not shown may be any', '7', [['STOPPED'], ['STOPPED']], [['STOPPED'], ['ACTIVE']], 0],
])('a port that an order names %s', (_, named, before, later, count) => {
  const numbered = (ports: Port[]): JsonObject => {
    const its = ports.map(([status], i): JsonObject => ({ portNumber: i + 1, status }));
    return { ...body([]), siteInformation: { existingLines: [{ ont: { ports: its } }] } };
  };
  const found = after('START', numbered(before), numbered(later), SITE.id, COURSE, SITE.id, TENANT, named);
  const told = `world.state failed: order 5: "START" named "ONT_PORT ${named}" and changed another`;
  expect(found.filter((each) => each.includes('failed'))).toEqual(count === 0 ? [] : [told]);
});

test('of what is not shown, of other orders and of other addresses nothing is said', () => {
  const hidden = body([]);
  expect(after('START', hidden, hidden)).toEqual([]);
  const withoutLines: JsonObject = { ...hidden, siteInformation: {} };
  expect(after('START', withoutLines, withoutLines)).toEqual([]);
  const active = body([['ACTIVE', true]]);
  expect(after('SWAP', active, active)).toEqual([]);
  expect(after('CEASE', body([['ACTIVE', true]], '900'), active, '900')).toEqual([]);
  expect(after('START', body([['STOPPED']], '900'), body([['STOPPED']]), '900')).toEqual([]);
});

test('a port that is shown without its status may be of any: nothing is said', () => {
  const untold: JsonObject = { portNumber: 1 };
  const partly = (...ports: JsonObject[]): JsonObject => ({
    ...body([]),
    siteInformation: { existingLines: [{ ont: { ports } }] },
  });
  const active = { status: 'ACTIVE' };
  expect(after('START', partly(untold, { status: 'STOPPED' }), partly(untold, { status: 'STOPPED' }))).toEqual([]);
  expect(after('CEASE', partly(active, untold), partly(active, active))).toEqual([]);
  expect(after('MODIFY', partly(active), partly(untold))).toEqual([]);
});

test('a modification leaves the ports as they were, a takeover one of the tenant at least', () => {
  const [own, rest] = [body([['ACTIVE', true]]), body([['STOPPED', false]])];
  expect(after('MODIFY', own, own)).toEqual([]);
  expect(after('MODIFY', own, rest)).toContain('world.state failed: order 5: "MODIFY" changed what it should not have');
  expect(after('TAKEOVER', own, own)).toEqual([]);
  expect(after('TAKEOVER', body([['ACTIVE', false]]), body([['ACTIVE', false]]))).toContain(
    `world.state failed: ${said('TAKEOVER', 'tenantActive')}`,
  );
});

const lines = (...statuses: readonly string[]): JsonObject => ({
  ...body([]),
  siteInformation: {
    existingLines: statuses.map((status, i) => ({
      lineId: `L${i}`,
      ont: { ports: [{ status }, { status: 'STOPPED' }] },
    })),
  },
});

test('what another tenant is shown afterwards is not held against what the one was shown before', () => {
  const shown = [body([['ACTIVE', true]]), body([['ACTIVE', false]])] as const;
  expect(after('MODIFY', ...shown)).not.toEqual([]);
  expect(after('MODIFY', ...shown, SITE.id, COURSE, SITE.id, 'another')).toEqual([]);
});

test('only an order for a new line adds one', () => {
  const changed = 'changed what it should not have';
  expect(after('START', lines('STOPPED'), lines('ACTIVE'))).toEqual([]);
  expect(after('START', lines('STOPPED'), lines('ACTIVE', 'STOPPED'))).toContain(
    `world.state failed: order 5: "START" ${changed}`,
  );
  expect(after('SWAP', lines('ACTIVE'), lines('ACTIVE', 'ACTIVE'))).toContain(
    `world.state failed: order 5: "SWAP" ${changed}`,
  );
  expect(after('SWAP', lines('ACTIVE'), lines('STOPPED', 'ACTIVE'))).toEqual([]);
  expect(after('MODIFY', lines('ACTIVE'), lines())).toContain(`world.state failed: order 5: "MODIFY" ${changed}`);
});

test('an order changes one line of its address', () => {
  const [two, one, none] = [lines('ACTIVE', 'ACTIVE'), lines('STOPPED', 'ACTIVE'), lines('STOPPED', 'STOPPED')];
  for (const type of ['CEASE', 'TAKEOVER']) {
    expect(after(type, two, none)).toContain(`world.state failed: order 5: "${type}" changed 2 lines`);
    expect(after(type, two, lines())).toContain(`world.state failed: order 5: "${type}" changed 2 lines`);
  }
  expect(after('NEW', lines(), two)).toContain('world.state failed: order 5: "NEW" changed 2 lines');
  expect(after('CEASE', two, one)).toEqual([]);
  expect(after('CEASE', two, lines('ACTIVE'))).toEqual([]);
  expect(after('NEW', one, lines('ACTIVE', 'STOPPED', 'ACTIVE'))).toEqual([]);
  expect(after('SWAP', two, lines('ACTIVE', 'STOPPED', 'ACTIVE'))).toEqual([]);
});

test('an order changes the line that it names', () => {
  const [two, first, second] = [lines('STOPPED', 'STOPPED'), lines('ACTIVE', 'STOPPED'), lines('STOPPED', 'ACTIVE')];
  const start = (later: JsonObject): string[] => {
    const sent = { serviceSpecification: { id: 'fttp' }, serviceCharacteristics: pairs({ LINE_ID: 'L0' }) };
    const placed = { id: 5, orderType: 'START', tenant: TENANT, address: SITE, serviceOrderItem: sent };
    const story = tell()
      .journey('o', [asks('before'), order(5, { body: placed }), asks('after')])
      .start('o');
    story.ask('o', 'before', 200, { body: two }).ask('o', 'order', 202);
    for (const name of COURSE) story.event(5, name);
    story.ask('o', 'after', 200, { body: later }).end('o').finish();
    return findingsOf(story.judge()).filter((each) => each.startsWith('world.state'));
  };
  expect(start(second)).toEqual(['world.state observed: order 5: "START" changed another line than its own']);
  expect(start(first)).toEqual([]);
});

test('an order that names a port changes no other', () => {
  const [rest, one, both] = [
    body([['STOPPED'], ['STOPPED']]),
    body([['ACTIVE'], ['STOPPED']]),
    body([['ACTIVE'], ['ACTIVE']]),
  ];
  const start = (later: JsonObject, ontPort?: string): string[] =>
    after('START', rest, later, SITE.id, COURSE, SITE.id, TENANT, ontPort);
  expect(start(both, '1')).toContain('world.state failed: order 5: "START" changed 2 ports');
  expect(start(one, '1')).toEqual([]);
  expect(start(both)).toEqual([]);
});

test('an order that was rejected changes nothing, nor does one that was completed next door', () => {
  const [rest, own] = [body([['STOPPED', false]]), body([['ACTIVE', true]])];
  const changed = 'world.state failed: order 5: "START" changed what it should not have';
  const rejected = ['ACKNOWLEDGED', 'REJECTED'];
  expect(after('START', rest, own, SITE.id, rejected)).toContain(
    changed.replace('"START"', '"START", which ended with REJECTED,'),
  );
  expect(after('START', rest, rest, SITE.id, rejected)).toEqual([]);
  const next = (before: JsonObject, later: JsonObject): string[] => nextDoor('START', before, later);
  expect(
    next({ ...rest, address: { identifier: NEIGHBOUR } }, { ...own, address: { identifier: NEIGHBOUR } }),
  ).toContain(changed);
  expect(
    next({ ...rest, address: { identifier: NEIGHBOUR } }, { ...rest, address: { identifier: NEIGHBOUR } }),
  ).toEqual([]);
});

const NEIGHBOUR = { id: '900', type: 'UPRN' };

/** What is said where the address of the order is not the one that was asked about before and after. */
function nextDoor(orderType: string, before: JsonObject, later: JsonObject): string[] {
  return after(orderType, before, later, NEIGHBOUR.id, COURSE, NEIGHBOUR.id);
}

type Shown = Readonly<Record<string, string>>;
const pairs = (shown: Shown): JsonObject[] => Object.entries(shown).map(([name, value]) => ({ name, value }));
const showing = (...all: readonly Shown[]): JsonObject => ({
  ...body(undefined),
  siteInformation: { existingLines: all.map((each) => ({ lineCharacteristics: pairs(each) })) },
});

/** An order with what availability showed before and after it; how it went where that is not as usual. */
type Asked = readonly [
  sent: Shown,
  before: JsonObject,
  later: JsonObject,
  how?: {
    readonly type?: string;
    readonly amended?: Shown;
    /** The characteristics that its events show; absent: none. */
    readonly told?: Shown;
    readonly course?: readonly string[];
    readonly tenant?: string;
  },
];

/** What is said of orders, one after another, with the characteristics that they ask for. */
function built(...all: readonly Asked[]): string[] {
  const story = tell();
  all.forEach(([sent, before, later, { type = 'MODIFY', amended, told, course = COURSE, tenant = TENANT } = {}], i) => {
    const id = 5 + i;
    const journey = `o${id}`;
    const characteristics = { serviceCharacteristics: pairs(sent) };
    const named =
      type === 'MODIFY'
        ? { serviceId: 'S1', ...characteristics, requestedCompletionDate: '2026-12-01T09:00:00.000Z' }
        : { address: SITE, serviceOrderItem: { serviceSpecification: { id: 'fttp' }, ...characteristics } };
    const placed = { ...order(id, { body: { id, orderType: type, tenant, ...named } }), tenant };
    const change = { id: 90 + i, orderId: id, serviceCharacteristics: pairs(amended ?? {}) };
    const amends = amended ? [call('amend', { body: change })] : [];
    const [earlier, after] = ['before', 'after'].map((name) => ({ ...asks(name), tenant }));
    story.journey(journey, [earlier as CallStep, placed, ...amends, after as CallStep]).start(journey);
    story.ask(journey, 'before', 200, { body: before }).ask(journey, 'order', 202);
    if (amended) story.ask(journey, 'amend', 202);
    const item = { serviceSpecification: { id: 'fttp' }, serviceCharacteristics: pairs(told ?? {}) };
    const shown = told ? { order: { id, orderType: type, tenant, address: SITE, serviceOrderItem: item } } : {};
    for (const name of course)
      story.event(id, name, { ...shown, ...(name.startsWith('AMEND') ? { amendmentId: 90 + i } : {}) });
    story.ask(journey, 'after', 200, { body: later }).end(journey);
  });
  const agreed = underReadings(REAL.contract, { 'STA-04': 'it shows' });
  return findingsOf(story.finish().judge({ contract: agreed })).filter((each) => each.startsWith('world.state'));
}
const not = (id: number, name: string, type = 'MODIFY'): string =>
  `world.state failed: order ${id}: "${type}" gave its line another ${name} than it has in availability`;

test('a modification shows in each characteristic that its only line had, or that lines of other orders follow', () => {
  const both = { A: '2', B: '2' };
  expect(built([both, showing({ A: '1', B: '1' }), showing({ A: '2', B: '1' })])).toEqual([not(5, 'B')]);
  expect(built([both, showing({ A: '1', B: '1' }), showing(both)])).toEqual([]);
  // Of two lines, the other may be the one that showed it.
  expect(built([both, showing({ A: '1' }, { B: '1' }), showing(both, {})])).toEqual([]);
  expect(built([both, showing({}, { B: '1' }), showing({}, { B: '1' })])).toEqual([]);
  // What a gateway never shows of lines, it need not.
  expect(built([both, showing({}), showing({ A: '2' })])).toEqual([]);
  expect(built([both, showing({}), showing({ A: '2' })], [{ B: '2' }, showing({}), showing({ B: '2' })])).toEqual([
    not(5, 'B'),
  ]);
  const { siteInformation: _, ...bare } = body(undefined);
  const follows: Asked = [{ B: '2' }, showing({}), showing({ B: '2' })];
  const toAnother: Asked = [{ B: '2' }, showing({}), showing({ B: '2' }), { tenant: 'another' }];
  expect(built([{ B: '2' }, bare, bare], follows)).toEqual([not(5, 'B')]);
  expect(built([{ B: '2' }, bare, bare], toAnother)).toEqual([]);
  expect(built([{ B: '2' }, showing({}), bare], toAnother)).toEqual([not(5, 'B')]);
});

test('of several lines, the one that is named shows what was ordered', () => {
  const numbered = (...all: readonly Shown[]): JsonObject => ({
    ...body(undefined),
    siteInformation: { existingLines: all.map((each, i) => ({ lineId: `L${i}`, lineCharacteristics: pairs(each) })) },
  });
  const swapped = (later: JsonObject): string[] =>
    built([{ LINE_ID: 'L0', A: '2' }, numbered({ A: '1' }, { A: '1' }), later, { type: 'SWAP' }]);
  expect(swapped(numbered({ A: '2' }, { A: '1' }))).toEqual([]);
  expect(swapped(numbered({ A: '1' }, { A: '2' }))).toEqual([not(5, 'A', 'SWAP')]);
});

test('a modification takes away no characteristic that it does not name', () => {
  const before = showing({ A: '1', C: '1' });
  expect(built([{ A: '2' }, before, showing({ A: '2' })])).toEqual([
    'world.state failed: order 5: "MODIFY" took away C, which it does not name',
  ]);
  expect(built([{ A: '2' }, before, showing({ A: '2', C: '2' })])).toEqual([]);
  expect(built([{ A: '2', C: '2' }, before, showing({ A: '2' })])).toEqual([not(5, 'C')]);
  // A new list is a new line's, and lines that are not shown may have any.
  expect(built([{ A: '2' }, before, showing({ A: '2' }), { type: 'SWAP' }])).toEqual([]);
  expect(built([{ A: '2' }, before, showing()])).toEqual([]);
  // Beside another line.
  expect(built([{ A: '2' }, before, showing({ A: '2' }, { C: '1' })])).toEqual([]);
});

test('a provide order shows as it was amended, and as it was ordered where its amendment was rejected', () => {
  const modified: Asked = [{ A: '2', B: '2' }, showing({ A: '1', B: '1' }), showing({ A: '2', B: '2' })];
  const ordered = (later: Shown, answer: string): string[] =>
    built(modified, [
      { A: '1', B: '1' },
      showing(),
      showing(later),
      { type: 'NEW', amended: { A: '2' }, course: ['ACKNOWLEDGED', answer, 'COMMITTED', 'COMPLETED'] },
    ]);
  expect(ordered({ A: '2', B: '1' }, 'AMENDED')).toEqual([]);
  expect(ordered({ A: '1', B: '1' }, 'AMENDED')).toEqual([not(6, 'A', 'NEW')]);
  // Whether the amended list takes the place of the former one is not said.
  expect(ordered({ A: '2' }, 'AMENDED')).toEqual([]);
  expect(ordered({ A: '1', B: '1' }, 'AMENDMENT_REJECTED')).toEqual([]);
  expect(ordered({ A: '2', B: '1' }, 'AMENDMENT_REJECTED')).toEqual([not(6, 'A', 'NEW')]);
  // But where the order's own events still show the rest, that is what it is.
  const told = (later: Shown): string[] => {
    const course = ['ACKNOWLEDGED', 'AMENDED', 'COMMITTED', 'COMPLETED'];
    const still = { type: 'NEW', amended: { A: '2' }, told: { A: '2', B: '1' }, course };
    return built(modified, [{ A: '1', B: '1' }, showing(), showing(later), still]);
  };
  expect(told({ A: '2', B: '1' })).toEqual([]);
  expect(told({ A: '2' })).toEqual([not(6, 'B', 'NEW')]);
  // Of an amendment that nobody answered, either may be.
  expect(ordered({ A: '1' }, 'UPDATE')).toEqual([]);
});

test('what an order asked for that was not carried out does not show', () => {
  const rejected = { course: ['REJECTED'] };
  expect(built([{ A: '2' }, showing({ A: '1' }), showing({ A: '2' }), rejected])).toEqual([
    'world.state failed: order 5: "MODIFY" shows in availability although it was not carried out there',
  ]);
  expect(built([{ A: '2' }, showing({ A: '1' }), showing({ A: '1' }), rejected])).toEqual([]);
  expect(built([{ A: '1' }, showing({ A: '1' }), showing({ A: '1' }), rejected])).toEqual([]);
});

test('what is wrong is said to be late or lasting, if availability was asked once more', () => {
  const atRest = body([['STOPPED']]);
  const asked = (later: JsonObject): unknown => {
    const story = tell()
      .journey('o', [asks('before'), ordered('START'), asks('after'), asks('later')])
      .start('o')
      .ask('o', 'before', 200, { body: atRest })
      .ask('o', 'order', 202);
    for (const name of COURSE) story.event(5, name);
    story.ask('o', 'after', 200, { body: atRest }).later(2_000).ask('o', 'later', 200, { body: later });
    const contract = underReadings(REAL.contract, { 'STA-04': 'it shows' });
    const { cases } = story.end('o').finish().judge({ contract });
    return cases.flatMap(({ findings }) =>
      findings.flatMap(({ check, result }) =>
        check === 'world.state' && result.outcome === 'failed' ? result.finding.actual : [],
      ),
    );
  };
  expect(asked(body([['ACTIVE', true]]))).toEqual(['0 with it; right 2 s after its end']);
  expect(asked(atRest)).toEqual(['0 with it; still wrong 2 s after its end']);
});
