import { expect, it } from 'vitest';
import type { Fault } from './fault.ts';
import { book, CONTESTED, NEW_LINE, provide, slotsOf } from './testing/journeys.ts';
import { trial } from './testing/trial.ts';

const on = (rest: Pick<Fault, 'where' | 'do'>): { readonly faults: Fault[] } => ({
  faults: [{ fault: 'a', title: 'A', breaks: ['APT-04'], ...rest }],
});

it('an answer is the slower the more orders are open', async () => {
  const t = trial(on({ where: { verb: 'availability', 'open-orders': 2 }, do: [{ 'delay-per-order': '20ms' }] }));
  const tookMs = async (): Promise<number> => {
    const began = t.clock.now();
    await t.ask('availability', { query: { address: NEW_LINE } });
    return t.clock.now() - began;
  };

  const took = [await tookMs()];
  for (const id of [1, 2, 3]) {
    await t.ask('order', { body: provide(t, id) });
    took.push(await tookMs());
  }

  expect(took).toEqual([0, 0, 40, 60]);
});

it('where a booking takes all slots of its address, they never come back', async () => {
  const t = trial(on({ where: { verb: 'book' }, do: [{ switch: 'booking-takes-all-slots' }] }));
  const [slot] = await slotsOf(t, CONTESTED);
  const before = (await slotsOf(t, NEW_LINE)).length;

  expect((await book(t, 1, CONTESTED, slot)).status).toBe(200);
  expect(await slotsOf(t, CONTESTED)).toEqual([]);
  await t.pass(86_400_000);
  expect((await slotsOf(t, CONTESTED)).length).toBeLessThan(before / 10);
});
