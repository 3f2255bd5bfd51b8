import { expect, test } from 'vitest';
import type { KciProfile } from '../model.ts';
import type { ExpandOptions } from './expand.ts';
import { input, journeys, scenario, target, world } from './testing/sample.ts';

const excuseOf = (text: string, more: Partial<ExpandOptions> = {}) => journeys([scenario('x', text)], more)[0]?.excused;

test('a role that the world lacks', () => {
  expect(excuseOf('scenario: S\ngiven: { site: $world.castle }\nsteps: [availability: { address: $site }]')).toEqual({
    outcome: 'inconclusive',
    reason: 'world-lacks-role',
    detail: 'the world "small" has no role "castle"',
    role: 'castle',
  });
});

test('a role that the target declares its network lacks', () => {
  const text = 'scenario: S\ngiven: { site: $world.castle }\nsteps: [availability: { address: $site }]';
  expect(excuseOf(text, { target: { ...target, lacks: ['castle'] } })).toEqual({
    outcome: 'not-applicable',
    reason: 'capability-declared-absent',
    detail: 'the target "acme" declares that it lacks castle',
  });
  // Whatever the world says, which may serve other targets, too.
  const known = text.replace('castle', 'newLine');
  expect(excuseOf(known)).toBeUndefined();
  expect(excuseOf(known, { target: { ...target, lacks: ['newLine'] } })?.reason).toBe('capability-declared-absent');
});

const TOLD = `scenario: S
given: { site: $world.newLine, service: { learn: activeService, of: told } }
steps:
  - availability: { address: $site }
    as: told
  - order: { orderType: CEASE, serviceId: $service.serviceId }`;

test('facts that a world does not say where to learn; where it does, they are read off the answer', () => {
  expect(excuseOf(TOLD)).toEqual({
    outcome: 'not-applicable',
    reason: 'place-not-stated',
    detail: 'the world "small" does not say by "learn" where availability tells the facts of activeService',
  });
  const at = '$.siteInformation.services[0].id';
  const learning = (learn: Record<string, string | string[]>) => {
    const roles = { ...world.roles, activeService: { use: 'once' as const, sites: [], learn } };
    return journeys([scenario('x', TOLD)], { world: { ...world, roles } })[0];
  };
  for (const place of [at, [at, '$.serviceId']]) {
    const { excused, steps = [] } = learning({ serviceId: place }) ?? {};
    expect(excused).toBeUndefined();
    expect(steps[1]).toMatchObject({ request: { body: { serviceId: '${told.siteInformation.services[0].id}' } } });
  }
});

test('a role whose range is used up; a small one is lent while the journeys run', () => {
  const range = (to: number) => ({ use: 'once', range: { type: 'UPRN', from: 1, to, digits: 12 } }) as const;
  const excuseWith = (to: number) => {
    const names = Array.from({ length: to + 1 }, (_, i) => `s${i}: $world.road`);
    const text = `scenario: S\ngiven: { ${names.join(', ')} }\nsteps: [availability: { address: $s0 }]`;
    return excuseOf(text, { world: { ...world, roles: { road: range(to) } } });
  };
  expect(excuseWith(1_001)).toEqual({
    outcome: 'inconclusive',
    reason: 'world-exhausted',
    detail: 'the world "small" has no site of the role "road" left',
    role: 'road',
  });
  expect(excuseWith(2)).toBeUndefined();
});

test('a capability that the target declares it lacks', () => {
  expect(excuseOf('scenario: S\nrequires: [amendments, orders]\nsteps: [token: ]')).toEqual({
    outcome: 'not-applicable',
    reason: 'capability-declared-absent',
    detail: 'the target "acme" declares that it lacks amendments',
  });
});

test('a capability that one row alone requires', () => {
  const text = 'scenario: S\nfor-each: { a: { requires: [amendments] }, b: {} }\nsteps: [token: ]';
  const reasons = journeys([scenario('x', text)]).map(({ excused }) => excused?.reason);
  expect(reasons).toEqual(['capability-declared-absent', undefined]);
});

test('a silent row that the target has not agreed on', () => {
  const text = 'scenario: S\nrequires: [STA-04]\nsteps: [token: ]';
  expect(excuseOf(text)).toEqual({
    outcome: 'not-applicable',
    reason: 'reading-not-agreed',
    detail: 'the target "acme" has agreed on no reading of STA-04 (nothing agreed) with which this can be tried',
  });
  const under = (reading: string) => excuseOf(text, { target: { ...target, readings: { 'STA-04': reading } } })?.reason;
  for (const reading of ['kept', 'accepted', '202']) expect(under(reading)).toBeUndefined();
  for (const reading of ['refused', '422 INVALID_REQUEST']) expect(under(reading)).toBe('reading-not-agreed');
});

