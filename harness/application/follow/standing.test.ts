import { expect, test } from 'vitest';
import { call, NOON, REAL, type Story, tell } from '../../judge/record-builder.ts';
import { createStanding } from './standing.ts';

const order = call('order', { body: { id: 1001, orderType: 'NEW' } });
const ask = call('availability');
const story = () =>
  tell()
    .journey('orders/a', [order])
    .journey('orders/b', [ask])
    .journey('availability/c', [ask])
    .journey('d', [ask])
    .journey('token/e', [ask], { excused: { outcome: 'not-applicable', reason: 'not-promised', detail: 'it is not' } });

function after({ plan, record }: Story) {
  const standing = createStanding({ ...REAL, plan });
  for (const each of record) standing.see(each);
  return standing;
}

test('cases are counted by the folder of their scenario, those that are not walked not at all', () => {
  const standing = after(story());
  standing.judged({ id: 'orders/b', outcome: 'failed' });
  standing.judged({ id: 'orders/a', outcome: 'inconclusive' });
  standing.judged({ id: 'd', outcome: 'passed' });
  expect(standing.state(0, NOON).sections).toEqual([
    { name: 'orders', total: 2, passed: 0, failed: 1, inconclusive: 1 },
    { name: 'availability', total: 1, passed: 0, failed: 0, inconclusive: 0 },
    { name: 'scenarios', total: 1, passed: 1, failed: 0, inconclusive: 0 },
  ]);
});

test('a case that came out otherwise after all is counted once', () => {
  const standing = after(story());
  standing.judged({ id: 'orders/b', outcome: 'passed' });
  standing.judged({ id: 'orders/b', outcome: 'failed' });
  expect(standing.state(0, NOON).sections[0]).toEqual({
    name: 'orders',
    total: 2,
    passed: 0,
    failed: 1,
    inconclusive: 0,
  });
});

test('what does the same for longest comes first', () => {
  const told = story().start('orders/b').later(500).start('orders/a').ask('orders/a', 'order', 202);
  const now = (told.record.at(-1)?.at ?? 0) + 2_000;
  expect(after(told).state(0, now)).toMatchObject({
    underWay: [
      { id: 'orders/b', doing: { kind: 'holds', step: 'availability' }, forMs: 2_530 },
      { id: 'orders/a', doing: { kind: 'holds', step: '' }, forMs: 2_000 },
    ],
    awaited: { orders: 1, oldestMs: 2_000 },
    requests: 1,
    deliveries: 0,
  });
});

test('requests in a second are those of the last ten', () => {
  const told = story().start('orders/a');
  for (let i = 0; i < 100; i++) told.later(80).ask('orders/a', 'order', 429);
  const end = told.record.at(-1)?.at ?? 0;
  expect(Math.round(after(told).state(0, end).perSecond)).toBe(10);
  expect(after(told).state(0, end + 60_000).perSecond).toBe(0);
});

test('when all is walked, late deliveries are waited for as long as the target file says', () => {
  const told = story();
  for (const id of ['orders/a', 'orders/b', 'availability/c', 'd']) told.start(id).end(id);
  const end = told.record.at(-1)?.at ?? 0;
  const { settleMs } = REAL.target.deadlines;
  expect(after(told).state(0, end + 1).settlesInMs).toBe(settleMs - 1);
  expect(after(told).state(0, end + settleMs + 9).settlesInMs).toBe(0);
});
