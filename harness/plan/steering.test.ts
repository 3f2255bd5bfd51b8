import { expect, test } from 'vitest';
import type { Scenario, Target } from '../model.ts';
import type { PlanInput } from './context.ts';
import { expand } from './expand.ts';
import { asksOf } from './steering.ts';
import { input, scenario, target } from './testing/sample.ts';

const delayed = scenario(
  'orders/delayed',
  `scenario: An order is delayed
outcome: ORDER_DELAYED
given: { site: $world.newLine }
steps:
  - availability: { address: $site }
  - order: { orderType: NEW, address: $site, characteristics: {} }
    as: placed
  - cancel: { order: $placed, reasonCode: OTHER }
`,
);
const steered = (steering: Target['steering'], one: Scenario = delayed, more: Partial<PlanInput> = {}) =>
  expand([one], { ...input, target: { ...target, steering }, ...more }).plan.journeys[0];
const headersOf = (journey: ReturnType<typeof steered>) =>
  journey?.steps.map((step) =>
    step.kind === 'call'
      ? Object.fromEntries(
          Object.entries(step.request.headers).filter(([name]) => /scenario|delay|problem|fault/i.test(name)),
        )
      : {},
  );

test('by headers, the outcome is asked for on the requests it is an outcome of, and the pace on all whose events follow', () => {
  const journey = steered(target.steering);
  expect(journey?.excused).toBeUndefined();
  expect(headersOf(journey)).toEqual([
    {},
    { 'X-Scenario': 'ORDER_DELAYED', 'X-Kci-Delay': '5' },
    { 'X-Kci-Delay': '5' },
  ]);
  expect(journey?.steps[1]).toMatchObject({ steer: { outcome: 'ORDER_DELAYED' } });
  expect(journey?.steps[2]).not.toHaveProperty('steer');
});

test('an order that must leave time is asked for ten times as slowly, and no slower than its profile promises', () => {
  const slowly = (firstWithinMs: number, more: Partial<PlanInput> = {}) => {
    const steps = delayed.steps.map((step) => (step.verb === 'order' ? { ...step, pace: 'slow' as const } : step));
    const delivery = { ...input.profile.delivery, firstWithinMs };
    const profile = { ...input.profile, delivery };
    return headersOf(steered(target.steering, { ...delayed, steps }, { profile, ...more }));
  };
  expect(slowly(120_000)?.[1]).toMatchObject({ 'X-Kci-Delay': '50' });
  expect(slowly(20_000)?.[1]).toMatchObject({ 'X-Kci-Delay': '10' });
  expect(slowly(8_000)?.[1]).toMatchObject({ 'X-Kci-Delay': '5' });
  expect(slowly(120_000)?.[2]).toEqual({ 'X-Kci-Delay': '5' });
  // Where a target names no pace, two seconds are enough.
  const { kciDelaySeconds: _, ...unpaced } = target;
  const told = slowly(120_000, { target: unpaced });
  expect(told?.[1]).toMatchObject({ 'X-Kci-Delay': '2' });
  expect(told?.[2]).toEqual({});
});

test('an outcome of cancellations is asked for on the cancellation', () => {
  expect(headersOf(steered(target.steering, { ...delayed, outcome: 'CANCELLATION_REJECTED' }))).toEqual([
    {},
    { 'X-Kci-Delay': '5' },
    { 'X-Scenario': 'CANCELLATION_REJECTED', 'X-Kci-Delay': '5' },
  ]);
});

test('by addresses, the site comes from the role that steers and is like the one written', () => {
  const journey = steered({ by: 'addresses' });
  expect(journey?.excused).toBeUndefined();
  expect(journey?.values.site).toMatchObject({ id: expect.stringMatching(/^9095/) });
  expect(headersOf(journey)).toEqual([{}, {}, {}]);
});

