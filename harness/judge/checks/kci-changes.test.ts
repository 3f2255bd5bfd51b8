import { describe, expect, test } from 'vitest';
import type { JsonObject, KciProfile } from '../../model.ts';
import { HAPPY, placed, walk, withDelivery } from '../../testing/placed-order.ts';
import { call, findingsOf, order, REAL, type Story, TENANT, tell } from '../../testing/record-builder.ts';

describe('amendments and cancellations', () => {
  const amend = call('amend', { body: { id: 60, orderId: 5, notes: 'ring' } });
  const cancel = call('cancel', { body: { id: 70, orderId: 5, reasonCode: 'OTHER' } });
  const changed = (
    step: typeof amend,
    status: number,
    before: readonly string[],
    after: (story: Story) => void,
  ): Story => {
    const story = tell()
      .journey('o', [order(5), step])
      .start('o')
      .ask('o', 'order', 202);
    walk(...before)(story);
    story.ask('o', step.name, status);
    after(story);
    return story.end('o').finish();
  };

  test.each<[title: string, story: Story]>([
    [
      'an accepted amendment is answered anywhere in the stream',
      changed(amend, 202, ['ACKNOWLEDGED'], (story) => {
        story.event(5, 'COMMITTED').event(5, 'AMENDED', { amendmentId: 60 }).event(5, 'COMPLETED');
      }),
    ],
    [
      'or rejected, even after the final event',
      changed(amend, 202, HAPPY, (story) => story.event(5, 'AMENDMENT_REJECTED', { amendmentId: 60 })),
    ],
    [
      'an accepted cancellation ends the order anywhere',
      changed(cancel, 202, ['ACKNOWLEDGED', 'COMMITTED', 'DELAY'], (story) =>
        story.event(5, 'CANCELLED', { cancellationId: 70 }),
      ),
    ],
    ['and one that crossed the completion may be left without an answer', changed(cancel, 202, HAPPY, () => {})],
  ])('%s', (_, story) => {
    expect(findingsOf(story.judge())).toEqual([]);
  });

  test('of one kind are answered each by its own id', () => {
    const again = { ...call('amend', { body: { id: 61, orderId: 5, hazards: 'dog' } }), name: 'amend-2' };
    const answered = (...ids: readonly (readonly [name: string, amendmentId: number | string])[]) => {
      const story = tell()
        .journey('o', [order(5), amend, again])
        .start('o')
        .ask('o', 'order', 202);
      story.event(5, 'ACKNOWLEDGED').ask('o', 'amend', 202).ask('o', 'amend-2', 202);
      for (const [name, amendmentId] of ids) story.event(5, name, { amendmentId });
      return findingsOf(story.end('o').finish().judge());
    };
    const other = ['kci.carries failed: order 5: AMENDED answers another amendment'];

    expect(answered(['AMENDED', 61], ['AMENDED', 60])).toEqual([]);
    expect(answered(['AMENDED', 60])).toEqual([]);
    expect(answered(['AMENDED', 60], ['AMENDED', 60])).toEqual(other);
    expect(answered(['AMENDMENT_REJECTED', 60], ['AMENDED', 60])).toEqual(other);
    // A reference of the gateway's own, for two requests of the same id.
    expect(answered(['AMENDED', 'AM-60'], ['AMENDED', 'AM-60'])).toEqual([]);
  });

  test('are answered by an id that is a text where its place is one', () => {
    const read = { ...REAL.profile.read, amendmentId: '$.serviceOrderAmendmentId' };
    const answered = (id: string, profile: KciProfile) =>
      findingsOf(
        changed(amend, 202, ['ACKNOWLEDGED'], (story) =>
          story.event(5, 'AMENDED', { change: (body) => ({ ...body, serviceOrderAmendmentId: id }) }),
        ).judge({ profile }),
      );
    expect(answered('0060', { ...REAL.profile, read })).toEqual([]);
    expect(answered('61', { ...REAL.profile, read })).toEqual([
      'kci.carries failed: order 5: AMENDED answers another amendment',
    ]);
    expect(answered('61', REAL.profile)).toEqual([]);
  });

  describe('in a conversation of their own', () => {
    const { request } = amend;
    const headers = { ...request.headers, 'X-Conversation-ID': 'conversation-2' };
    const answered = (of: 'order' | 'cause', ...told: readonly (readonly [name: string, conversation: string])[]) => {
      const story = changed({ ...amend, request: { ...request, headers } }, 202, ['ACKNOWLEDGED'], (after) => {
        for (const [name, conversation] of told) {
          const asks = name === 'AMENDED' ? { amendmentId: 60 } : {};
          after.event(5, name, { ...asks, request: { id: 'r', conversation } });
        }
      });
      return findingsOf(story.judge(withDelivery({ repeatsConversation: of })));
    };
    const other = (event: string) => [`kci.conversation failed: order 5: ${event} is of another conversation`];

    test('have answers that repeat it, and no other event does, where events repeat that of their cause', () => {
      expect(answered('cause', ['AMENDED', 'conversation-2'], ['COMMITTED', 'conversation-1'])).toEqual([]);
      expect(answered('cause', ['AMENDED', 'conversation-1'])).toEqual(other('AMENDED'));
      expect(answered('cause', ['COMMITTED', 'conversation-2'])).toEqual(other('COMMITTED'));
    });

    test("have answers that repeat the order's, where all events do", () => {
      expect(answered('order', ['AMENDED', 'conversation-1'], ['COMMITTED', 'conversation-1'])).toEqual([]);
      expect(answered('order', ['AMENDED', 'conversation-2'])).toEqual(other('AMENDED'));
    });
  });

  test('an answer may name its request in one place, whether it was an amendment or a cancellation', () => {
    const { amendmentId = '' } = REAL.profile.read;
    const profile = { ...REAL.profile, read: { ...REAL.profile.read, cancellationId: amendmentId } };
    const answered = (id: number) =>
      changed(amend, 202, ['ACKNOWLEDGED'], (story) => story.event(5, 'AMENDED', { amendmentId: id }));

    expect(findingsOf(answered(60).judge({ profile }))).toEqual([]);
    expect(findingsOf(answered(61).judge({ profile }))).toEqual([
      'kci.carries failed: order 5: AMENDED answers another request',
    ]);
  });

  test('a refusal of an amendment proves nothing once the order is over', () => {
    const refused = (before: readonly string[]) =>
      findingsOf(changed(amend, 422, before, () => {}).judge()).filter((each) => each.startsWith('http.status'));

    expect(refused(HAPPY)).toEqual([]);
    expect(refused(['ACKNOWLEDGED'])).toEqual(['http.status failed: amend answered 422 where 202 is expected']);
  });

  test.each<[title: string, story: Story, findings: readonly string[]]>([
    [
      'an answer to an amendment that nobody asked for',
      placed((story) => walk('ACKNOWLEDGED')(story) ?? story.event(5, 'AMENDED', { amendmentId: 60 }), {}),
      [
        'kci.lifecycle failed: order 5: AMENDED came after ACKNOWLEDGED',
        'kci.carries failed: order 5: AMENDED answers another amendment',
      ],
    ],
    [
      'an answer to another amendment',
      changed(amend, 202, ['ACKNOWLEDGED'], (story) => story.event(5, 'AMENDED', { amendmentId: 61 })),
      ['kci.carries failed: order 5: AMENDED answers another amendment'],
    ],
    [
      'an accepted amendment of which something else is shown',
      changed(amend, 202, ['ACKNOWLEDGED'], (story) =>
        story.event(5, 'AMENDED', {
          amendmentId: 60,
          order: { id: 5, tenant: TENANT, supplierOrderReference: 'REF-5', notes: 'as ever' },
        }),
      ),
      ['kci.entity failed: order 5: the order in an event has another notes'],
    ],
    [
      'an answer that names no request',
      changed(cancel, 202, ['ACKNOWLEDGED'], (story) => story.event(5, 'CANCELLED')),
      ['kci.carries failed: order 5: CANCELLED came without cancellation-id'],
    ],
    [
      'events that go on after the cancellation',
      changed(cancel, 202, ['ACKNOWLEDGED'], (story) =>
        story.event(5, 'CANCELLED', { cancellationId: 70 }).event(5, 'COMMITTED'),
      ),
      [
        'kci.lifecycle failed: order 5: COMMITTED came after ACKNOWLEDGED, CANCELLED',
        'kci.terminal failed: order 5: COMMITTED came after CANCELLED',
      ],
    ],
    [
      'a cancellation after the completion',
      changed(cancel, 202, HAPPY, (story) => story.event(5, 'CANCELLED', { cancellationId: 70 })),
      ['kci.terminal failed: order 5: CANCELLED came after COMPLETED'],
    ],
  ])('%s fails', (_, story, findings) => {
    expect(findingsOf(story.judge()).toSorted()).toEqual([...findings].toSorted());
  });
});

