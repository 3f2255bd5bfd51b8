import { expect, test } from 'vitest';
import type { Journey } from '../model.ts';
import { planAhead } from './ahead.ts';
import type { LoadInWorker } from './load-worker.ts';
import { journeyOf } from './testing/sample.ts';

/** A load of so many journeys whose plans come when they are told to. */
function slowLoad(count: number) {
  const lots: (() => void)[] = [];
  const load: Pick<LoadInWorker, 'plan' | 'arrivalAt'> & { readonly arrivals: { readonly count: number } } = {
    arrivals: { count },
    arrivalAt: (index) => ({ index, scenario: 'a', tenant: 't', at: index }),
    plan: (arrivals, take) => {
      lots.push(() => take(arrivals.map(({ index }) => journeyOf(`a@${index}`))));
    },
  };
  return { load, lots };
}

test('every journey comes once, in its turn', async () => {
  const { load, lots } = slowLoad(450);
  const ahead = planAhead(load);
  const taken: (Journey | undefined)[] = [];
  for (let index = 0; index < 450; index++) {
    const late = ahead.late(index);
    if (late) lots.shift()?.();
    await late;
    taken.push(ahead.take(index));
  }

  expect(taken.map((journey) => journey?.id)).toEqual(Array.from({ length: 450 }, (_, i) => `a@${i}`));
  expect(ahead.take(0)).toBeUndefined();
});

test('only a few lots are asked for ahead of who takes them', () => {
  const { load, lots } = slowLoad(100_000);
  const ahead = planAhead(load);
  void ahead.late(0);
  const first = lots.length;
  void ahead.late(100);

  expect([first, lots.length]).toEqual([3, 4]);
});
