import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { windowsOf } from '../judge/classification.ts';
import type { Target } from '../model.ts';
import { loadContract } from './contract.ts';
import { FIXTURES } from './fixture.ts';
import { takenHeaders } from './operations.ts';
import { underReadings, unknownReadings } from './readings.ts';
import { compileContract } from './validators.ts';

const { contract } = loadContract(`${FIXTURES}/contract`);
const answersOf = (row: string, readings: Target['readings']) => {
  const { refusals } = underReadings(contract, readings).operations.availability;
  return refusals.filter(({ requirement }) => requirement === row).map(({ answers }) => answers);
};
const problems = (readings: Target['readings']): string[] =>
  unknownReadings({ target: 't', readings } as Target, contract).map(({ message, fix }) => message + (fix ?? ''));

describe('an agreed reading', () => {
  test('leaves one of the answers that the specification leaves open', () => {
    expect(answersOf('HDR-03', {})).toEqual([
      [
        { status: '400', code: 'MALFORMED_REQUEST' },
        { status: '422', code: 'INVALID_REQUEST' },
      ],
    ]);
    for (const reading of ['422 INVALID_REQUEST', '422']) {
      expect(answersOf('HDR-03', { 'HDR-03': reading })).toEqual([[{ status: '422', code: 'INVALID_REQUEST' }]]);
      expect(problems({ 'HDR-03': reading })).toEqual([]);
    }
  });

  test('of what a member leads to leaves open what a request without a body does', () => {
    const { refusals } = underReadings(contract, { 'ERR-06': '422 INVALID_REQUEST' }).operations.cancel;
    const owed = ['/body', '/body/orderId'].map(
      (place) => refusals.find(({ kinds, at }) => kinds.includes('omit') && at?.includes(place))?.answers.length,
    );
    expect(owed).toEqual([2, 1]);
  });

  test('owes an answer where the specification names none, and what was silent is then assumed', () => {
    const readings = { 'SIL-04': '400 MALFORMED_REQUEST' };
    expect(answersOf('SIL-04', readings)).toEqual([[{ status: '400', code: 'MALFORMED_REQUEST' }]]);
    expect(underReadings(contract, readings).register.find(({ id }) => id === 'SIL-04')).toMatchObject({
      level: 'assumed',
      assumption: 'agreed with the target: 400 MALFORMED_REQUEST',
    });
  });

  test('of a silent row that a check looks at may be in any words', () => {
    expect(problems({ 'STA-04': 'the next availability result shows it' })).toEqual([]);
  });

  test.each([
    ['HDR-3', '422', 'target "t", readings: unknown row "HDR-3"did you mean "HDR-03"?'],
    ['VER-01', '422', 'target "t", readings: row VER-01 leaves nothing to be agreed on'],
    ['HDR-03', 'refused', 'target "t", readings: "refused" is no reading of HDR-03'],
    ['SIL-04', 'maybe', 'target "t", readings: "maybe" is no reading of SIL-04'],
    ['ERR-09', '409', 'target "t", readings: "409" is no reading of ERR-09'],
    ['SIL-33', '204', 'target "t", readings: "204" is no reading of SIL-33'],
    ['SLT-35', 'EARLY at dawn', 'target "t", readings: "EARLY at dawn" is no reading of SLT-35'],
    ['VER-02', 'open', 'target "t", readings: "open" is no reading of VER-02'],
    ['SIL-96', 'kept', 'target "t", readings: "kept" is no reading of SIL-96'],
    ['SIL-61', '30 minutes', 'target "t", readings: "30 minutes" is no reading of SIL-61'],
    ['AUT-15', 'yes', 'target "t", readings: row AUT-15 is agreed on elsewhere'],
    ['HDR-03', '418', 'target "t", readings: HDR-03 cannot be read as 418'],
  ])('of %s as "%s" is told to be wrong', (row, reading, message) => {
    expect(problems({ [row]: reading })).toEqual([message]);
  });
});

test('the choices are told', () => {
  const readings = { 'SIL-04': 'maybe', 'AUT-15': 'yes', 'SIL-33': '204' };
  expect(unknownReadings({ target: 't', readings } as unknown as Target, contract).map(({ why }) => why)).toEqual([
    'it is accepted, refused, or an answer such as 422 INVALID_REQUEST',
    'in the target file, token: send-tenant-header',
    'it is a status of success that has a body, such as 201',
  ]);
});

