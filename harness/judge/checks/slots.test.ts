import { expect, test } from 'vitest';
import { underReadings } from '../../contract/readings.ts';
import type { Json } from '../../model.ts';
import { call, findingsOf, REAL, rowsWith, SITE, tell } from '../../testing/record-builder.ts';

const SERVICE = { id: 'fttp', name: 'FTTP' };
const QUERY = { address: SITE, appointmentPurpose: 'PROVIDE', serviceSpecification: SERVICE };

const slot = (day: string, classification = 'WEEKDAY_AM') => ({
  timeslotStartDateTime: `2026-12-${day}T08:00:00.000Z`,
  timeslotEndDateTime: `2026-12-${day}T13:00:00.000Z`,
  classification,
  standard: true,
});
type Slots = readonly ReturnType<typeof slot>[];
const [TUESDAY, WEDNESDAY, SATURDAY] = [slot('08'), slot('09'), slot('12', 'SATURDAY_AM')];
const ALL = [TUESDAY, WEDNESDAY, SATURDAY];

/** What is said of a search for some slots, between two for all, where one of them is booked meanwhile. */
function searched(
  narrow: Readonly<Record<string, Json>>,
  listed: Slots,
  {
    before = ALL,
    after = ALL,
    taken,
  }: { readonly before?: Slots; readonly after?: Slots; readonly taken?: Slots[0] } = {},
): string[] {
  const { timeslotStartDateTime, timeslotEndDateTime } = taken ?? TUESDAY;
  const timeslot = { timeslotStartDateTime, timeslotEndDateTime };
  const booking = { id: 1, address: SITE, serviceSpecification: SERVICE, purpose: 'PROVIDE', timeslot };
  const story = tell()
    .journey('a', [
      call('slots', { name: 'before', query: QUERY }),
      call('book', { body: booking }),
      call('slots', { name: 'some', query: { ...QUERY, ...narrow } }),
      call('slots', { name: 'after', query: QUERY }),
    ])
    .start('a');
  const answer = (step: string, availableTimeslots: Slots) =>
    story.ask('a', step, 200, { body: { address: SITE, serviceSpecification: SERVICE, availableTimeslots } });
  answer('before', before);
  if (taken) story.ask('a', 'book', 200, { body: { ...booking, timeslot: taken, supplierReference: 'R1' } });
  answer('some', listed);
  answer('after', after);
  return findingsOf(story.end('a').finish().judge()).filter((each) => each.startsWith('slots.narrowed'));
}

const leftOut = (count: string): string[] => [
  `slots.narrowed failed: ${count} slots are left out that are listed when all are asked for`,
];

test('a search for one class, or from a date on, that leaves out what is listed before and after fails', () => {
  expect(searched({ classifications: 'SATURDAY_AM' }, [SATURDAY])).toEqual([]);
  expect(searched({ classifications: 'SATURDAY_AM' }, [])).toEqual(leftOut('1 of 1'));
  expect(searched({ classifications: 'WEEKDAY_AM' }, [WEDNESDAY])).toEqual(leftOut('1 of 2'));
  expect(searched({ appointmentFromDate: '2026-12-09' }, [WEDNESDAY, SATURDAY])).toEqual([]);
  expect(searched({ appointmentFromDate: '2026-12-09' }, [SATURDAY])).toEqual(leftOut('1 of 2'));
});

test('a search for one class from a date on leaves out nothing of both', () => {
  const both = { classifications: 'WEEKDAY_AM', appointmentFromDate: '2026-12-08' };
  expect(searched(both, [TUESDAY, WEDNESDAY])).toEqual([]);
  expect(searched(both, [WEDNESDAY])).toEqual(leftOut('1 of 2'));
  expect(searched({ ...both, appointmentFromDate: '2026-12-09' }, [WEDNESDAY])).toEqual([]);
});

test('how far a search from a date looks ahead is not said; one for a class looks as far as one for all', () => {
  expect(searched({ appointmentFromDate: '2026-12-08' }, [TUESDAY])).toEqual([]);
  expect(searched({ classifications: 'WEEKDAY_AM' }, [TUESDAY])).toEqual([
    'slots.narrowed failed: 1 of 2 slots are left out that are listed when all are asked for',
  ]);
});

test('what was listed only before or only after, what the run booked or has begun, and what asks for something else shows nothing', () => {
  expect(searched({ classifications: 'SATURDAY_AM' }, [], { after: [TUESDAY] })).toEqual([]);
  expect(searched({ classifications: 'SATURDAY_AM' }, [], { before: [TUESDAY] })).toEqual([]);
  expect(searched({ classifications: 'SATURDAY_AM' }, [], { taken: SATURDAY })).toEqual([]);
  expect(searched({ classifications: 'SUNDAY_AM' }, [])).toEqual([]);
  const begun = { ...slot('01'), timeslotStartDateTime: '2026-12-01T08:30:00.000Z' };
  expect(searched({ classifications: 'WEEKDAY_AM' }, ALL, { before: [begun, ...ALL], after: [begun, ...ALL] })).toEqual(
    [],
  );
  expect(searched({ appointmentFromDate: '20261209' }, [])).toEqual([]);
  expect(searched({ classifications: 'SATURDAY_AM', page: 2 }, [])).toEqual([]);
  expect(searched({ classifications: 'SATURDAY_AM', appointmentFromDate: 'soon' }, [])).toEqual([]);
});

test('a slot that has begun is observed, and fails where the target agreed on the reading', () => {
  const story = tell()
    .journey('a', [call('slots', { query: QUERY })])
    .start('a');
  const past = {
    ...TUESDAY,
    timeslotStartDateTime: '2026-11-03T08:00:00.000Z',
    timeslotEndDateTime: '2026-11-03T13:00:00.000Z',
  };
  const body = { address: SITE, serviceSpecification: SERVICE, availableTimeslots: [past, WEDNESDAY] };
  story.ask('a', 'slots', 200, { body }).end('a').finish();
  const contract = underReadings(REAL.contract, { 'SLT-09': 'slots have not begun' });
  const verdicts = [story.judge(), story.judge({ contract })];
  const said = verdicts.map((verdict) => findingsOf(verdict).filter((each) => each.startsWith('slots.begun')));
  expect(said).toEqual([
    ['slots.begun observed: 1 of 2 slots lie in the past'],
    ['slots.begun failed: 1 of 2 slots lie in the past'],
  ]);
  expect(verdicts.map((verdict) => rowsWith(verdict, 'breached'))).toEqual([[], ['SLT-09']]);
});
