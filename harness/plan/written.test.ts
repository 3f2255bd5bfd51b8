import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadProfile } from '../contract/profile.ts';
import { underReadings } from '../contract/readings.ts';
import { loadTarget } from '../contract/target.ts';
import { compileContract } from '../contract/validators.ts';
import { loadWorld } from '../contract/world.ts';
import type { KciProfile, Scenario, Span, Target, World } from '../model.ts';
import { formatProblems } from '../words/problem.ts';
import { input, plan, scenario } from './testing/sample.ts';

const validators = compileContract(input.contract);
const problemsOf = (text: string) => plan([scenario('x', text)], { validators }).problems;

/**
 * Of a scenario of these steps: each problem with its line and what is underlined, what it is worth, and what it advises.
 */
const told = (steps: string, head = ''): string[] =>
  problemsOf(`scenario: S\n${head}steps:\n${steps}\n`).map(
    ({ span, severity, message, fix }) =>
      `${span?.line} [${marked(span)}] ${severity === 'warning' ? '(warning) ' : ''}${message}${fix === undefined ? '' : `; ${fix}`}`,
  );

/** What a place underlines. */
const marked = (span: Span | undefined): string => span?.excerpt.slice(span.col - 1, span.col - 1 + span.length) ?? '';

const SITE = 'given: { site: $world.newLine }\n';
const NEW = 'orderType: NEW, address: $site, characteristics: { END_USER_TYPE: BUSINESS }';

test('a mistake is told with its place, what the contract wants, and what was meant', () => {
  expect(formatProblems(problemsOf('scenario: S\nsteps:\n  - cancel: { order: 7, reasonCode: OTHR }\n'))).toBe(
    `scenarios/x.yaml:3:37  "reasonCode" of "cancel" is "OTHR"
  3 |   - cancel: { order: 7, reasonCode: OTHR }
    |                                     ^^^^ it must be one of CUSTOMER_CHANGED_MIND, INSTALL_FAILED, NETWORK_ISSUE, NO_LONGER_REQUIRED, OTHER, NO_AUTHORISATION, CUSTOMER_NOT_AWARE, DELIBERATE_MISLEAD, PURCHASED_DIFFERENT_PRODUCT, END_USER_NOT_MOVING, and this step expects no refusal
  fix: did you mean "OTHER"?

1 error
`,
  );
});

describe('in a step that expects no refusal, an error is', () => {
  test.for([
    [
      'a value of no enumeration',
      '  - order: { orderType: NWE }',
      ['4 [NWE] "orderType" of "order" is "NWE"; did you mean "NEW"?'],
    ],
    [
      'one in a parameter',
      '  - slots: { address: $site, appointmentPurpose: REPIAR, serviceSpecification: { id: fttp, name: F } }',
      ['4 [REPIAR] "appointmentPurpose" of "slots" is "REPIAR"; did you mean "REPAIR"?'],
    ],
    [
      'a value of another type',
      '  - cancel: { order: seven, reasonCode: OTHER }',
      ['4 [seven] "orderId" of "cancel" is "seven"'],
    ],
    [
      'what is missing',
      '  - order: { orderType: NEW, address: $site }',
      ['4 [order] "serviceOrderItem.serviceCharacteristics" of "order" is missing; add "characteristics"'],
    ],
    [
      'what this order type needs',
      '  - order: { orderType: CEASE }',
      ['4 [order] "serviceId" of "order" is missing; add "serviceId"'],
    ],
    [
      'what is missing further in',
      `  - order: { ${NEW}, primaryContact: { name: Ann } }`,
      ['4 [primaryContact] "primaryContact.phoneNumber" of "order" is missing; add "phoneNumber"'],
    ],
    [
      'a member that is misspelt, which is not told to be missing as well',
      `  - order: { ${NEW}, primaryContact: { phonNumber: '1' } }`,
      ['4 [phonNumber] unknown member "phonNumber" of "primaryContact"; did you mean "phoneNumber"?'],
    ],
    [
      'one of an address, which would not be sent',
      "  - availability: { address: { id: '1', tpye: UPRN } }",
      ['4 [tpye] unknown member "tpye" of "address"; did you mean "type"?'],
    ],
    [
      'one in a group',
      '  - parallel:\n      - token:\n      - availability: { address: { id: 1, type: UPRN } }',
      ['6 [1] "address.id" of "availability" is 1'],
    ],
    [
      'an optional value of no enumeration',
      `  - order: { ${NEW}, engineerTasks: [TEST_SINGLE_DEVICE, INSTALL_ROUTR] }`,
      ['4 [INSTALL_ROUTR] "engineerTasks.1" of "order" is "INSTALL_ROUTR"; did you mean "INSTALL_ROUTER"?'],
    ],
    [
      'what is no date',
      `  - order: { ${NEW}, requestedCompletionDate: soon }`,
      ['4 [soon] "requestedCompletionDate" of "order" is "soon"'],
    ],
    [
      'one behind need',
      '  - order: { orderType: NWE }\n    need: 2xx',
      ['4 [NWE] "orderType" of "order" is "NWE"; did you mean "NEW"?'],
    ],
  ] as const)('%s', ([, steps, problems]) => {
    expect(told(steps, SITE)).toEqual(problems);
  });
});