test('by addresses, a role that steers but is like another does not stand in', () => {
  const elsewhere = { ...delayed, given: { site: '$world.activeService' } };
  expect(steered({ by: 'addresses' }, elsewhere)?.excused).toEqual({
    outcome: 'inconclusive',
    reason: 'not-steerable',
    detail: 'no role of the world "small" steers to ORDER_DELAYED and stands in for "activeService"',
  });
});

test.each([
  [{ by: 'none' }, 'it declares no steering'],
  [{ by: 'headers', headers: {} }, 'its steering names no header for that'],
] as const)('what the target cannot be asked for excuses the case: %j', (steering, why) => {
  expect(steered(steering)?.excused).toEqual({
    outcome: 'inconclusive',
    reason: 'not-steerable',
    detail: `the target "acme" cannot be asked for outcome ORDER_DELAYED: ${why}`,
  });
});

test('what is asked for in bodies cannot be asked of a request without one', () => {
  const text = `scenario: S
given: { site: $world.newLine }
steps:
  - slots: { address: $site, purpose: PROVIDE }
    fault: SUPPLIER_FAULT
`;
  const faulty = scenario('appointments/faulty', text);
  expect(steered({ by: 'body', body: { fault: 'trial.fault' } }, faulty)?.excused?.detail).toBe(
    'the target "acme" cannot be asked for fault SUPPLIER_FAULT: a request "slots" has no body to ask in',
  );
});

test('an outcome that no magic address asks for excuses the case', () => {
  expect(steered({ by: 'addresses' }, { ...delayed, outcome: 'ORDER_REJECTED' })?.excused?.detail).toBe(
    'the target "acme" cannot be asked for outcome ORDER_REJECTED: no role of the world "small" steers to it',
  );
});

test('the outcome that comes unasked needs no steering', () => {
  expect(steered({ by: 'none' }, { ...delayed, outcome: 'ORDER_SUCCESSFUL' })?.excused).toBeUndefined();
});

test('a fault and a problem code are asked for like outcomes', () => {
  const [first, ...rest] = delayed.steps;
  const faulty = { ...delayed, steps: first ? [{ ...first, fault: 'SUPPLIER_FAULT' }, ...rest] : rest };
  expect(headersOf(steered(target.steering, faulty))?.[0]).toEqual({ 'X-Fault': 'SUPPLIER_FAULT' });
  const coded = { ...delayed, problemCode: 'CAPACITY' };
  expect(steered(target.steering, coded)?.excused?.detail).toBe(
    'the target "acme" cannot be asked for problem code CAPACITY: its steering names no header for that',
  );
});

test('by addresses, a fault that other steps would meet too excuses the case', () => {
  const world = {
    ...input.world,
    roles: {
      ...input.world.roles,
      broken: { ...input.world.roles.delayedLine, use: 'once', steers: 'SUPPLIER_FAULT' },
    },
  } as const;
  const { steps, outcome: _, ...rest } = delayed;
  const [first, second] = steps;
  if (!first || !second) throw new Error('two steps are needed');
  const faulty = { ...second, fault: 'SUPPLIER_FAULT' };
  expect(steered({ by: 'addresses' }, { ...rest, steps: [first, faulty] }, { world })?.excused?.detail).toBe(
    'the fault SUPPLIER_FAULT is asked for by the address, and other steps use the same one',
  );
  expect(steered({ by: 'addresses' }, { ...rest, steps: [faulty] }, { world })?.excused).toBeUndefined();
  const both = { by: ['addresses', 'headers'], headers: { fault: 'X-Fault' } } as const;
  const asked = steered(both, { ...rest, steps: [first, faulty] }, { world });
  expect(asked?.excused).toBeUndefined();
  expect(headersOf(asked)?.[1]).toEqual({ 'X-Fault': 'SUPPLIER_FAULT' });
});