test('an answer whose id was cut to 32 bits says of which', () => {
  const cancel = call('cancel', { body: { id: 2_197_660_252_305_060, orderId: 5, reasonCode: 'OTHER' } });
  const story = tell()
    .journey('o', [order(5), cancel])
    .start('o')
    .ask('o', 'order', 202);
  story.event(5, 'ACKNOWLEDGED').ask('o', 'cancel', 202);
  story.event(5, 'CANCELLED', { cancellationId: 2_796_353_188 }).end('o').finish();
  const [finding] = story.judge().cases.flatMap(({ findings }) => findings);

  expect(finding?.result).toMatchObject({
    finding: { actual: '2796353188, which is 2197660252305060 in 32 bits' },
  });
});

test('an amendment is granted before an order ends that is not carried out, or rejected', () => {
  const amend = call('amend', { body: { id: 60, orderId: 5, notes: 'ring' } });
  const cancel = call('cancel', { body: { id: 70, orderId: 5, reasonCode: 'OTHER' } });
  const endsAfter = (end: readonly [string, JsonObject], answer: string) => {
    const story = tell()
      .journey('o', [order(5), amend, cancel])
      .start('o')
      .ask('o', 'order', 202);
    story.event(5, 'ACKNOWLEDGED').event(5, 'COMMITTED').ask('o', 'amend', 202).ask('o', 'cancel', 202);
    story.event(5, ...end).event(5, answer, { amendmentId: 60 });
    return findingsOf(story.end('o').finish().judge()).filter((each) => each.startsWith('kci.terminal'));
  };
  const cancelled = ['CANCELLED', { cancellationId: 70 }] as const;

  expect(endsAfter(cancelled, 'AMENDED')).toEqual(['kci.terminal failed: order 5: AMENDED came after CANCELLED']);
  expect(endsAfter(cancelled, 'AMENDMENT_REJECTED')).toEqual([]);
  expect(endsAfter(['COMPLETED', {}], 'AMENDED')).toEqual([]);
});

