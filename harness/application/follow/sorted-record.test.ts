import { expect, test } from 'vitest';
import { call, REAL, tell } from '../../judge/record-builder.ts';
import { orderIdIn, sortRecord } from './sorted-record.ts';

const { contract, profile } = REAL;
const order = (id: number) => call('order', { body: { id, orderType: 'NEW' } });

/** Two journeys with an order each, interleaved. */
function told() {
  return tell()
    .journey('a', [order(1001)])
    .journey('b', [order(2002)])
    .start('a')
    .start('b')
    .ask('a', 'order', 202)
    .ask('b', 'order', 202)
    .event(2002, 'ACKNOWLEDGED')
    .event(1001, 'ACKNOWLEDGED')
    .deliver('says something of 1001')
    .deliver('says something of nobody')
    .end('a');
}

function sorted() {
  const { record } = told();
  const sorting = sortRecord(contract, profile);
  const belongs = record.map((each) => sorting.see(each));
  return { sorting, belongs, record };
}

test('each journey is given its own exchanges and the deliveries of its orders', () => {
  const { sorting } = sorted();
  const typesOf = (id: string) => sorting.of(id).map(({ type }) => type);
  const walked = ['journey-started', 'request-sent', 'response-received', 'delivery-received'];
  expect(typesOf('a')).toEqual([...walked, 'delivery-received', 'journey-ended']);
  expect(typesOf('b')).toEqual(walked);
});

test('who takes an observation is told whose it is', () => {
  const { belongs, record } = sorted();
  const deliveries = belongs.filter((_, i) => record[i]?.type === 'delivery-received');
  expect(deliveries).toEqual([['b'], ['a'], ['a'], []]);
});

test('after its end a journey is given what is about its orders, and not what merely mentions them', () => {
  const { sorting } = sorted();
  const late = told().event(1001, 'COMMITTED').deliver('says something of 1001').record.slice(-2);
  expect(late.map((each) => sorting.see(each))).toEqual([['a'], []]);
});

test('what was seen of the receiver is part of every case', () => {
  const { sorting } = sorted();
  sorting.see({ type: 'receiver-probed', seq: 99, at: 0, reachable: true, detail: 'answered 204' });
  expect(sorting.of('b')[0]?.type).toBe('receiver-probed');
});

test.each([
  ['{"id":1001}', '1001'],
  ['{"id":"A-1"}', 'A-1'],
  ['{"id":null}', undefined],
  ['{}', undefined],
  ['no JSON', undefined],
])('the id of the order %s is %s', (text, id) => {
  const [sent] = told().record.filter(({ type }) => type === 'request-sent');
  if (sent?.type !== 'request-sent') throw new Error('nothing was sent');
  expect(orderIdIn(contract, { ...sent, body: { text, sizeBytes: text.length } })).toBe(id);
});