describe('the place is where it was written', () => {
  test('in given', () => {
    const head = `given: { site: $world.newLine, who: { phoneNumber: '1', emial: a@b.c } }\n`;
    expect(told(`  - order: { ${NEW}, secondaryContact: $who }`, head)).toEqual([
      '2 [emial] unknown member "emial" of "secondaryContact"; did you mean "email"?',
    ]);
  });

  test.for([
    ['of a map', 'for-each:\n  good: { why: OTHER }\n  bad: { why: OTHR }\n', '4'],
    ['of a list', 'for-each:\n  - { id: good, why: OTHER }\n  - { id: bad, why: OTHR }\n', '4'],
  ] as const)('in the row %s, of that row alone', ([, head, place]) => {
    expect(told('  - cancel: { order: 7, reasonCode: $row.why }', head)).toEqual([
      `${place} [OTHR] "reasonCode" of "cancel" is "OTHR"; did you mean "OTHER"?`,
    ]);
  });
});

describe('where the specification does not say what it leads to, a warning is', () => {
  test.for([
    [
      'a date of another form',
      `  - order: { ${NEW}, requestedCompletionDate: 2026-03-20T10:00:00Z }`,
      ['4 [2026-03-20T10:00:00Z] (warning) "requestedCompletionDate" of "order" is "2026-03-20T10:00:00Z"'],
    ],
    [
      'a name that is nearly one of an open list',
      '  - order: { orderType: NEW, address: $site, characteristics: { LINE_PROFIL: 80/20 } }',
      ['4 [LINE_PROFIL] (warning) the specification lists no "LINE_PROFIL"; did you mean "LINE_PROFILE"?'],
    ],
  ] as const)('%s', ([, steps, problems]) => {
    expect(told(steps, SITE)).toEqual(problems);
  });
});

describe('nothing is said', () => {
  test.for([
    ['where a refusal is expected', '  - order: { orderType: NWE }\n    expect: 422 INVALID_REQUEST'],
    ['where one is among what is expected', '  - order: { orderType: NWE }\n    expect: 202 | 422'],
    [
      'where one is counted in a group',
      '  - parallel:\n      - order: { orderType: NWE }\n      - order: { orderType: NWE }\n    tally: { 202: 1, 422: 1 }',
    ],
    [
      'of what a row of a matrix puts in',
      `  - order: { ${NEW} }\n    matrix: { rows: [{ title: Odd, set: { /body/orderType: ODD }, expect: 422 }] }`,
    ],
    [
      'of a value not known before the run, and of what depends on it',
      '  - token:\n    as: t\n  - order: { orderType: $t.scope, engineerTasks: [$t.scope] }\n  - cancel: { order: $t, reasonCode: "${t.scope}" }',
    ],
    [
      'of a request written out by hand',
      '  - http: { method: POST, path: /x, body: { orderType: NWE } }\n    expect: 200',
    ],
    [
      'of a name that an open list may have',
      '  - order: { orderType: NEW, address: $site, characteristics: { COLOUR: red } }',
    ],
    [
      'of members that a value brings along and the request leaves out',
      `  - book: { id: $id, address: $site, purpose: PROVIDE, serviceSpecification: { id: f, name: F }, timeslot: { timeslotStartDateTime: '2026-12-01T08:00:00.000Z', timeslotEndDateTime: '2026-12-01T13:00:00.000Z', classification: WEEKDAY_AM, standard: true } }`,
    ],
  ] as const)('%s', ([, steps]) => {
    expect(told(steps, SITE)).toEqual([]);
  });

  const shipped = (): readonly Scenario[] => {
    const folder = join(import.meta.dirname, '../../scenarios');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /^(?!traffic|client|fragments).*\.yaml$/.test(file),
    );
    return files.map((file) => scenario(file.slice(0, -'.yaml'.length), readFileSync(join(folder, file), 'utf8')));
  };
  const all = shipped();
  /** What a matrix leads to hangs on no profile. */
  const plain = all.map((each) => ({ ...each, steps: each.steps.map(({ matrix: _, ...step }) => step) }));

  test.for([
    ['supplier', all],
    ['generic', plain],
    ['tenant', plain],
    ['tmf641', plain],
  ] as const)('of a scenario that comes with Assay, under the profile %s', ([name, scenarios]) => {
    const world = loadWorld('fake').world as World;
    const target = loadTarget('fake', {}).target as Target;
    const profile = loadProfile(name).profile as KciProfile;
    const contract = underReadings(input.contract, target.readings);
    const agreed = { contract, validators: compileContract(contract) };
    expect(plan(scenarios, { ...agreed, world, target, profile }).problems).toEqual([]);
  });
});
