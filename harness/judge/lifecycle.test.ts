import fc from 'fast-check';
import { expect, test } from 'vitest';
import { walk } from '../kci/pattern.ts';
import { call, findingsOf, order, REAL, tell } from '../testing/record-builder.ts';

const ORDER_TYPES = REAL.profile.lifecycles.flatMap(({ orders, outcomes }) =>
  orders.flatMap((orderType) => Object.values(outcomes).map((outcome) => ({ orderType, outcome }))),
);

test('an order that walks any outcome of its lifecycle, with updates in between, breaks no promise', () => {
  const coin = fc.double({ min: 0, max: 0.999, noNaN: true });
  fc.assert(
    fc.property(fc.constantFrom(...ORDER_TYPES), fc.infiniteStream(coin), ({ orderType, outcome }, coins) => {
      const random = (): number => coins.next().value ?? 0;
      const body = { ...(order(5).request.body as object), orderType, serviceId: 'SV1' };
      // Where it waits for an amendment, one was asked for.
      const amend = call('amend', { body: { id: 8, orderId: 5 }, expect: { answers: [] } });
      const story = tell()
        .journey('o', [order(5, { body }), amend])
        .start('o')
        .ask('o', 'order', 202)
        .breaks('o', 'amend', 'timed-out');
      for (const name of walk(outcome, random)) {
        if (random() < 0.3 && name !== 'ACKNOWLEDGED' && name !== 'REJECTED') story.event(5, 'UPDATE');
        story.event(5, name, { repeat: random() < 0.2 ? 2 : 1 });
      }
      expect(findingsOf(story.end('o').finish().judge()).filter((each) => each.includes(' failed: '))).toEqual([]);
    }),
    { numRuns: 200 },
  );
});
