import { beforeAll, describe, expect, test } from 'vitest';
import { rehearse } from './attempt.ts';
import { sampledCases, spread, touchedCases } from './cases.ts';
import type { Met } from './met.ts';
import { sampleStage } from './sample.ts';

const { stage, validators } = sampleStage([
  'availability/new-line#standard',
  'appointments/book',
  'orders/cease',
  'orders/cease-refusals~omit*',
]);
const ORDERS = ['orders/cease', 'orders/cease-refusals~omit:/body', 'orders/cease-refusals~omit:/body/id'];

describe('the cases that a fault can touch', () => {
  let met: Met = new Map();
  beforeAll(async () => {
    met = (await rehearse(stage, validators, {})).met;
  });
  const touchedBy = (fault: Parameters<typeof touchedCases>[0]) => touchedCases(fault, stage.plan, met)?.toSorted();

  test('are those that get the message it changes', () => {
    expect(touchedBy({ where: { verb: 'book' }, do: [{ remove: '/body/id' }] })).toEqual([
      'appointments/book#modify',
      'appointments/book#provide',
    ]);
    expect(touchedBy({ where: { verb: 'book', status: '4xx' }, do: [{ remove: '/body/code' }] })).toBeUndefined();
  });

  test('are all that are refused, where it changes a refusal', () => {
    const refused = touchedBy({ where: { status: '4xx | 5xx' }, do: [{ remove: '/body/code' }] });
    expect(refused?.length).toBeGreaterThan(3);
    expect(refused).toEqual(stage.plan.journeys.flatMap(({ id }) => (id.includes('~') ? [id] : [])).toSorted());
  });

  test('are, of faulty requests that are alike, the first two where only what is accepted matters', () => {
    expect(touchedBy({ where: { event: '*' }, do: [{ remove: '/event/text' }] })).toEqual(ORDERS);
    expect(touchedBy({ where: { verb: 'order' }, do: [{ events: ['ACKNOWLEDGED', 'COMPLETED'] }] })).toEqual(ORDERS);
  });

  test('are those of all its parts', () => {
    const also = [{ where: { event: '*' }, do: [{ remove: '/event/text' }] }];
    expect(touchedBy({ where: { verb: 'book', status: 200 }, do: [{ remove: '/body/id' }], also })).toEqual([
      'appointments/book#modify',
      'appointments/book#provide',
      ...ORDERS,
    ]);
  });

  test('are all where it changes what the gateway does, counts, or strikes every message', () => {
    expect(touchedBy({ where: { verb: 'book' }, do: [{ switch: 'double-booking' }] })).toBeUndefined();
    for (const where of [{ every: 7 }, { above: '9/s' }, { contested: '1s' }, { 'open-orders': 9 }])
      expect(touchedBy({ where: { verb: 'book', ...where }, do: [{ remove: '/body/id' }] })).toBeUndefined();
    expect(touchedBy({ do: [{ layout: 'indented' }] })).toBeUndefined();
    expect(touchedBy({ where: { verb: 'token' }, do: [{ remove: '/body/scope' }] })).toBeUndefined();
  });
});

describe('the cases that a legal variant is tried with', () => {
  let met: Met = new Map();
  beforeAll(async () => {
    met = (await rehearse(stage, validators, {})).met;
  });
  const variant = (fault: string, verb?: 'book') => ({
    fault,
    do: [{ switch: 'double-booking' as const }],
    ...(verb === undefined ? {} : { where: { verb } }),
  });
  const sampled = (fault: string, verb?: 'book') => sampledCases(variant(fault, verb), stage.plan, met, 6) ?? [];

  test('are some of every scenario, others for other variants', () => {
    const scenarios = (ids: readonly string[]) => new Set(ids.map((id) => id.split(/[#~]/, 1)[0]));
    const each = ['one', 'two', 'three', 'four', 'five', 'six'].map((name) => sampled(name));
    const all = scenarios(stage.plan.journeys.map(({ id }) => id));
    for (const ids of each) expect([ids.length, scenarios(ids)]).toEqual([6, all]);
    expect(new Set(each.map(String)).size).toBeGreaterThan(1);
    expect(sampled('one')).toEqual(each[0]);
  });

  test('are first of all those that get what it changes', () => {
    expect(sampled('one', 'book')).toEqual(
      expect.arrayContaining(['appointments/book#modify', 'appointments/book#provide']),
    );
  });

  test('are all where they are few', () => {
    expect(sampledCases(variant('one'), stage.plan, met)).toBeUndefined();
  });
});

test('a list is thinned out evenly', () => {
  expect(spread([1, 2, 3], 3)).toEqual([1, 2, 3]);
  expect(spread([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 3)).toEqual([0, 3, 6]);
});
