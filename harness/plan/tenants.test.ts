import { expect, test } from 'vitest';
import type { Json, JsonObject, Scenario, ScenarioStep, Target, World } from '../model.ts';
import type { PlanInput } from './context.ts';
import { clientFor } from './steering.ts';
import { inTurn, ofEachTenant, ofOthers, shareOut, tenantOf, tenantOfScenario, withHolders } from './tenants.ts';
import { contract, profile } from './testing/sample.ts';

const tenants = ['north', 'south', 'east'].map((name) => ({ name, clientId: name, clientSecret: name }));
const tenantFor = (id: string, { learn, ...site }: JsonObject = {}, scenario: Partial<Scenario> = {}, nth = 0) => {
  const world = { roles: { place: { use: 'once', sites: [{ id: '1', type: 'UPRN', ...site }], learn } } };
  const written = { given: { site: '$world.place' }, steps: [], ...scenario } as unknown as Scenario;
  return shareOut(written, { of: id, nth }, { target: { tenants }, world } as unknown as PlanInput).tenant;
};
const ids = Array.from({ length: 90 }, (_, i) => `orders/case-${i}`);
const countsOf = (site?: JsonObject, scenario?: Partial<Scenario>) => {
  const counts: Record<string, number> = {};
  for (const name of ids.map((id) => String(tenantFor(id, site, scenario)))) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
};

test('tenants take turns, and a case keeps its own', () => {
  expect(Object.values(countsOf()).every((count) => count > 15)).toBe(true);
  expect(ids.map((id) => tenantFor(id))).toEqual(ids.map((id) => tenantFor(id)));
});

test('over types of orders and outcomes the tenants take turns', () => {
  const types = ['START', 'TAKEOVER', 'TRANSFER', 'SWAP'];
  const outcomes = ['ORDER_REJECTED', 'ORDER_CANCELLED', 'ORDER_DELAYED', 'ORDER_REAPPOINT'];
  const scenario = { id: 'orders/outcomes' } as Scenario;
  const input = { contract, profile } as unknown as PlanInput;
  const made = types.flatMap((orderType) =>
    outcomes.map((outcome) => inTurn({ id: orderType, title: '', scenario, row: { orderType, outcome } }, input)),
  );
  for (const count of [2, 3]) {
    const met = made.flatMap(({ row, turn }) =>
      Object.values(row).map((each) => `${each} ${(turn?.nth ?? 0) % count}`),
    );
    expect(new Set(met).size).toBe(count * (types.length + outcomes.length));
  }
  expect(inTurn({ id: 'a', title: '', scenario, row: { orderType: 'START' } }, input).turn).toBeUndefined();
});

