import { expect, test } from 'vitest';
import { call, findingsOf, NOON, order, tell } from '../../testing/record-builder.ts';

const OVER = { uuid: '6f2d2c1e-1c7b-4c0a-9b53-4a0d1f3b7e01', code: 'INVALID_REQUEST', messages: ['it is over'] };

/** What is said of an amendment that was refused at noon, when the order's end comes a minute later. */
function refusedThen(saying: { issuedAt?: number }, status = '202', isCleared = false): string[] {
  const refused = tell()
    .journey('o', [order(5), call('amend', { body: { id: 9, orderId: 5 }, expect: { answers: [{ status }] } })])
    .start('o')
    .ask('o', 'order', 202)
    .event(5, 'ACKNOWLEDGED')
    .event(5, 'COMMITTED')
    .ask('o', 'amend', 422, { body: OVER });
  if (isCleared) refused.see({ type: 'restore-began', journey: 'o', orders: ['5'] });
  const story = refused.later(60_000).event(5, 'COMPLETED', saying);
  return findingsOf(story.end('o').finish().judge()).filter((each) => each.startsWith('http.status'));
}

test('a refusal proves nothing where the order says that it was over by then, however late the event comes', () => {
  expect(refusedThen({ issuedAt: NOON })).toEqual([]);
  expect(refusedThen({ issuedAt: NOON }, '401')).toEqual([
    'http.status failed: amend answered 422 INVALID_REQUEST where 401 is expected',
  ]);
  expect(refusedThen({})).toEqual(['http.status failed: amend answered 422 INVALID_REQUEST where 202 is expected']);
});

test('an order that says that it was over before it was cleared away was over, however late it says so', () => {
  expect(refusedThen({ issuedAt: NOON }, '202', true)).toEqual([]);
  expect(refusedThen({ issuedAt: NOON + 30_000 }, '202', true)).toEqual([
    'http.status failed: amend answered 422 INVALID_REQUEST where 202 is expected',
  ]);
});

test('a breakdown that was asked for is another one, also where the order was over', () => {
  const steer = { fault: 'SUPPLIER_FAULT' };
  const told = (status: number) =>
    findingsOf(
      tell()
        .journey('o', [
          order(5),
          call('amend', { body: { id: 9, orderId: 5 }, expect: { answers: [{ status: '500' }] }, steer }),
        ])
        .start('o')
        .ask('o', 'order', 202)
        .event(5, 'COMPLETED', { issuedAt: NOON })
        .ask('o', 'amend', status, { body: OVER })
        .end('o')
        .finish()
        .judge(),
    ).filter((each) => each.startsWith('http.status'));
  expect(told(502)).toEqual(['http.status failed: amend answered 502 INVALID_REQUEST where 500 is expected']);
  expect(told(422)).toEqual([]);
});
