import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shippedPath } from '../home.ts';
import { assay, emptyFolder } from '../testing/command.ts';
import { verdictIn } from '../testing/run-folder.ts';

const text = readFileSync(shippedPath('fixtures/targets/fake.yaml'), 'utf8');

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
    '--reporter',
    'json',
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
    await under(
      { 'SIL-12': 'refused', 'SIL-73': '422 INVALID_REQUEST', 'SIL-33': '200', 'SIL-32': 'kept', 'VER-02': 'closed' },
      CASES,
    ),
  ).toEqual({
    breached: [],
    met: ['VER-02', 'SIL-12', 'SIL-73', 'SIL-32', 'SIL-33'],
  });
  // And otherwise.
  const otherwise = { 'SIL-12': 'accepted', 'ERR-09': '409 SLOT_TAKEN' };
  expect((await under(otherwise, CASES)).breached).toEqual(['ERR-09', 'SIL-12']);
  expect((await under({ 'SIL-33': '201', 'SIL-82': '201' }, CASES)).breached).toEqual(['SIL-33', 'SIL-82']);
});

test('of requests under one id at once, one is taken where it is agreed that a used id is refused', async () => {
  const cases = ['appointments/used-id-at-once', 'orders/used-id-at-once'];
  const refused = { 'SIL-11': 'refused', 'SIL-72': '4xx' };
  // The fake takes them all, unless it is told otherwise.
  expect((await under(refused, cases)).breached).toEqual(['SIL-11', 'SIL-72']);
  const { met } = await under(refused, cases, '--fault', 'legal-repeated-order-refused');
  expect(met).toEqual(['SIL-11']);
  expect((await under({ 'SIL-11': 'accepted' }, cases)).breached).toEqual([]);
  const changes = ['amendments/used-id-at-once', 'cancellations/used-id-at-once'];
  expect((await under({ 'SIL-70': 'refused', 'SIL-71': 'refused' }, changes)).breached).toEqual(['SIL-70', 'SIL-71']);
});

/** A file of faults: a START that does not fit is carried out. */
function carriedOut(): string {
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
  return faults;
}

test('what was agreed to be rejected is owed the event that says so', async () => {
  const agreed = { 'SIL-18': 'rejected', 'SIL-81': 'rejected' };
  expect(await under(agreed, ['orders/not-fitting*'])).toEqual({ breached: [], met: ['SIL-18', 'SIL-81'] });
  const { breached } = await under(agreed, ['orders/not-fitting'], '--fault', carriedOut());
  expect(breached).toContain('SIL-18');
  expect(breached).not.toContain('SIL-81');
});

test('what does not fit may be refused, or rejected, as the gateway does it with each type of order', async () => {
  const agreed = { 'SIL-18': 'refused or rejected', 'SIL-81': 'refused or rejected' };
  const cases = ['orders/not-fitting*'];
  expect(await under(agreed, cases)).toEqual({ breached: [], met: ['SIL-18', 'SIL-81'] });
  const atOnce = ['--fault', 'legal-obstacles-told-at-once'];
  expect(await under(agreed, cases, ...atOnce)).toEqual({ breached: [], met: ['SIL-18', 'SIL-81'] });
  expect((await under(agreed, cases, '--fault', carriedOut())).breached).toContain('SIL-18');
});

test('what a used id leads to is agreed on of one tenant alone', async () => {
  const cases = ['orders/used-ids', 'tenancy/same-order-id', 'tenancy/bookings-at-once'];
  expect((await under({ 'SIL-87': 'refused' }, cases)).breached).toEqual([]);
});

test('whether requests of several kinds may have one id is agreed on', async () => {
  const cases = ['orders/one-id-for-all'];
  expect(await under({ 'SIL-95': 'accepted' }, cases)).toEqual({ breached: [], met: ['SIL-95'] });
  expect((await under({ 'SIL-95': 'refused' }, cases)).breached).toEqual(['SIL-95']);
});

test('whether the id of a refused request is used is agreed on', async () => {
  const cases = [
    'orders/id-of-a-refused-order',
    'appointments/id-of-a-refused-booking',
    'amendments/ids-of-refused-changes',
    'amendments/ids-of-changes-to-nothing',
  ];
  expect(await under({ 'SIL-93': 'accepted' }, cases)).toEqual({ breached: [], met: ['SIL-93'] });
  for (const each of cases) expect((await under({ 'SIL-93': 'refused' }, [each])).breached).toEqual(['SIL-93']);
  // An id that was taken before is another matter.
  const faults = join(emptyFolder(), 'faults.yaml');
  writeFileSync(
    faults,
    `area: Nothing to change
faults:
  - { fault: taken, title: What changes no order is accepted, breaks: [SIL-12], where: { verb: [amend, cancel] }, do: [switch: unknown-orders] }
`,
  );
  expect(await under({ 'SIL-93': 'refused' }, cases.slice(-1), '--fault', faults)).toEqual({ breached: [], met: [] });
});