const wishing = scenario(
  'orders/open',
  `scenario: An order stays open where it can be asked to
given: { site: $world.newLine }
steps:
  - order: { orderType: NEW, address: $site, characteristics: {} }
    as: placed
    outcome: ORDER_DELAYED?
  - cancel: { order: $placed, reasonCode: OTHER }
`,
);

test('an outcome that is merely wished for is asked for where the target can be asked', () => {
  expect(headersOf(steered(target.steering, wishing))?.[0]).toEqual({
    'X-Scenario': 'ORDER_DELAYED',
    'X-Kci-Delay': '5',
  });
});

test('no slower pace is asked for than the profile promises', () => {
  const { profile } = input;
  const hasty = { ...profile, delivery: { ...profile.delivery, betweenWithinMs: 2000 } };

  const journey = steered(target.steering, wishing, { profile: hasty });

  expect(headersOf(journey)?.[0]).toEqual({ 'X-Scenario': 'ORDER_DELAYED', 'X-Kci-Delay': '2' });
});

test('where it cannot be asked, the wish is forgotten and the case runs all the same', () => {
  const journey = steered({ by: 'none' }, wishing);
  expect(journey?.excused).toBeUndefined();
  expect(journey?.steps[0]).not.toHaveProperty('steer');
});

const orderOf = (journey: ReturnType<typeof steered>) => {
  const step = journey?.steps[1];
  if (step?.kind !== 'call') throw new Error('the order is a call');
  return step;
};

test('by members of the body, query parameters and headers, in the words of the gateway', () => {
  const steering: Target['steering'] = {
    by: ['body', 'query', 'headers'],
    body: { outcome: 'test.scenario', kciDelay: 'test.delay' },
    query: { problemCode: 'problem' },
    headers: { fault: 'X-Fault' },
    values: { ORDER_DELAYED: 7, CAPACITY: 'no room', 'kci-delay': 'PT${seconds}S' },
  };
  const { request } = orderOf(steered(steering, { ...delayed, problemCode: 'CAPACITY' }));
  expect(request.body).toMatchObject({ orderType: 'NEW', test: { scenario: 7, delay: 'PT5S' } });
  expect(request.query).toEqual({ problem: 'no room' });
});

test('of several ways each thing is asked for in the first that can', () => {
  const steering: Target['steering'] = { by: ['headers', 'addresses'], headers: { kciDelay: 'X-Kci-Delay' } };
  const journey = steered(steering);
  expect(journey?.values.site).toMatchObject({ id: expect.stringMatching(/^9095/) });
  expect(headersOf(journey)?.[1]).toEqual({ 'X-Kci-Delay': '5' });
});

test('a word that the gateway does not have is left to the next way', () => {
  const headers = { outcome: 'X-Scenario' };
  const journey = steered({ by: ['headers', 'operator'], headers, values: { ORDER_DELAYED: null } });
  expect(headersOf(journey)?.[1]).toEqual({});
  expect(orderOf(journey).ask).toBe('have the next order end as ORDER_DELAYED');
});

test('on amendments and cancellations, too', () => {
  const steering: Target['steering'] = {
    by: 'body',
    body: { outcome: 'scenario' },
    values: { CANCELLATION_REJECTED: 'no' },
  };
  const cancel = steered(steering, { ...delayed, outcome: 'CANCELLATION_REJECTED' })?.steps[2];
  expect(cancel).toMatchObject({ request: { body: { reasonCode: 'OTHER', scenario: 'no' } } });
});

test("the operator is asked for what must be asked for, in the gateway's words, and for no mere wish", () => {
  const values = { ORDER_DELAYED: 'the slow lane', CAPACITY: 'C17' };
  const one = { ...delayed, problemCode: 'CAPACITY' };
  const { plan } = expand([one, wishing], { ...input, target: { ...target, steering: { by: 'operator', values } } });
  expect(asksOf(plan)).toEqual(['orders/delayed: have the next order end as the slow lane with C17']);
  expect(plan.journeys.map(({ excused }) => excused)).toEqual([undefined, undefined]);
});
