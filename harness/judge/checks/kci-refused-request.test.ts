import { describe, expect, test } from 'vitest';
import type { CallStep } from '../../model.ts';
import { call, facetsWith, findingsOf, order, type Story, TENANT, tell } from '../../testing/record-builder.ts';

const ERROR = { uuid: '6f2d2c1e-1c7b-4c0a-9b53-4a0d1f3b7e01', code: 'INVALID_REQUEST', messages: [] };
const amended = { id: 9, orderId: 5 };

function amend(name: string, role: 'negative' | 'control', more: Partial<CallStep> = {}): CallStep {
  const expectation = role === 'negative' ? { expect: { answers: [{ status: '422' }] } } : {};
  return call('amend', { name, role, tenant: TENANT, body: amended, ...expectation, ...more });
}

/** An order with an amendment that was refused; `after` tells what followed. */
function refused(after: (story: Story) => Story, ...more: readonly CallStep[]): string[] {
  const story = tell()
    .journey('o', [order(5), amend('amend~negative', 'negative'), ...more])
    .start('o')
    .ask('o', 'order', 202)
    .event(5, 'ACKNOWLEDGED')
    .ask('o', 'amend~negative', 422, { body: ERROR });
  return findingsOf(after(story).end('o').finish().judge()).filter((each) => each.startsWith('kci.refused-request'));
}

const control = amend('amend', 'control');

describe('an amendment that was refused', () => {
  test('is answered by no event', () => {
    expect(refused((story) => story.event(5, 'AMENDED', { amendmentId: 9 }))).toEqual([
      'kci.refused-request failed: order 5: AMENDED came although the amendment was refused',
    ]);
  });

  test('and that nothing answers is as it should be, and proves the row', () => {
    const story = tell()
      .journey('o', [order(5), amend('amend~negative', 'negative')])
      .start('o')
      .ask('o', 'order', 202)
      .ask('o', 'amend~negative', 422, { body: ERROR });
    expect(facetsWith(story.event(5, 'ACKNOWLEDGED').end('o').finish().judge(), 'EVT-02', 'shown')).toEqual([
      'amendment',
    ]);
  });

  test('says nothing against the answer to its control, which has the same id', () => {
    const after = (story: Story): Story => story.ask('o', 'amend', 202).event(5, 'AMENDED', { amendmentId: 9 });
    expect(refused(after, control)).toEqual([]);
  });

  test('must not be answered beside its control', () => {
    const after = (story: Story): Story =>
      story.ask('o', 'amend', 202).event(5, 'AMENDED', { amendmentId: 9 }).event(5, 'AMENDED', { amendmentId: 9 });
    expect(refused(after, control)).toHaveLength(1);
  });

  test('must not be answered before its control was sent', () => {
    const after = (story: Story): Story => story.event(5, 'AMENDED', { amendmentId: 9 }).ask('o', 'amend', 202);
    expect(refused(after, control)).toHaveLength(1);
  });

  test('says nothing against a repeated delivery, other events, or the answer to another amendment', () => {
    const other = amend('other', 'control', { request: { ...control.request, body: { id: 10, orderId: 5 } } });
    const after = (story: Story): Story =>
      story
        .ask('o', 'amend', 202)
        .ask('o', 'other', 202)
        .event(5, 'AMENDED', { amendmentId: 9, repeat: 2 })
        .event(5, 'UPDATE', { amendmentId: 9 })
        .event(5, 'AMENDED', { amendmentId: 10 });
    expect(refused(after, control, other)).toEqual([]);
  });

  test('whose control had no answer may have been taken up all the same', () => {
    const after = (story: Story): Story =>
      story.breaks('o', 'amend', 'timed-out').event(5, 'AMENDED', { amendmentId: 9 });
    expect(refused(after, control)).toEqual([]);
  });
});

describe('a request that was answered with a server error', () => {
  const found = (story: Story): string[] =>
    findingsOf(story.end('o').finish().judge()).filter((each) => each.startsWith('kci.faulted-request'));

  test('and is carried out is recorded', () => {
    const ordered = tell()
      .journey('o', [order(5)])
      .start('o')
      .ask('o', 'order', 504)
      .event(5, 'ACKNOWLEDGED');
    expect(found(ordered)).toEqual([
      'kci.faulted-request observed: order 5: ACKNOWLEDGED came although the order was answered 504',
    ]);
    const changed = tell()
      .journey('o', [order(5), control])
      .start('o')
      .ask('o', 'order', 202)
      .ask('o', 'amend', 500)
      .event(5, 'AMENDED', { amendmentId: 9 });
    expect(found(changed)).toEqual([
      'kci.faulted-request observed: order 5: AMENDED came although the amendment was answered 500',
    ]);
  });

  test('and is accepted later, or not heard of, is as it should be', () => {
    const again = tell()
      .journey('o', [order(5)])
      .start('o')
      .ask('o', 'order', 504);
    expect(found(again)).toEqual([]);
    const accepted = tell()
      .journey('o', [order(5), control, call('amend', { name: 'again', body: amended })])
      .start('o')
      .ask('o', 'order', 202)
      .ask('o', 'amend', 500)
      .ask('o', 'again', 202)
      .event(5, 'AMENDED', { amendmentId: 9 });
    expect(found(accepted)).toEqual([]);
  });
});

test('an order that waits for an amendment does not go on before one that was not refused', () => {
  const told = (status: number, events: readonly string[], after: readonly string[] = []): string[] => {
    const story = tell()
      .journey('o', [order(5), call('amend', { body: amended, expect: { answers: [] } })])
      .start('o')
      .ask('o', 'order', 202);
    for (const name of events) story.event(5, name);
    story.ask('o', 'amend', status, status === 422 ? { body: ERROR } : {});
    for (const name of after) story.event(5, name, name.startsWith('AMEND') ? { amendmentId: 9 } : {});
    return findingsOf(story.end('o').finish().judge()).filter((each) => each.startsWith('kci.lifecycle'));
  };
  const waiting = ['ACKNOWLEDGED', 'INFORMATION_REQUIRED'];
  const unasked = (event: string): string[] => [`kci.lifecycle failed: order 5: ${event} came while the order waited`];
  expect(told(202, waiting, ['AMENDED', 'COMMITTED', 'COMPLETED'])).toEqual([]);
  expect(told(202, [...waiting, 'COMMITTED', 'COMPLETED'])).toEqual(unasked('COMMITTED'));
  expect(told(202, [...waiting, 'COMMITTED'], ['AMENDED', 'COMPLETED'])).toEqual(unasked('COMMITTED'));
  expect(told(422, waiting, ['COMMITTED', 'COMPLETED'])).toEqual(unasked('COMMITTED'));
  expect(told(202, waiting, ['AMENDMENT_REJECTED', 'COMMITTED'])).toEqual(unasked('COMMITTED'));
  expect(told(202, ['ACKNOWLEDGED', 'COMMITTED', 'REAPPOINT', 'COMPLETED'])).toEqual(unasked('COMPLETED'));
  // A new commitment and a delay may be the network's own.
  expect(told(202, ['ACKNOWLEDGED', 'COMMITTED', 'REAPPOINT', 'COMMITTED', 'DELAY', 'RESUMED'])).toEqual([]);
  expect(told(202, [...waiting, 'UPDATE', 'DELAY', 'REAPPOINTED'], ['AMENDED', 'COMMITTED'])).toEqual([]);
  // That it ends for want of an answer is its right.
  expect(told(422, waiting, ['CANCELLED'])).toEqual([]);
});
