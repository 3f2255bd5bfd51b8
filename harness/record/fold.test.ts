import { expect, test } from 'vitest';
import { call, REAL, type Story, tell } from '../testing/record-builder.ts';
import { createFold, foldOf, growRecord } from './fold.ts';

const order = (id: number) => call('order', { name: `order-${id}`, body: { id, orderType: 'NEW' } });
const story = () =>
  tell()
    .journey('a', [order(1001), call('slots')])
    .journey('b', [order(2002)])
    .start('a')
    .start('b')
    .ask('a', 'order-1001', 202);
const read = ({ record }: Story) => foldOf(record, REAL.profile);

test('a request is joined with its answer, or with what broke it', () => {
  const { exchanges } = read(story().breaks('a', 'slots', 'reset'));
  expect(
    [...exchanges.values()].map(({ sent, response, broke }) => [sent.step, response?.status, broke?.fault]),
  ).toEqual([
    ['order-1001', 202, undefined],
    ['slots', undefined, 'reset'],
  ]);
});

test('a journey is under way from its start to its end, and each start is a walk of its own', () => {
  const { walks, underWay } = read(story().start('a').ask('a', 'slots', 200).end('b'));
  expect([...underWay.keys()]).toEqual(['a']);
  expect(walks.get('a')?.map(({ exchanges }) => exchanges.map(({ sent }) => sent.step))).toEqual([
    ['order-1001'],
    ['slots'],
  ]);
  expect(walks.get('b')?.[0]?.ended?.ended).toBe('finished');
});

test('an order is accepted when it is answered so, and has the events that name it and prove to be the target’s', () => {
  const told = story()
    .ask('b', 'order-2002', 422)
    .event(1001, 'ACKNOWLEDGED')
    .deliver('{"orderId":1001}', { unproven: 'no' });
  const { orders, walks, arrivals } = read(told);
  expect(orders.get('1001')).toMatchObject({ journey: 'a', acceptedAt: told.record[4]?.at });
  expect(orders.get('1001')?.arrivals.map(({ event }) => event.name)).toEqual(['ACKNOWLEDGED']);
  expect(orders.get('2002')).not.toHaveProperty('acceptedAt');
  expect(walks.get('a')?.[0]?.orders.map(({ id }) => id)).toEqual(['1001']);
  expect(arrivals).toHaveLength(2);
});

test('an order knows its type, and the changes that were asked of it with what became of them', () => {
  const change = (verb: 'amend' | 'cancel', name: string) => call(verb, { name, body: { id: 9, orderId: 1001 } });
  const { record } = tell()
    .journey('a', [order(1001), change('amend', 'first'), change('amend', 'second'), change('cancel', 'third')])
    .start('a')
    .ask('a', 'order-1001', 202)
    .ask('a', 'first', 202)
    .ask('a', 'second', 422)
    .breaks('a', 'third', 'reset');
  const clearing = record.map((seen) => ('journey' in seen ? { ...seen, journey: `restore/${seen.journey}` } : seen));
  const { orders, exchanges } = foldOf([...record, ...clearing.slice(-2)], REAL.profile);
  expect(orders.get('1001')).toMatchObject({
    orderType: 'NEW',
    changes: [
      { kind: 'amendment', isAccepted: true, isRefused: false },
      { kind: 'amendment', isAccepted: false, isRefused: true },
      { kind: 'cancellation', isAccepted: false, isRefused: false },
    ],
  });
  expect([...exchanges.values()].map((each) => each.order)).toEqual(['1001', '1001', '1001', undefined]);
});

test('an observation belongs to the walk of its journey, a delivery to those of the orders that it names', () => {
  const { record } = story().event(1001, 'ACKNOWLEDGED').event(9, 'ACKNOWLEDGED').end('a');
  const fold = createFold(REAL.profile);
  const journeys = record.map((seen) => fold.see(seen).map(({ journey }) => journey));
  expect(journeys).toEqual([[], ['a'], ['b'], ['a'], ['a'], ['a'], [], ['a']]);
});

test('a record that grows is folded as it does; one that grew otherwise is read anew', () => {
  const [first, ...others] = story().record;
  const { record, add } = growRecord(REAL.profile, first ? [first] : []);
  for (const each of others) add(each);
  const fold = foldOf(record, REAL.profile);
  expect(foldOf(record, REAL.profile)).toBe(fold);
  expect(fold.horizon).toBe(others.at(-1)?.at);
  expect(foldOf(record, { ...REAL.profile })).not.toBe(fold);
  expect(foldOf([...record], REAL.profile)).not.toBe(fold);
});