test('a step that must be accepted, where the target has agreed that it is refused', () => {
  const text = (need: string): string =>
    `scenario: S\nsteps:\n  - slots: { address: x, purpose: PROVIDE }\n    need: ${need}\n    covers: [SIL-57]\n`;
  const under = (reading: string, need = '2xx') =>
    excuseOf(text(need), { target: { ...target, readings: { 'SIL-57': reading } } });
  expect(under('refused')).toEqual({
    outcome: 'not-applicable',
    reason: 'reading-not-agreed',
    detail: 'the target "acme" has agreed that what this needs is refused (SIL-57)',
  });
  expect([under('accepted'), under('refused', '2xx | 4xx'), excuseOf(text('2xx'))]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('a tenant that the target does not have', () => {
  expect(excuseOf('scenario: S\nsteps:\n  - token:\n    tenant: 3')).toEqual({
    outcome: 'inconclusive',
    reason: 'tenant-missing',
    detail: 'the target "acme" has no tenant 3; it has "northwind", "harbour"',
  });
  expect(excuseOf('scenario: S\ntenant: harbour\nsteps: [token: ]')).toBeUndefined();
});

/** The supplier's profile as one that lacks some words of its base. */
const lacking = (unsent: Partial<NonNullable<KciProfile['unsent']>>): { profile: KciProfile } => ({
  profile: { ...input.profile, unsent: { events: [], outcomes: [], ...unsent } },
});

const placed = (rest: string): string =>
  `scenario: S\ngiven: { site: $world.newLine }\nsteps:\n  - order: { address: $site }\n    as: placed\n${rest}`;
const owing = (sequence: string): string => placed(`kci: { for: $placed, sequence: ${sequence}, within: 1d }`);

test.each([
  ['an event that is owed', owing('[ACKNOWLEDGED, DELAY, COMPLETED]')],
  ['an event that is waited for', placed('  - await: { for: $placed, event: DELAY, within: 1d }')],
])('%s and never sent makes the case not applicable', (_, text) => {
  expect(excuseOf(text, lacking({ events: ['DELAY'] }))).toEqual({
    outcome: 'not-applicable',
    reason: 'not-promised',
    detail: 'the KCI profile "supplier" has no event DELAY',
  });
});

test('an outcome that the gateway never has makes the case not applicable', () => {
  const text = placed('outcome: ORDER_DELAYED');
  expect(excuseOf(text, lacking({ outcomes: ['ORDER_DELAYED'] }))?.detail).toBe(
    'the KCI profile "supplier" has no outcome ORDER_DELAYED',
  );
});

test('an event that may come or not is not missed', () => {
  const text = owing('[ACKNOWLEDGED, DELAY?, one-of: [DELAY, COMPLETED]]');
  expect(excuseOf(text, lacking({ events: ['DELAY'] }))).toBeUndefined();
});

test.each<[string, Partial<NonNullable<KciProfile['delivery']['retry']>> | null, string | undefined]>([
  ['as often as is promised', { attempts: 2 }, undefined],
  ['more often than is promised', { attempts: 1 }, 'that a delivery is tried 1 times'],
  ['with what a delivery is tried again after, too', { evenAfter: ['410', '4xx'] }, undefined],
  ['with something else than that', { evenAfter: ['410'] }, 'nothing of a delivery after 400'],
  ['where nothing is promised', null, 'nothing of deliveries that are refused'],
])('a case that turns deliveries away %s', (_, more, promised) => {
  const { delivery } = input.profile;
  const retry = more && { attempts: 6, spacingMs: [1], leeway: 0.5, evenAfter: ['4xx'], ...more };
  const profile = { ...input.profile, delivery: { ...delivery, retry } };
  const text = placed(
    '    receiver: { refuse: 1, with: 400 }\nkci: { for: $placed, sequence: [ACKNOWLEDGED], within: 1d }',
  );
  const detail = promised && `the KCI profile "supplier" promises ${promised}`;
  expect(excuseOf(text, { profile })?.detail).toBe(detail);
});

test.each<[string, number | null, number, string | undefined]>([
  ['no longer than a journey may wait', 50_000, 3, undefined],
  ['longer than that', 40_000, 3, 'the KCI profile "supplier" tries for 50 s'],
  ['no longer than two hours', null, 146, undefined],
  ['longer than two hours', null, 147, 'the KCI profile "supplier" tries for 2 h 1 min'],
  ['once', null, 1, 'the KCI profile "supplier" promises that a delivery is tried 1 times'],
])('the last attempt is waited for where a delivery is tried %s', (_, waitMs, attempts, detail) => {
  const retry = { attempts, spacingMs: [0, 50_000], leeway: 0.5 };
  const profile = { ...input.profile, delivery: { ...input.profile.delivery, retry } };
  const text = placed(
    '    receiver: { refuse: all-but-last }\nkci: { for: $placed, sequence: [ACKNOWLEDGED], within: 1d }',
  );
  const patient = { ...target, deadlines: { ...target.deadlines, waitMs } };
  expect(excuseOf(text, { profile, target: patient })?.detail).toBe(detail);
});
