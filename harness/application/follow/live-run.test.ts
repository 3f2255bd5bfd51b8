import { expect, test } from 'vitest';
import { call, NOON, REAL, type Story, tell } from '../../testing/record-builder.ts';
import { createLiveRun } from './live-run.ts';
import { misledBy } from './progress.ts';

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
  const run = createLiveRun({ ...REAL, plan });
  for (const each of record) run.see(each);
  return run;
}

const counted = (
  name: string,
  total: number,
  outcomes: Partial<Record<'passed' | 'failed' | 'inconclusive', number>>,
) => ({
  name,
  total,
  passed: 0,
  failed: 0,
  inconclusive: 0,
  ...outcomes,
});

test('cases are counted by the folder of their scenario, those that are not walked not at all', () => {
  const told = story().start('orders/a').ask('orders/a', 'order', 500).end('orders/a');
  const broken = told.start('orders/b').breaks('orders/b', 'availability', 'reset').end('orders/b');
  expect(after(broken).state(0, NOON).sections).toEqual([
    counted('orders', 2, { failed: 1, inconclusive: 1 }),
    counted('availability', 1, {}),
    counted('scenarios', 1, {}),
  ]);
});

test('a case that came out otherwise after all is counted once', () => {
  const placed = story().start('orders/a').ask('orders/a', 'order', 202).end('orders/a');
  expect(after(placed).state(0, NOON).sections[0]).toEqual(counted('orders', 2, { passed: 1 }));
  const run = after(placed.event(1001, 'COMPLETED'));
  const again = run.late(10).map(({ outcome }) => outcome);
  expect(again).toEqual(['failed']);
  expect(run.state(0, NOON).sections[0]).toEqual(counted('orders', 2, { failed: 1 }));
});

const order2 = call('order', { name: 'second', body: { id: 1002, orderType: 'NEW' } });
const awaited = (told: Story) => after(told).state(0, told.record.at(-1)?.at ?? 0).awaited.orders;
const two = () => tell().journey('a', [order, order2]).start('a');

test('an accepted order is awaited until its final event has come, or its journey has ended', () => {
  const accepted = () => two().ask('a', 'order', 202).ask('a', 'second', 202);
  expect(awaited(accepted())).toBe(2);
  expect(awaited(accepted().event(1001, 'ACKNOWLEDGED').event(1001, 'COMPLETED'))).toBe(1);
  expect(awaited(accepted().end('a'))).toBe(0);
});

test('an order that was refused, or got no answer, is not awaited', () => {
  expect(awaited(two().ask('a', 'order', 422).breaks('a', 'second', 'reset'))).toBe(0);
});

test('an order whose final event is quicker than its answer is not awaited', () => {
  const { plan, record } = two().ask('a', 'order', 202).event(1001, 'COMPLETED');
  const [answer, event] = record.slice(-2);
  const run = createLiveRun({ ...REAL, plan });
  for (const each of [...record.slice(0, -2), event, answer]) if (each) run.see(each);
  expect(run.state(0, NOON).awaited.orders).toBe(0);
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

test('of the first delivery it is told at once that it is not what is waited for', () => {
  const told = (story: Story): (string | undefined)[] =>
    story.record.flatMap((seen) => (seen.type === 'delivery-received' ? [misledBy(seen, REAL.profile)] : []));
  const placed = () => story().start('orders/a').ask('orders/a', 'order', 202);
  expect(told(placed().event(1001, 'ACKNOWLEDGED'))).toEqual([undefined]);
  expect(told(placed().deliver('<event/>'))).toEqual([expect.stringContaining('is "supplier" the KCI profile')]);
  expect(told(placed().deliver('{}', { expectedPath: false }))).toEqual([
    expect.stringContaining('another address than the webhook'),
  ]);
});