test('what is agreed of finished orders is owed only once the order has ended', async () => {
  const cases = ['cancellations/provides-twice#new'];
  const refusing = ['--fault', 'legal-late-requests-refused'];
  expect(await under({ 'SIL-76': 'refused' }, cases, ...refusing)).toEqual({ breached: [], met: ['SIL-76'] });
  expect((await under({ 'SIL-76': 'accepted' }, cases, ...refusing)).breached).toEqual(['SIL-76']);
  // The first cancellation is turned down, so that the second is asked of an open order.
  const faults = join(emptyFolder(), 'faults.yaml');
  writeFileSync(
    faults,
    `area: Cancellations
faults:
  - fault: one-reason-turned-down
    title: One reason is turned down
    breaks: [CAN-03]
    where: { verb: cancel, request: { body: { reasonCode: CUSTOMER_CHANGED_MIND } } }
    do: [answer: { status: 422, body: { uuid: 6f1c2a10-3b5d-4e7f-8a90-123456789abc, code: INVALID_REQUEST, messages: [no] } }]
`,
  );
  const { breached } = await under({ 'SIL-76': 'refused' }, cases, '--fault', faults);
  expect(breached).toContain('CAN-03');
  expect(breached).not.toContain('SIL-76');
});

test('what is agreed on null and on empty texts is agreed on in each optional field', async () => {
  const cases = ['orders/null-*', 'orders/empty-*', 'amendments/null-*', 'amendments/empty-*'];
  const accepted = { 'SIL-41': 'accepted', 'SIL-45': 'accepted' };
  expect((await under(accepted, cases)).breached).toEqual([]);
  // The fake takes empty texts, and null unless it is agreed otherwise.
  const refused = { 'SIL-41': 'refused', 'SIL-45': 'refused' };
  expect(await under(refused, cases)).toEqual({ breached: ['SIL-41'], met: ['SIL-45'] });
});

test('what is agreed of expired reservations is owed of provide orders of each type', async () => {
  const cases = ['orders/expired-appointments-of-provides*'];
  const agreed = { 'SIL-77': 'refused' };
  expect(await under(agreed, cases)).toEqual({ breached: [], met: ['SIL-77'] });
  const faults = join(emptyFolder(), 'faults.yaml');
  writeFileSync(
    faults,
    `area: Reservations of one type
faults:
  - fault: expired-for-start
    title: Whether its reservation has expired is not asked of a START order
    breaks: [SIL-77]
    where: { verb: order, request: { body: { orderType: START } } }
    do: [switch: reservations-never-expire]
`,
  );
  expect((await under(agreed, cases, '--fault', faults)).breached).toEqual(['SIL-77']);
});

test('a reservation that is not to be used is none by one of its names either, where one is enough', async () => {
  const cases = ['tenancy/reservation-of-another*', 'appointments/reservation-expires'];
  const agreed = { 'SIL-77': 'refused', 'SIL-78': 'refused' };
  expect((await under({ ...agreed, 'SIL-91': 'accepted' }, cases)).breached).toEqual([]);
  const faults = join(emptyFolder(), 'faults.yaml');
  writeFileSync(
    faults,
    `area: Reservations by their reference
faults:
  - fault: by-reference
    title: Whose a reservation is and until when it is held is not asked of one that is named by its reference alone
    breaks: [SIL-77, SIL-78]
    where: { verb: order, request: { body: { appointmentReservationId: ~absent } } }
    do: [switch: foreign-reservations, switch: reservations-never-expire]
`,
  );
  const wrong = await under({ ...agreed, 'SIL-91': 'accepted' }, cases, '--fault', faults);
  expect(wrong.breached).toEqual(['SIL-77', 'SIL-78']);
  // Nothing is owed where it is not agreed that one name is enough.
  expect((await under(agreed, cases, '--fault', faults)).breached).toEqual([]);
});

test('whether one of the two names of a reservation is enough is agreed on', async () => {
  const cases = ['orders/reservation-by-one-name*'];
  expect(await under({ 'SIL-91': 'accepted' }, cases)).toEqual({ breached: [], met: ['SIL-91'] });
  expect((await under({ 'SIL-91': 'refused' }, cases)).breached).toEqual(['SIL-91']);
});
