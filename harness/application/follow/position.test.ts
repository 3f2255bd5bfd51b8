import { expect, test } from 'vitest';
import type { Journey, Step, Unrecorded } from '../../model.ts';
import { foldOf, type Walk } from '../../record/fold.ts';
import { call, kci, REAL, SPAN, type Story, tell } from '../../testing/record-builder.ts';
import { callsTook, cameTo, doingOf, positionOf, stretchesOf } from './position.ts';

const pattern = { kind: 'event', name: 'COMPLETED' } as const;
const order = call('order', { as: 'placed', body: { id: 1001, orderType: 'NEW' } });
const steps: Step[] = [
  call('availability'),
  { kind: 'parallel', name: 'both', span: SPAN, steps: [call('book', { name: 'one' }), call('book', { name: 'two' })] },
  { kind: 'wait', name: 'wait', forMs: 60_000, span: SPAN },
  order,
  { kind: 'await', name: 'await', for: '$placed', pattern, withinMs: 1_000, span: SPAN },
];

const story = () => tell().journey('a', steps, { kci: [kci(pattern), kci(pattern, { noneWithinMs: 5_000 })] });
const waited = (wait: string): Unrecorded => ({ type: 'wait-ended', journey: 'a', wait, startedAt: 0, ended: 'met' });

function walkOf({ id }: Journey, record: Story['record']): Walk {
  const walk = foldOf(record, REAL.profile).walks.get(id)?.at(-1);
  if (!walk) throw new Error(`${id} was not walked`);
  return walk;
}
const positionIn = (journey: Journey, record: Story['record']) =>
  positionOf(stretchesOf(journey), walkOf(journey, record));

function doing({ plan, record }: Story) {
  const { underWay } = foldOf(record, REAL.profile);
  const journeys = plan.journeys.filter(({ id }) => underWay.has(id));
  return journeys.map((journey) => doingOf(positionIn(journey, record), { count: 2, last: 'UPDATE' }));
}

const begun = () => story().start('a').ask('a', 'availability', 200);
const booked = () => begun().ask('a', 'one', 200).ask('a', 'two', 200);
const placed = () => booked().see(waited('wait')).ask('a', 'order', 202);

test.each<[string, () => Story, unknown]>([
  ['begins with its first request', () => story().start('a'), { kind: 'holds', step: 'availability' }],
  ['comes to its next step when it was answered', begun, { kind: 'holds', step: 'both' }],
  [
    'stays with a group until all of it is answered',
    () => begun().ask('a', 'two', 200),
    { kind: 'holds', step: 'both' },
  ],
  ['lets time pass', booked, { kind: 'waits', forMs: 60_000 }],
  ['awaits events', placed, { kind: 'awaits', came: 2, last: 'UPDATE' }],
  ['watches its order', () => placed().see(waited('await')), { kind: 'awaits', came: 2, last: 'UPDATE' }],
  ['owes silence', () => placed().see(waited('await')).see(waited('kci')), { kind: 'awaits-silence' }],
  ['ends', () => placed().see(waited('await')).see(waited('kci')).see(waited('kci:2')), { kind: 'holds', step: '' }],
])('a journey %s', (_, told, expected) => {
  expect(doing(told())).toEqual([expected]);
});

test('a request without an answer is one that is waited for; a broken exchange answers it', () => {
  const told = begun().ask('a', 'one', 200).breaks('a', 'two', 'reset');
  const { plan, record } = told;
  const [journey] = plan.journeys;
  const where = journey && positionIn(journey, record.slice(0, -1));
  expect(where && doingOf(where, { count: 0 })).toEqual({ kind: 'sends', step: 'both' });
  expect(doing(told)).toEqual([{ kind: 'waits', forMs: 60_000 }]);
});

test('what a rate limit turned away is asked again, from the same place', () => {
  expect(doing(story().start('a').ask('a', 'availability', 429).ask('a', 'availability', 200))).toEqual([
    { kind: 'holds', step: 'both' },
  ]);
});

test('a journey that turns deliveries away waits for them to come again', () => {
  const turning = call('order', {
    name: 'order',
    receiver: { refuse: 1, with: 503 },
    body: { id: 1, orderType: 'NEW' },
  });
  expect(doing(tell().journey('a', [turning]).start('a').ask('a', 'order', 202))).toEqual([{ kind: 'awaits-retries' }]);
});

test('a journey that has ended, or has not begun, is not under way', () => {
  expect(doing(story())).toEqual([]);
  expect(doing(begun().end('a'))).toEqual([]);
});

test('calls take from when the journey came to them until the last is answered, held back or not', () => {
  const { plan, record } = begun().later(500).ask('a', 'one', 200).ask('a', 'two', 200);
  const [journey] = plan.journeys;
  if (!journey) throw new Error('no journey');
  const stretches = stretchesOf(journey);
  const took = (seen: Story['record']) => stretches.map((each) => callsTook(each, walkOf(journey, seen)));
  expect(took(record.slice(0, -1)).slice(0, 2)).toEqual([20, undefined]);
  expect(took(record).slice(0, 2)).toEqual([20, 540]);
});

test('of events it is known how many came to a journey, and the last', () => {
  const { plan, record } = placed().event(1001, 'ACKNOWLEDGED').event(1001, 'COMMITTED');
  const [journey] = plan.journeys;
  expect(journey && cameTo(walkOf(journey, record))).toEqual({ count: 2, last: 'COMMITTED', at: record.at(-1)?.at });
});
