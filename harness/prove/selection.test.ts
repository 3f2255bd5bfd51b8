import { beforeAll, describe, expect, test } from 'vitest';
import type { Fault } from '../fake/fault.ts';
import { casesInTurn, certifyFaultless, type Faultless, touchedCases } from './selection.ts';
import { sampleStage } from './testing/stage.ts';

const { stage, validators } = sampleStage([
  'availability/new-line#standard',
  'appointments/book#modify',
  'appointments/book#provide',
  'orders/cease',
  'orders/cease-refusals~omit*',
]);
const ORDERS = ['orders/cease', 'orders/cease-refusals~omit:/body', 'orders/cease-refusals~omit:/body/id'];

const ALL = stage.plan.journeys.map(({ id }) => id).toSorted();

/** Every case of orders places one, be it as its control. */
const ORDERING = ALL.filter((id) => id.startsWith('orders/')).length;

let faultless: Faultless;
beforeAll(async () => {
  faultless = await certifyFaultless(stage, validators);
});

describe('the cases that a fault can touch', () => {
  const touchedBy = (fault: Parameters<typeof touchedCases>[0]) =>
    touchedCases(fault, faultless.cases)
      .map(({ journey }) => journey.id)
      .toSorted();

  test('are those that get the message it changes', () => {
    expect(touchedBy({ where: { verb: 'book' }, do: [{ remove: '/body/id' }] })).toEqual([
      'appointments/book#modify',
      'appointments/book#provide',
    ]);
    expect(touchedBy({ where: { verb: 'book', status: '4xx' }, do: [{ remove: '/body/code' }] })).toEqual(ALL);
  });

  test('are all that are refused, where it changes a refusal', () => {
    const refused = touchedBy({ where: { status: '4xx | 5xx' }, do: [{ remove: '/body/code' }] });
    expect(refused.length).toBeGreaterThan(3);
    expect(refused).toEqual(ALL.filter((id) => id.includes('~')));
  });

  test('are, of faulty requests that are alike, the first two where only what is accepted matters', () => {
    expect(touchedBy({ where: { event: '*' }, do: [{ remove: '/event/text' }] })).toEqual(ORDERS);
    expect(touchedBy({ where: { verb: 'order' }, do: [{ events: ['ACKNOWLEDGED', 'COMPLETED'] }] })).toEqual(ORDERS);
  });

  test('are those that send the very request it is about, and get the very answer', () => {
    const MODIFY = ['appointments/book#modify'];
    expect(
      touchedBy({ where: { verb: 'book', request: { body: { purpose: 'MODIFY' } } }, do: [{ delay: '1s' }] }),
    ).toEqual(MODIFY);
    expect(touchedBy({ where: { orderType: 'START' }, do: [{ error: 'SUPPLIER_FAULT' }] })).toEqual(ALL);
    expect(
      touchedBy({ where: { answer: { headers: { 'content-type': '~absent' } }, status: 200 }, do: [{ delay: '1s' }] }),
    ).toEqual(ALL);
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
    expect(touchedBy({ where: { verb: 'book' }, do: [{ switch: 'double-booking' }] })).toEqual(ALL);
    for (const where of [{ every: 7 }, { above: '9/s' }, { contested: '1s' }, { 'open-orders': 9 }])
      expect(touchedBy({ where: { verb: 'book', ...where }, do: [{ remove: '/body/id' }] })).toEqual(ALL);
    expect(touchedBy({ do: [{ layout: 'indented' }] })).toEqual(ALL);
    expect(touchedBy({ where: { verb: 'token' }, do: [{ remove: '/body/scope' }] })).toEqual(ALL);
  });
});

describe('the order in which cases are tried', () => {
  const variant = (fault: string, verb?: 'book') => ({
    fault,
    do: [{ switch: 'double-booking' as const }],
    ...(verb === undefined ? {} : { where: { verb } }),
  });
  const inTurn = (fault: Pick<Fault, 'where' | 'do'>) =>
    casesInTurn({ fault: 'one', ...fault }, new Set(), stage.plan.seed, faultless.cases);
  const first = (count: number, fault: string, verb?: 'book', rows: readonly string[] = []) =>
    casesInTurn(variant(fault, verb), new Set(rows), stage.plan.seed, faultless.cases).ids.slice(0, count);

  test('begins with some of every scenario, others for other variants', () => {
    const scenarios = (ids: readonly string[]) => new Set(ids.map((id) => id.split(/[#~]/, 1)[0]));
    const each = ['one', 'two', 'three', 'four', 'five', 'six'].map((name) => first(6, name));
    const all = scenarios(stage.plan.journeys.map(({ id }) => id));
    for (const ids of each) expect([ids.length, scenarios(ids)]).toEqual([6, all]);
    expect(new Set(each.map(String)).size).toBeGreaterThan(1);
    expect(first(6, 'one')).toEqual(each[0]);
  });

  test('begins with those that get what it changes, of these with those that look at a row it is about', () => {
    expect(first(2, 'one', 'book').toSorted()).toEqual(['appointments/book#modify', 'appointments/book#provide']);
    const book = stage.plan.journeys.find(({ id }) => id === 'appointments/book#modify');
    expect(first(1, 'one', undefined, ['AVL-01'])).toEqual(['availability/new-line#standard']);
    expect(book?.covers).not.toContain('AVL-01');
  });

  test('begins with those whose defect is let pass', () => {
    const { ids, met } = inTurn({
      where: { verb: 'order', orderType: 'CEASE' },
      do: [{ accept: { kinds: ['omit'], at: ['/body/serviceId'] } }],
    });
    expect(ids[0]).toBe('orders/cease-refusals~omit:/body/serviceId');
    expect([met, ids.length]).toEqual([ORDERING, ORDERING]);
  });

  test('says where nobody meets it', () => {
    const { ids, met } = inTurn({ where: { verb: 'book', tenant: 'nobody' }, do: [{ remove: '/body/id' }] });
    expect([met, ids.length]).toEqual([0, ALL.length]);
  });

  test('has all that can be touched', () => {
    expect(first(9_999, 'one')).toHaveLength(stage.plan.journeys.length);
  });
});
