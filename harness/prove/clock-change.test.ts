import { expect, test } from 'vitest';
import type { Fault } from '../fake/fault.ts';
import { certifyFake } from './certification.ts';
import { sampleStage } from './testing/stage.ts';

const SLOTS = { where: { verb: 'slots', status: 200 }, breaks: ['slots.classification'] } as const;

/** As the hours would be if there were no summer time: by UTC they are right, and the specification names no zone. */
const winterAllYear: Fault = {
  ...SLOTS,
  fault: 'winter-all-year',
  title: 'Slots are classified by UTC',
  where: { verb: 'slots' },
  do: [{ switch: 'summer-time-ignored' }],
};

/** The change is made on the wrong side: right by neither clock. */
const anHourLate: Fault = {
  ...SLOTS,
  fault: 'an-hour-late',
  title: 'Slots lie an hour late',
  do: [
    { shift: { at: '/body/availableTimeslots/*/timeslotStartDateTime', by: '1h' } },
    { shift: { at: '/body/availableTimeslots/*/timeslotEndDateTime', by: '1h' } },
  ],
};

// Slots of four weeks from two days on hold the Sunday on which the clocks of Europe/London change.
test.each([
  ['forward', Date.UTC(2026, 2, 16, 9)],
  ['back', Date.UTC(2026, 9, 12, 9)],
])('over the day on which the clocks go %s, slots are classified by local hours', async (_, now) => {
  const { stage, validators } = sampleStage(['appointments/slots', 'appointments/slots-of-a-class'], now);
  const saidOf = async (job: { readonly fault?: Fault }): Promise<ReadonlySet<string>> => {
    const { verdict } = await certifyFake(stage, validators, job);
    const findings = verdict.cases.flatMap((each) => each.findings);
    const about = findings.filter(({ check }) => check === 'slots.classification' || check === 'slots.local');
    return new Set(about.map(({ check, result }) => `${check} ${result.outcome}`));
  };

  expect(await saidOf({})).toEqual(new Set());
  expect(await saidOf({ fault: winterAllYear })).toEqual(new Set(['slots.local observed']));
  expect(await saidOf({ fault: anHourLate })).toContain('slots.classification failed');
});
