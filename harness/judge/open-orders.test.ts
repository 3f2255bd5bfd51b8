import { expect, test } from 'vitest';
import { call, findingsOf, order, REAL, type Story, tell } from '../testing/record-builder.ts';

const cancel = (id: number) => call('cancel', { body: { id: 1, orderId: id, reasonCode: 'OTHER' } });

function placed(...steps: readonly ReturnType<typeof call>[]): Story {
  return tell()
    .journey('a', [order(5), ...steps])
    .start('a')
    .ask('a', 'order', 202);
}

const openIn = (story: Story): readonly string[] =>
  (story.judge().openOrders ?? []).map(({ id, isAccepted, lastEvent }) =>
    [id, isAccepted ? 'accepted' : 'unanswered', ...(lastEvent ? [lastEvent] : [])].join(' '),
  );

test('an accepted order without a final event is open', () => {
  expect(openIn(placed())).toEqual(['5 accepted']);
  expect(openIn(placed().event(5, 'ACKNOWLEDGED'))).toEqual(['5 accepted ACKNOWLEDGED']);
});

test('an order that nobody answered may be open', () => {
  const story = tell()
    .journey('a', [order(5)])
    .start('a')
    .breaks('a', 'order', 'reset');

  expect(openIn(story)).toEqual(['5 unanswered']);
});

test('an order that was refused or has ended is not', () => {
  const refused = tell()
    .journey('a', [order(5)])
    .start('a')
    .ask('a', 'order', 422);

  expect(openIn(refused)).toEqual([]);
  expect(openIn(placed().event(5, 'ACKNOWLEDGED').event(5, 'REJECTED'))).toEqual([]);
});

test('an order whose cancellation was accepted is not, until the cancellation is turned down', () => {
  const cancelled = placed(cancel(5)).ask('a', 'cancel', 202);

  expect(openIn(cancelled)).toEqual([]);
  expect(openIn(cancelled.event(5, 'CANCELLATION_REJECTED'))).toEqual(['5 accepted CANCELLATION_REJECTED']);
  expect(openIn(placed(cancel(5)).ask('a', 'cancel', 422))).toEqual(['5 accepted']);
});

test('nothing is open at a fake that ended with its run', () => {
  const story = placed();
  const [started] = story.record;
  if (started?.type === 'run-started') Object.assign(started, { baseUrl: 'http://fake.invalid' });

  expect(story.judge(REAL).openOrders).toBeUndefined();
});

test('an order that was cleared away when its case was over is not, and what is told of it then is not judged', () => {
  const given = (left: 'as it was' | 'used up') =>
    placed()
      .event(5, 'ACKNOWLEDGED')
      .end('a')
      .see({ type: 'restore-began', journey: 'a', orders: ['5'] })
      .event(5, 'COMPLETED')
      .event(5, 'ACKNOWLEDGED')
      .see({ type: 'site-returned', journey: 'a', role: 'newLine', site: { id: '1', type: 'UPRN' }, left })
      .later(30 * 86_400_000)
      .finish();

  expect(openIn(given('as it was'))).toEqual([]);
  expect(openIn(given('used up'))).toEqual(['5 accepted ACKNOWLEDGED']);
  expect(findingsOf(given('as it was').judge())).toEqual([]);
});
