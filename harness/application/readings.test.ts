import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assay, emptyFolder } from '../testing/command.ts';
import { verdictIn } from '../testing/run-folder.ts';
import { own } from './places.ts';

const text = readFileSync(own('fixtures/targets/fake.yaml'), 'utf8');

/** The rows that a run breaches and meets, of those agreed on. */
async function under(readings: Readonly<Record<string, string>>, cases: readonly string[], ...more: string[]) {
  const folder = emptyFolder();
  const target = join(folder, 'agreed.yaml');
  const lines = Object.entries(readings).map(([row, reading]) => `  ${row}: ${reading}\n`);
  writeFileSync(target, text.replace(/readings:\n(?: {2}.*\n)+/, `readings:\n${lines.join('')}`));
  const out = join(folder, 'run');
  const { stderr } = await assay([
    'run',
    '--target',
    target,
    '--out',
    out,
    ...more,
    ...cases.flatMap((each) => ['--only', each]),
  ]);
  const { requirements, cases: walked } = verdictIn(out);
  expect(walked.length, stderr).toBeGreaterThan(0);
  const with_ = (outcome: string) => requirements.filter((row) => row.outcome === outcome).map(({ id }) => id);
  return { breached: with_('breached'), met: with_('met').filter((id) => id in readings) };
}

const CASES = [
  'token/access-token',
  'amendments/unknown-order',
  'appointments/book',
  'appointments/slot-taken',
  'availability/refusals~no*',
];

test('a gateway is held to what was agreed where the specification is silent, and nothing else is breached', async () => {
  // As the fake does it.
  expect(
    await under({ 'SIL-12': 'refused', 'SIL-73': '422 INVALID_REQUEST', 'SIL-33': '200', 'SIL-32': 'kept' }, CASES),
  ).toEqual({
    breached: [],
    met: ['SIL-12', 'SIL-73', 'SIL-32', 'SIL-33'],
  });
  // And otherwise.
  const otherwise = { 'SIL-12': 'accepted', 'ERR-09': '409 SLOT_TAKEN' };
  expect((await under(otherwise, CASES)).breached).toEqual(['ERR-09', 'SIL-12']);
  expect((await under({ 'SIL-33': '201', 'SIL-82': '201' }, CASES)).breached).toEqual(['SIL-33', 'SIL-82']);
});

test('what was agreed to be rejected is owed the event that says so', async () => {
  const agreed = { 'SIL-18': 'rejected', 'SIL-81': 'rejected' };
  expect(await under(agreed, ['orders/not-fitting'])).toEqual({ breached: [], met: ['SIL-18', 'SIL-81'] });
  const faults = join(emptyFolder(), 'faults.yaml');
  writeFileSync(
    faults,
    `area: What does not fit
faults:
  - fault: carried-out
    title: An order that does not fit is carried out
    breaks: [SIL-18]
    where: { verb: order, request: { body: { orderType: START } } }
    do: [outcome: ORDER_SUCCESSFUL]
`,
  );
  const { breached } = await under(agreed, ['orders/not-fitting'], '--fault', faults);
  expect(breached).toContain('SIL-18');
  expect(breached).not.toContain('SIL-81');
});

test('what a used id leads to is agreed on of one tenant alone', async () => {
  const cases = ['orders/used-ids', 'tenancy/same-order-id', 'tenancy/bookings-at-once'];
  expect((await under({ 'SIL-87': 'refused' }, cases)).breached).toEqual([]);
});

test('whether one of the two names of a reservation is enough is agreed on', async () => {
  const cases = ['orders/reservation-by-one-name*'];
  expect(await under({ 'SIL-91': 'accepted' }, cases)).toEqual({ breached: [], met: ['SIL-91'] });
  expect((await under({ 'SIL-91': 'refused' }, cases)).breached).toEqual(['SIL-91']);
});
