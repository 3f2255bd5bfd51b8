import { expect, test } from 'vitest';
import { call, facetsWith, order, tell } from '../testing/record-builder.ts';

const ERROR = { uuid: '6f2d2c1e-1c7b-4c0a-9b53-4a0d1f3b7e01', code: 'MALFORMED_REQUEST', messages: [] };

test('a header that is missing is refused in the operation that was asked, and shows nothing of others', () => {
  const defect = { kind: 'no-header', at: '/headers/X-Request-ID' } as const;
  const expectation = { answers: [{ status: '400' }], requirements: ['HDR-03'] };
  const negative = { ...order(5, { defect }), name: 'faulty', role: 'negative', expect: expectation } as const;
  const story = tell()
    .journey('n', [negative, { ...order(6), role: 'control' }])
    .start('n');
  const verdict = story.ask('n', 'faulty', 400, { body: ERROR }).ask('n', 'order', 202).end('n').finish().judge();
  expect(facetsWith(verdict, 'HDR-03', 'shown')).toEqual(['order refused']);
  // The sentence that sums the headers up is shown by each of them.
  expect(facetsWith(verdict, 'HDR-02', 'shown')).toEqual(['order accepted', 'order /headers/X-Request-ID']);
});

test('an optional member is shown where it is given and where it is left out, each by itself', () => {
  const shown = (members: object) => {
    const step = call('order', { body: { id: 5, orderType: 'NEW', tenant: 'x', ...members } });
    const story = tell()
      .journey('o', [step], { covers: ['ORD-25'] })
      .start('o')
      .ask('o', 'order', 202)
      .end('o');
    return facetsWith(story.finish().judge(), 'ORD-25', 'shown');
  };
  expect(shown({ notes: 'Mind the dog' })).toEqual(['given']);
  expect(shown({})).toEqual(['left-out']);
});

test('a value is shown by the request that has it, and breached by the one that is refused', () => {
  const judged = (status: number) => {
    const step = call('cancel', { body: { id: 6, orderId: 5, reasonCode: 'OTHER' } });
    const story = tell()
      .journey('c', [order(5), step], { covers: ['CAN-20'] })
      .start('c')
      .ask('c', 'order', 202);
    return story.ask('c', 'cancel', status, { body: ERROR }).end('c').finish().judge();
  };
  expect(facetsWith(judged(202), 'CAN-20', 'shown')).toEqual(['OTHER']);
  expect(facetsWith(judged(422), 'CAN-20', 'breached')).toEqual(['OTHER']);
});

test('what never came again shows nothing of what comes again', () => {
  const story = tell()
    .journey('o', [order(5)], {})
    .start('o')
    .ask('o', 'order', 202);
  const once = story.event(5, 'ACKNOWLEDGED').end('o').finish().judge();
  expect(facetsWith(once, 'KCI-21', 'not-shown')).toEqual(['']);
});