describe('what target and gateway agreed on', () => {
  test('of an answer is any refusal, or the success', () => {
    const refused = [
      { status: '400', code: 'MALFORMED_REQUEST' },
      { status: '422', code: 'INVALID_REQUEST' },
    ];
    expect(answersOf('SIL-04', { 'SIL-04': 'refused' })).toEqual([refused]);
    expect(answersOf('SIL-04', { 'SIL-04': 'accepted' })).toEqual([[{ status: '200' }]]);
  });

  test('of a success is the one status', () => {
    const { operations } = underReadings(contract, { 'SIL-33': '201' });
    expect(operations.book.success).toEqual([{ status: '201' }]);
    expect(operations.token.success).toEqual(contract.operations.token.success);
  });

  const availability = (readings: Target['readings'], more: object = {}) => {
    const site = { constraints: [{ code: 'WAYLEAVE_REQUIRED', text: 'first' }] };
    const address = { identifier: { id: '1', type: 'UPRN' } };
    const body = { address, siteInformation: site, unavailabilityReasons: [{ code: 'FULL', text: 'full' }], ...more };
    const { violations } = compileContract(underReadings(contract, readings)).response('availability', 200, body);
    return violations.map(({ requirement, pointer, expected }) => `${requirement} ${pointer}: ${expected}`);
  };

  test('of codes is a closed list, one for constraints and one for reasons', () => {
    expect(availability({})).toEqual([]);
    expect(availability({ 'AVL-40': 'SURVEY_REQUIRED, POLE_REQUIRED' })).toEqual([
      'AVL-40 /siteInformation/constraints/0/code: one of SURVEY_REQUIRED, POLE_REQUIRED',
    ]);
    expect(availability({ 'SIL-86': 'IN_PLANNING' })).toEqual([
      'SIL-86 /unavailabilityReasons/0/code: one of IN_PLANNING',
    ]);
  });

  test('of members that nobody named is that there are none', () => {
    expect(availability({}, { colour: 'red' })).toEqual([]);
    expect(availability({ 'VER-02': 'closed' }, { colour: 'red' })).toEqual(['VER-02 /colour: no further member']);
  });

  test('of hours are those of the classes without any', () => {
    const windows = windowsOf(underReadings(contract, { 'SLT-35': 'EARLY 06:00-08:00, EVENING 18:00-22:00' }));
    expect(windows.get('SATURDAY_EARLY')).toEqual({ days: [6], hours: [360, 480], requirement: 'SLT-35' });
    expect(windows.get('SATURDAY_AM')).toEqual(windowsOf(contract).get('SATURDAY_AM'));
  });
});

test('every row on whose answer a target may agree is tried: by a refusal rule or a step of a scenario', () => {
  const rules = Object.values(contract.operations).flatMap(({ refusals }) => refusals);
  const ruled = rules.map(({ requirement }) => requirement);
  const folder = join(FIXTURES, '../scenarios');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((each) => each.endsWith('.yaml'));
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
  const tried = contract.register.filter(({ agree }) => /^(answer|code|rejection)$/.test(agree ?? ''));
  expect(tried.filter(({ id }) => !ruled.includes(id) && !texts.includes(id)).map(({ id }) => id)).toEqual([]);
  expect(tried.length).toBeGreaterThan(40);
});

test('a target that takes credentials in the form has agreed on it: no promise of the specification is met', () => {
  const token = { form: {}, sendTenantHeader: false, credentials: 'form' } as const;
  const { register } = underReadings(contract, {}, token);
  const changed = register.filter((row, i) => row !== contract.register[i]);
  expect(changed).toMatchObject([
    { id: 'AUT-04', level: 'assumed', assumption: 'agreed with the target: credentials in the form' },
  ]);
});

test('a fixed header of a target is none of the specification', () => {
  const target = { target: 't', headers: { 'X-Api-Key': 'k', tenant: 'x' } } as unknown as Target;
  expect(takenHeaders(target, contract).map(({ message }) => message)).toEqual([
    'target "t", headers: tenant is a header of the specification',
  ]);
});
