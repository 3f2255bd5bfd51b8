import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../model.ts';
import { placed, told, walk } from '../../testing/placed-order.ts';
import { findingsOf, order, REAL, rowsWith, SITE, type Story, tell } from '../../testing/record-builder.ts';

describe('a delivery', () => {
  const one = (change: (body: JsonObject) => JsonObject, options = {}) =>
    placed((story) => story.event(5, 'ACKNOWLEDGED', { change, ...options }), {});
  const inOrder = (edit: JsonObject) => (body: JsonObject) => ({
    ...body,
    provideServiceOrder: { ...(body.provideServiceOrder as JsonObject), ...edit },
  });

  test.each<[title: string, story: Story, findings: readonly string[]]>([
    [
      'that is not JSON',
      placed((story) => story.deliver('<xml/>'), {}),
      [
        expect.stringMatching(
          /^kci.readable failed: a delivery cannot be read: the body is not JSON: /,
        ) as unknown as string,
      ],
    ],
    [
      'that names no order',
      placed((story) => story.deliver('{}'), {}),
      ['kci.readable failed: a delivery names no order'],
    ],
    [
      'of another content type',
      placed(
        (story) =>
          story.deliver(told(5, 'ACKNOWLEDGED').text, {
            headers: [
              ['Content-Type', 'text/plain'],
              ['X-Request-ID', 'x'],
            ],
          }),
        {},
      ),
      ['kci.readable failed: order 5: a delivery has another content type than the profile says'],
    ],
    [
      'without what every delivery has',
      one((body) => ({ ...body, id: 'no uuid' })),
      ['kci.envelope failed: order 5: a delivery has another $.id than the profile says'],
    ],
    [
      'of an event that nobody knows',
      one((body) => ({ ...body, reasonCode: 'SURPRISE' })),
      ['kci.known-event failed: order 5: SURPRISE is not an event of the profile'],
    ],
    [
      'of another tenant',
      one(inOrder({ tenant: 'harbour-telecom' })),
      ['kci.tenant failed: order 5: an event names another tenant'],
    ],
    [
      'of another conversation',
      one((body) => body, { request: { id: 'r', conversation: 'other' } }),
      ['kci.conversation failed: order 5: ACKNOWLEDGED is of another conversation'],
    ],
    [
      'with null for the status that goes with its event',
      one(inOrder({ status: null })),
      ['kci.readable failed: order 5: the status of an event cannot be read'],
    ],
    [
      'with null for its tenant',
      one(inOrder({ tenant: null })),
      [
        'kci.readable failed: order 5: the tenant of an event cannot be read',
        'kci.entity failed: order 5: the order in an event has null where a value is stated',
      ],
    ],
    [
      'with null for a reference that was told before',
      placed(
        (story) =>
          story.event(5, 'ACKNOWLEDGED').event(5, 'UPDATE', { change: inOrder({ supplierOrderReference: null }) }),
        {},
      ),
      ['kci.readable failed: order 5: the supplier-reference of an event cannot be read'],
    ],
    [
      'with null for a date that was told before',
      placed((story) => {
        walk('ACKNOWLEDGED', 'COMMITTED')(story);
        story.event(5, 'COMPLETED', { change: inOrder({ targetDate: null }) });
      }, {}),
      ['kci.readable failed: order 5: the dates.target of an event cannot be read'],
    ],
    [
      'with an empty date where one was told before',
      placed((story) => {
        walk('ACKNOWLEDGED', 'COMMITTED')(story);
        story.event(5, 'COMPLETED', { change: inOrder({ targetDate: '' }) });
      }, {}),
      ['kci.readable failed: order 5: the dates.target of an event cannot be read'],
    ],
    [
      'with blanks where a text is expected',
      placed((story) => story.event(5, 'REJECTED', { change: (body) => ({ ...body, text: ' ' }) }), {}),
      ['kci.carries failed: order 5: REJECTED came without text'],
    ],
    [
      'without what its event carries',
      one(inOrder({ supplierOrderReference: '' })),
      ['kci.carries failed: order 5: ACKNOWLEDGED came without supplier-reference'],
    ],
    [
      'with another address than was ordered',
      one(inOrder({ address: { ...SITE, id: '7' } })),
      ['kci.entity failed: order 5: the order in an event has another address'],
    ],
    [
      'with another status than goes with its event',
      one(inOrder({ status: 'COMPLETED' })),
      ['kci.entity failed: order 5: ACKNOWLEDGED came with another order status'],
    ],
    [
      'of another kind of order',
      one(({ provideServiceOrder = null, ...body }) => ({ ...body, ceaseServiceOrder: provideServiceOrder })),
      [
        'kci.entity failed: order 5: an event holds another kind of order at $.provideServiceOrder',
        'kci.entity failed: order 5: an event holds another kind of order at $.ceaseServiceOrder',
      ],
    ],
    [
      'that comes long after the acceptance',
      placed((story) => story.later(61_000).event(5, 'ACKNOWLEDGED'), {}),
      ['kci.timing failed: order 5: the first event came late'],
    ],
    [
      'of an order that was never placed',
      placed((story) => story.event(5, 'ACKNOWLEDGED').event(999, 'ACKNOWLEDGED'), {}),
      ['kci.unexpected failed: ACKNOWLEDGED came for the order 999, which was never placed'],
    ],
    [
      'of an order of ours at another address of the receiver',
      placed(
        (story) => story.event(5, 'ACKNOWLEDGED').deliver(told(5, 'ACKNOWLEDGED').text, { expectedPath: false }),
        {},
      ),
      ['kci.path failed: order 5: an event came to another address'],
    ],
    [
      'of anybody else at another address, which is nobody’s fault',
      placed((story) => story.event(5, 'ACKNOWLEDGED').deliver('hello', { expectedPath: false }), {}),
      ['kci.path observed: a request came to another address of the receiver'],
    ],
  ])('%s is found', (_, story, findings) => {
    expect(findingsOf(story.judge())).toEqual(findings);
  });

  test('before the acceptance is right within the profile’s tolerance, and a finding beyond it', () => {
    const ahead = (ms: number): Story => {
      const story = tell()
        .journey('o', [order(5)])
        .start('o');
      const { text, headers } = told(5, 'ACKNOWLEDGED');
      return story.deliver(text, { headers }).later(ms).ask('o', 'order', 202).end('o').finish();
    };
    expect(findingsOf(ahead(4_000).judge())).toEqual([]);
    expect(findingsOf(ahead(6_000).judge())).toEqual([
      'kci.ahead failed: order 5: ACKNOWLEDGED came before the order was accepted',
    ]);
  });

  test('of an unknown order is only observed where the receiver’s address outlives the run', () => {
    const target = { ...REAL.target, webhook: { ...REAL.target.webhook, pathSecret: 'forever' } };
    const story = placed((each) => each.event(5, 'ACKNOWLEDGED').event(999, 'COMPLETED'), {});
    expect(findingsOf(story.judge({ target }))).toEqual([
      'kci.unexpected observed: COMPLETED came for the order 999, which this run did not place',
    ]);
    expect(rowsWith(story.judge(), 'breached')).toEqual(['KCI-24']);
  });
});
