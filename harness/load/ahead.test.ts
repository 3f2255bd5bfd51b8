import { expect, test } from 'vitest';
import type { Journey } from '../model.ts';
import { planAhead } from './ahead.ts';
import type { Office } from './office.ts';
import { journeyOf } from './sample.ts';

/** An office that plans when it is told to. */
function slowOffice() {
  const lots: (() => void)[] = [];
  const office: Pick<Office, 'plan'> = {
    plan: (arrivals, take) => {
      lots.push(() => take(arrivals.map(({ index }) => journeyOf(`a@${index}`))));
    },
  };
  return { office, lots };
}
const arrivalAt = (index: number) => ({ index, scenario: 'a', tenant: 't', at: index });

test('every journey comes once, in its turn', async () => {
  const { office, lots } = slowOffice();
  const ahead = planAhead(office, 450, arrivalAt);
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
  const { office, lots } = slowOffice();
  const ahead = planAhead(office, 100_000, arrivalAt);
  void ahead.late(0);
  const first = lots.length;
  void ahead.late(100);

  expect([first, lots.length]).toEqual([3, 4]);
});
