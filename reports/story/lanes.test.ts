import { expect, test } from 'vitest';
import { packLanes, readLanes } from '../html/lanes-packed.ts';
import { failed, ofCourse, Sample } from '../testing/sample.ts';
import { call, journeysInput } from '../testing/sample-journey.ts';
import { troubleOf } from './lane.ts';
import { lanesOf } from './lanes.ts';

const DAY = 86_400_000;

test('orders that left their course come first, each kind together; events stand where they came, with when they were due', () => {
  const input = journeysInput();
  const { firstWithinMs } = input.profile.delivery;
  const lanes = lanesOf(input);

  expect(lanes.map(({ order }) => order)).toEqual(['41', '51', '50']);
  expect(troubleOf(lanes[0] ?? { marks: [] })).toBe('FINISHED came too soon');
  expect(lanes[0]?.marks.map(({ how }) => how)).toEqual([...Array<string>(20).fill('right'), 'early']);
  // It was right, so that it had more time than the profile's, which is all that is known here.
  expect(lanes[0]?.marks[0]).toMatchObject({ name: 'STARTED', how: 'right' });
  expect(lanes[0]?.marks[0]?.atMs).toBeGreaterThan(firstWithinMs);
  expect(lanes[0]?.marks[0]).not.toHaveProperty('dueMs');
  expect(lanes[0]?.marks[2]?.atMs).toBeGreaterThan(DAY);
  expect(lanes[2]).toMatchObject({ case: 'orders/refusals~omit:/body/id', marks: [] });
});

test('what came late, again, with another content or not at all is told apart by what the judge found', () => {
  const run = new Sample();
  const id = 'orders/odd';
  run.exchange(id, 'placed', { id: 7 }, 202);
  run.deliver({ what: 'STARTED', of: 7, number: 1 }, 100);
  const late = run.deliver({ what: 'MIDDLE', of: 7, number: 2 }, DAY);
  const again = run.deliver({ what: 'STARTED', of: 7, number: 3 });
  const other = run.deliver({ what: 'MIDDLE', of: 7, number: 4 });
  const words = (summary: string) => ({ summary, expected: 'otherwise', actual: 'so' });
  const found = [
    failed(id, 'kci.timing', ofCourse('event-late', words('MIDDLE came too late'), 'MIDDLE'), { seq: late }),
    failed(id, 'kci.sequence', ofCourse('event-out-of-turn', words('STARTED once more'), 'STARTED'), { seq: again }),
    failed(id, 'kci.tenant', words('another tenant'), { seq: other }),
    failed(id, 'kci.sequence', ofCourse('nothing-more-came', words('FINISHED did not come'), 'FINISHED'), {
      order: '7',
    }),
  ];
  run.case(id, 'An odd order', 'failed', { findings: found, journey: { steps: [call('placed')] } });
  const [lane] = lanesOf(run.end());

  expect(lane?.marks.map(({ how, why }) => [how, why])).toEqual([
    ['right', undefined],
    ['late', 'MIDDLE came too late'],
    ['repeated', 'STARTED once more'],
    ['wrong', 'another tenant'],
  ]);
  expect(lane?.marks[0]?.dueMs).toBeGreaterThan(lane?.marks[0]?.atMs ?? 0);
  expect(lane?.missing).toMatchObject({ why: 'FINISHED did not come' });
});

test('lanes are packed into columns and read back as they were', () => {
  const lanes = lanesOf(journeysInput());
  const ids = lanes.map((lane) => lane.case);
  const read = readLanes(
    packLanes(lanes, (_, nth) => nth),
    (place) => ids[place] ?? '',
  );

  expect(lanes.map((_, nth) => read.at(nth))).toEqual(lanes.map((lane, place) => ({ ...lane, place })));
});

test('behind an order stands what came of it in the last good run, by its turn in the case', () => {
  const input = journeysInput();
  const [first] = lanesOf(input);
  const lastGood = [
    { case: 'orders/long', order: '9', marks: [{ seq: 3, name: 'STARTED', atMs: 70, how: 'right' as const }] },
  ];
  expect(first?.ghost).toBeUndefined();
  expect(lanesOf({ ...input, lastGood })[0]).toMatchObject({ order: '41', ghost: [{ name: 'STARTED', atMs: 70 }] });
});