test('each tenant meets each outcome of each type, and every other row where all is tried', () => {
  const world = { roles: {} } as unknown as World;
  const input = { contract, profile, target: { tenants }, world } as unknown as PlanInput;
  const scenario = { id: 'orders/outcomes', given: {}, steps: [] } as unknown as Scenario;
  const row = { orderType: 'START', outcome: 'ORDER_REJECTED' };
  const one = inTurn({ id: 'orders/outcomes#a', title: 'A', scenario, row }, input);
  const others = ofOthers(one, input);
  expect(others.map(({ depth }) => depth)).toEqual(['standard', 'standard']);
  const own = shareOut(scenario, one.turn ?? { of: '', nth: 0 }, input).tenant;
  expect(new Set([own, ...others.map((each) => each.scenario.tenant)])).toEqual(new Set(['north', 'south', 'east']));
  expect(others.every(({ id }) => /^orders\/outcomes#a-tenant-[123]$/.test(id))).toBe(true);
  const { turn: _, ...noTurn } = one;
  expect(ofOthers(noTurn, input).map(({ depth }) => depth)).toEqual(['thorough', 'thorough']);
  expect(ofOthers({ ...noTurn, row: {} }, input)).toEqual([]);
  expect(ofOthers({ ...one, scenario: { ...scenario, isEachTenants: true } }, input)).toEqual([]);
  expect(ofOthers({ ...one, scenario: { ...scenario, isOwn: true } }, input)).toEqual([]);
});

test('refusals of one kind come to each tenant in turn', () => {
  expect(new Set([0, 1, 2].map((nth) => tenantFor('orders/refusals~omit', {}, {}, nth))).size).toBe(3);
});

test('the tenant that holds the lines of an address acts there', () => {
  expect(countsOf({ serviceId: 'S1', holder: 'south' })).toEqual({ south: 90 });
  expect(countsOf({ serviceId: 'S1' })).toEqual({ north: 90 });
  expect(countsOf({ learn: { serviceId: '$.service' } })).toEqual({ north: 90 });
  expect(countsOf({ learn: { serviceId: '$.service' }, holder: 'south' })).toEqual({ south: 90 });
  expect(Object.keys(countsOf({ serviceId: 'S1', holder: 'asker' }))).toHaveLength(3);
});

test('of several tenants that hold lines at the addresses of a role, each acts in turn', () => {
  const sites = ['south', 'east'].map((holder, i) => ({ id: `${i}`, type: 'UPRN', serviceId: 'S1', holder }));
  const world = { roles: { place: { use: 'once', sites } } };
  const written = { given: { site: '$world.place' }, steps: [] } as unknown as Scenario;
  const input = { target: { tenants }, world } as unknown as PlanInput;
  expect(new Set(ids.map((of) => shareOut(written, { of, nth: 0 }, input).tenant))).toEqual(new Set(['south', 'east']));
});

test("an address of nobody is the first tenant's where others of its role name a holder", () => {
  const site = (id: string, more: JsonObject = {}) => ({ id, type: 'UPRN', ...more });
  const lines = { use: 'once', learn: { lineId: '$.line' }, sites: [site('1'), site('2', { holder: 'south' })] };
  const world = { roles: { lines, bare: { use: 'once', sites: [site('3')] } } } as unknown as World;
  const { roles } = withHolders(world, { tenants } as unknown as Target);

  expect(roles.lines?.sites?.map(({ holder }) => holder)).toEqual(['north', 'south']);
  expect(roles.bare).toBe(world.roles.bare);
  const written = { given: { site: '$world.lines' }, steps: [] } as unknown as Scenario;
  const input = { target: { tenants }, world: { roles } } as unknown as PlanInput;
  expect(new Set(ids.map((of) => shareOut(written, { of, nth: 0 }, input).tenant))).toEqual(
    new Set(['north', 'south']),
  );
});

test('who is written acts where the lines are theirs; a scenario of the user, and one of several tenants, means the first', () => {
  expect(countsOf({}, { tenant: 2 })).toEqual({ 2: 90 });
  expect(countsOf({ holder: 'south' }, { tenant: 2 })).toEqual({ 2: 90 });
  // None of the lines there is the third's.
  expect(countsOf({ holder: 'south' }, { tenant: 3 })).toEqual({ south: 90 });
  expect(countsOf({ serviceId: 'S1' }, { tenant: 2 })).toEqual({ north: 90 });
  expect(countsOf({ holder: 'south' }, { tenant: 'east' })).toEqual({ east: 90 });
  expect(countsOf({}, { isOwn: true })).toEqual({ undefined: 90 });
  expect(countsOf({}, { steps: [{ tenant: 2 }] as unknown as Scenario['steps'] })).toEqual({ undefined: 90 });
});

test('a scenario may want a tenant of another client, which not every target with two tenants has', () => {
  const target = (...clients: string[]) =>
    ({
      target: 't',
      tenants: clients.map((clientId, i) => ({ name: `tenant-${i + 1}`, clientId })),
    }) as unknown as Target;
  const scenario = { tenant: 'of-another-client', steps: [] };
  expect(tenantOfScenario(scenario, target('a', 'a', 'b'))).toEqual({ name: 'tenant-3' });
  expect(tenantOfScenario(scenario, target('a', 'a')).excused).toEqual({
    outcome: 'not-applicable',
    reason: 'not-promised',
    detail: 'all tenants of the target "t" have one client',
  });
  expect(tenantOfScenario(scenario, target('a')).excused).toMatchObject({
    outcome: 'inconclusive',
    reason: 'tenant-missing',
  });
});

test('next to who acts is the tenant after it, and tenants take turns where a scenario names no other', () => {
  const target = { target: 't', tenants } as unknown as Target;
  const nextTo = (acting: Json) => tenantOf(target, 'next', acting).name;
  expect(['north', 'south', 3].map(nextTo)).toEqual(['south', 'east', 'north']);
  const alone = { target: 't', tenants: tenants.slice(0, 1) } as unknown as Target;
  expect(tenantOf(alone, 'next', 1).excused).toMatchObject({ reason: 'tenant-missing' });
  const steps = [{ tenant: 'next' }] as unknown as Scenario['steps'];
  expect(Object.keys(countsOf({}, { steps })).toSorted()).toEqual(['east', 'north', 'south']);
});

test('a client that the target names for an answer is used in place of steering', () => {
  const target = { clients: [{ for: 'access_denied', clientId: 'c', clientSecret: 's' }] } as unknown as Target;
  const step = (verb: string, fault: string) => ({ verb, fault }) as unknown as ScenarioStep;
  expect(clientFor(step('token', 'access_denied'), target)).toBe('access_denied');
  expect(clientFor(step('token', 'SUPPLIER_FAULT'), target)).toBeUndefined();
  expect(clientFor(step('order', 'access_denied'), target)).toBeUndefined();
});

test("a scenario that is each tenant's has a case for each that may act at its addresses", () => {
  const casesAt = (site: JsonObject, more: Partial<Scenario> = {}, of = tenants) => {
    const world = { roles: { place: { use: 'once', sites: [{ id: '1', type: 'UPRN', ...site }] } } };
    const scenario = {
      given: { site: '$world.place' },
      steps: [],
      isEachTenants: true,
      ...more,
    } as unknown as Scenario;
    const one = { id: 'slots/one', title: 'One', scenario, row: {} };
    const made = ofEachTenant(one, { target: { tenants: of }, world } as unknown as PlanInput);
    return made.map(({ id, scenario: { tenant } }) => `${id} ${tenant}`);
  };
  const all = ['slots/one north', 'slots/one#tenant-2 south', 'slots/one#tenant-3 east'];
  expect(casesAt({})).toEqual(all);
  expect(casesAt({}, { isOwn: true })).toEqual(all);
  expect(casesAt({ serviceId: 'S1', holder: 'asker' })).toEqual(all);
  expect(casesAt({ serviceId: 'S1', holder: 'south' })).toEqual(['slots/one south']);
  expect(casesAt({ serviceId: 'S1' })).toEqual(['slots/one north']);
  expect(casesAt({}, {}, [])).toEqual(['slots/one undefined']);
});

test("lines at rest are nobody's, so that any tenant acts there unless the world names who", () => {
  const lines = { use: 'once', learn: { lineId: '$.line' }, sites: [{ id: '1', type: 'UPRN' }] };
  const actingAt = (role: string, more: JsonObject = {}) => {
    const world = { roles: { [role]: { ...lines, ...more } } } as unknown as World;
    const input = { target: { tenants }, world: withHolders(world, { tenants } as unknown as Target) };
    const written = { given: { site: `$world.${role}` }, steps: [] } as unknown as Scenario;
    return new Set(ids.map((of) => shareOut(written, { of, nth: 0 }, input as unknown as PlanInput).tenant));
  };
  expect(actingAt('inactiveOnt')).toEqual(new Set(['north', 'south', 'east']));
  expect(actingAt('inactiveOnt', { site: { holder: 'south' } })).toEqual(new Set(['south']));
  expect(actingAt('activeElsewhere')).toEqual(new Set(['north']));
});