test('an end that the network told of before anybody asked for it answers no cancellation', () => {
  const cancel = call('cancel', { body: { id: 70, orderId: 5, reasonCode: 'OTHER' } });
  const story = tell()
    .journey('o', [order(5), cancel])
    .start('o')
    .ask('o', 'order', 202);
  story.event(5, 'ACKNOWLEDGED').event(5, 'CANCELLED').ask('o', 'cancel', 202);
  story.event(5, 'CANCELLATION_REJECTED', { cancellationId: 70 }).end('o').finish();
  expect(findingsOf(story.judge()).filter((each) => each.startsWith('kci.carries'))).toEqual([]);
  // Nor does one that was refused get an answer, whatever comes again.
  const refused = tell()
    .journey('o', [order(5), cancel])
    .start('o')
    .ask('o', 'order', 202)
    .event(5, 'ACKNOWLEDGED');
  refused.ask('o', 'cancel', 422, { text: 'no' }).event(5, 'CANCELLED', { repeat: 2 }).end('o').finish();
  expect(findingsOf(refused.judge()).filter((each) => each.startsWith('kci.carries'))).toEqual([]);
});

test('an event may turn down what was asked of an order that nobody placed, but for what was refused', () => {
  const told = (status: number, name = 'AMENDMENT_REJECTED'): readonly string[] => {
    const amend = call('amend', { body: { id: 60, orderId: 999, notes: 'ring' } });
    const story = tell().journey('o', [amend]).start('o').ask('o', 'amend', status).event(999, name);
    return findingsOf(story.end('o').finish().judge()).filter((each) => each.startsWith('kci.unexpected'));
  };
  const never = (name: string) => [`kci.unexpected failed: ${name} came for the order 999, which was never placed`];
  expect(told(202)).toEqual([]);
  expect(told(422)).toEqual(never('AMENDMENT_REJECTED'));
  expect(told(202, 'AMENDED')).toEqual(never('AMENDED'));
});

test("what turns down another tenant's request is told to that one, and is nothing of the order's", () => {
  const told = (name: string): readonly string[] => {
    const amend = call('amend', { tenant: 'harbour-telecom', body: { id: 60, orderId: 5, notes: 'ring' } });
    const story = tell()
      .journey('o', [order(5), amend])
      .start('o')
      .ask('o', 'order', 202)
      .ask('o', 'amend', 202);
    const change = ({ provideServiceOrder, ...body }: JsonObject): JsonObject => ({
      ...body,
      provideServiceOrder: { ...(provideServiceOrder as JsonObject), tenant: 'harbour-telecom' },
    });
    story.event(5, name, { change }).event(5, 'ACKNOWLEDGED').event(5, 'COMMITTED').event(5, 'COMPLETED');
    return findingsOf(story.end('o').finish().judge()).filter((each) => each.startsWith('kci.tenant'));
  };
  expect(told('AMENDMENT_REJECTED')).toEqual([]);
  expect(told('AMENDED')).toEqual(['kci.tenant failed: order 5: an event names another tenant']);
});

test('an order in the name of another is told as of the one or the other', () => {
  const told = (tenant: string): readonly string[] => {
    const { request } = order(5);
    const body = { ...(request.body as JsonObject), tenant: 'harbour-telecom' };
    const story = tell()
      .journey('o', [order(5, { body })])
      .start('o')
      .ask('o', 'order', 202);
    const change = ({ provideServiceOrder, ...rest }: JsonObject): JsonObject => ({
      ...rest,
      provideServiceOrder: { ...(provideServiceOrder as JsonObject), tenant },
    });
    const verdict = story.event(5, 'ACKNOWLEDGED', { change }).end('o').finish().judge();
    return findingsOf(verdict).filter((each) => each.startsWith('kci.tenant'));
  };
  for (const tenant of ['harbour-telecom', 'northwind-broadband']) expect(told(tenant)).toEqual([]);
  expect(told('meadow-fibre')).toEqual(['kci.tenant failed: order 5: an event names another tenant']);
});
