import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json, Problem, Scenario } from '../model.ts';
import { anyUnit } from '../testing/any-unit.ts';
import { parseScenario } from './parse.ts';
import { GOOD } from './testing/sample.ts';

/** Parses a text that must be good. */
function parsed(text: string): Scenario {
  const { scenario, problems } = parseScenario(text, 'a.yaml', 'orders/a');
  expect(problems).toEqual([]);
  if (!scenario) throw new Error('no problem, and no scenario either');
  return scenario;
}

/** The one step of a scenario whose step is this YAML. */
function stepOf(yaml: string): Scenario['steps'][number] | undefined {
  return parsed(`scenario: A title\nsteps:\n${yaml}`).steps[0];
}

test('a scenario has its title, claims and values as written', () => {
  const scenario = parsed(GOOD);

  expect(scenario).toMatchObject({
    id: 'orders/a',
    file: 'a.yaml',
    title: 'A new line is installed with a booked morning slot',
    covers: ['AVL-01', 'SLT-01', 'APT-02', 'ORD-01', 'KCI-01'],
    tags: ['smoke'],
    requires: ['x-appointments'],
    outcome: 'ORDER_DELAYED',
    problemCode: 'CAPACITY_ISSUE',
    given: { site: '$world.newLine', customer: '$fake.contact' },
    span: { file: 'a.yaml', line: 2, col: 1, length: 8 },
  });
});

test('a step says where its verb stands', () => {
  expect(stepOf('  - availability: { address: x }\n')?.span).toEqual({
    file: 'a.yaml',
    line: 3,
    col: 5,
    length: 12,
    excerpt: '  - availability: { address: x }',
  });
});

test('the modifiers of a step stand beside its fields', () => {
  const step = parsed(GOOD).steps.find(({ verb }) => verb === 'order');

  expect(step).toMatchObject({
    kind: 'call',
    fields: { orderType: 'NEW', address: '$site', notes: 'For ${customer.name}, $row.user' },
    auth: { bearer: '$old.access_token' },
    tenant: 2,
    as: 'placed',
    covers: ['ORD-01'],
  });
});

test.each<[written: string, meant: Json]>([
  ['202', { answers: [{ status: '202' }] }],
  ['2xx', { answers: [{ status: '2xx' }] }],
  ['422 INVALID_REQUEST', { answers: [{ status: '422', code: 'INVALID_REQUEST' }] }],
  [
    '400 MALFORMED_REQUEST | 422 INVALID_REQUEST',
    {
      answers: [
        { status: '400', code: 'MALFORMED_REQUEST' },
        { status: '422', code: 'INVALID_REQUEST' },
      ],
    },
  ],
  ['{ status: 422, code: INVALID_REQUEST }', { answers: [{ status: '422', code: 'INVALID_REQUEST' }] }],
  ['{ body: { id: ~integer } }', { body: { id: '~integer' } }],
  [
    '{ status: 2xx, headers: { Content-Type: ~string } }',
    { answers: [{ status: '2xx' }], headers: { 'content-type': '~string' } },
  ],
])('%s is an expectation', (written, meant) => {
  expect(stepOf(`  - book: { slot: a }\n    expect: ${written}\n`)?.expect).toEqual(meant);
  expect(stepOf(`  - book: { slot: a }\n    need: ${written}\n`)?.need).toEqual(meant);
});

test.each<[written: string, defect: Json]>([
  ['omit: /body/id', { kind: 'omit', at: '/body/id' }],
  ['empty: /query/address/id', { kind: 'empty', at: '/query/address/id' }],
  ['set: { /body/id: 7 }', { kind: 'set', at: '/body/id', value: 7 }],
  ['set: { /body/id: null }', { kind: 'null', at: '/body/id' }],
  ['wrong-type: { /body/id: seven }', { kind: 'wrong-type', at: '/body/id', value: 'seven' }],
  ['not-in-enum: { /body/purpose: FUN }', { kind: 'not-in-enum', at: '/body/purpose', value: 'FUN' }],
  ['malformed-json: true', { kind: 'malformed-json', at: '/body' }],
  ['malformed-json: /query/address', { kind: 'malformed-json', at: '/query/address' }],
  ['array-for-object: /body/address', { kind: 'array-for-object', at: '/body/address' }],
  ['not-encoded: /query/address', { kind: 'not-encoded', at: '/query/address' }],
  ['wrong-content-type: true', { kind: 'wrong-content-type', at: '/headers/Content-Type' }],
  ['no-header: Tenant', { kind: 'no-header', at: '/headers/Tenant' }],
  ['bad-token: true', { kind: 'bad-token', at: '/headers/Authorization' }],
])('%s is one defect', (written, defect) => {
  const step = stepOf(
    `  - book: { slot: a }\n    matrix:\n      rows:\n        - title: A row\n          ${written}\n`,
  );

  expect(step?.matrix?.rows[0]).toMatchObject({ title: 'A row', defect });
});

test('a matrix derives what is listed, null among it, or all', () => {
  const some = stepOf('  - book: { slot: a }\n    matrix: { derive: [omit, null] }\n');
  const all = stepOf('  - book: { slot: a }\n    matrix: { derive: all }\n');

  expect(some?.matrix?.derive).toEqual(['omit', 'null']);
  expect(all?.matrix?.derive).toHaveLength(17);
  expect(all?.matrix?.derive).not.toContain('set');
});

test('a group has its steps and its tally', () => {
  const group = parsed(GOOD).steps.find(({ kind }) => kind === 'parallel');

  expect(group).toMatchObject({ as: 'race', tally: { '2xx': 1, '409': 1 }, fields: {} });
  expect(group?.steps?.map(({ verb }) => verb)).toEqual(['book', 'book']);
});

test('a step may wait for events, for a time, or until one', () => {
  expect(stepOf('  - await: { for: $placed, event: COMMITTED, within: 5d }\n')).toMatchObject({
    kind: 'await',
    awaited: { for: '$placed', pattern: { kind: 'event', name: 'COMMITTED' }, withinMs: 432_000_000 },
  });
  expect(stepOf('  - wait: 2h\n')).toMatchObject({ kind: 'wait', forMs: 7_200_000 });
  expect(stepOf('  - wait: { until: $booking.expiryDateTime }\n')).toMatchObject({ until: '$booking.expiryDateTime' });
  expect(stepOf('  - wait: { until: $booking.expiryDateTime, nearly: true }\n')).toMatchObject({ short: 'nearly' });
  expect(stepOf('  - wait: { until: $booking.expiryDateTime, half: true }\n')).toMatchObject({ short: 'half' });
  expect(stepOf('  - wait: { until: $b, like: $a, less: 60ms }\n')).toMatchObject({
    until: '$b',
    like: '$a',
    lessMs: 60,
  });
});

test('events are owed for one order, or for several', () => {
  const one = 'for: $a, sequence: [ACKNOWLEDGED, COMPLETED], never: [REJECTED], exactly-once: [COMPLETED], within: 20d';
  const two = 'for: $b, none-within: 5s';
  const steps = 'scenario: A title\nsteps: [{ token: {} }]\n';

  expect(parsed(`${steps}kci: { ${one} }\n`).kci).toMatchObject([
    { for: '$a', never: ['REJECTED'], exactlyOnce: ['COMPLETED'], withinMs: 1_728_000_000, span: { line: 3, col: 1 } },
  ]);
  expect(parsed(`${steps}kci:\n  - { ${one} }\n  - { ${two} }\n`).kci).toMatchObject([
    { for: '$a' },
    { for: '$b', withinMs: 5000, noneWithinMs: 5000, pattern: { kind: 'seq', of: [] } },
  ]);
});

test.each([
  [
    '{ a: { user: X }, b: { user: Y } }',
    [
      { id: 'a', values: { id: 'a', user: 'X' } },
      { id: 'b', values: { id: 'b', user: 'Y' } },
    ],
  ],
  ['[{ id: a, user: X }]', [{ id: 'a', values: { id: 'a', user: 'X' } }]],
  ['{ a: { covers: [CHR-01], user: X } }', [{ id: 'a', values: { id: 'a', user: 'X' }, covers: ['CHR-01'] }]],
  [
    '[NEW, 7]',
    [
      { id: 'NEW', values: { id: 'NEW' } },
      { id: '7', values: { id: 7 } },
    ],
  ],
])('for-each: %s makes a case of each row', (written, rows) => {
  expect(parsed(`scenario: A title\nfor-each: ${written}\nsteps: [{ token: {} }]\n`).rows).toEqual(rows);
});

test('what a row covers and requires are lists of words', () => {
  const { problems } = parseScenario(
    'scenario: A title\nfor-each: { a: { covers: CHR-01, requires: SWAP } }\nsteps: [{ token: {} }]\n',
    'a.yaml',
    'a',
  );
  expect(problems.map(({ message }) => message)).toEqual([
    '"covers" of the row is no list of words',
    '"requires" of the row is no list of words',
  ]);
});

test('all problems of a file come at once, in its order', () => {
  const { scenario, problems } = parseScenario(
    'covers: x\nsteps:\n  - oder: {}\n  - book: {}\n    expect: no\n',
    'a.yaml',
    'a',
  );

  expect(scenario).toBeUndefined();
  expect(problems.map(({ message, span }) => `${span?.line}: ${message}`)).toEqual([
    '1: "scenario" is missing',
    '1: "x" is not a list',
    '3: unknown verb "oder"',
    '5: "no" is no answer',
  ]);
});

/** Whether the place lies in the text and its excerpt is the line it names. */
function isInside({ span, why }: Problem, text: string): boolean {
  const line = text.split('\n')[(span?.line ?? 0) - 1]?.replace(/\r$/, '');
  if (span === undefined || line !== span.excerpt || span.length < 1) return false;
  // The column of a syntax error is the YAML library's, whose count of lines broken syntax can mislead.
  return (span.col >= 1 && span.col <= line.length + 1) || why === 'the file is not valid YAML 1.2';
}

function expectPlaced(text: string): void {
  const { problems } = parseScenario(text, 'a.yaml', 'a');
  expect(problems.filter((problem) => !isInside(problem, text))).toEqual([]);
}

type Edit = readonly [kind: 'drop' | 'double' | 'replace' | 'swap', at: number, by: string];

function edited(lines: readonly string[], [kind, at, by]: Edit): string[] {
  const line = lines[at] ?? '';
  switch (kind) {
    case 'drop':
      return lines.toSpliced(at, 1);
    case 'double':
      return lines.toSpliced(at, 0, line);
    case 'replace':
      return lines.toSpliced(at, 1, by);
    case 'swap':
      return lines.toSpliced(at, 1, line.replace(/[^ -].*/, by));
  }
}

const scraps = [
  '',
  'null',
  '- ',
  '~',
  '$',
  '${',
  '7',
  '{}',
  '[]',
  '- - -',
  'a: b: c',
  'kci:',
  '  steps: []',
  '\t',
  '"',
  '!x',
  '&a *a',
  '<<: x',
  '? x',
];
const edit = fc.tuple(
  fc.constantFrom('drop' as const, 'double' as const, 'replace' as const, 'swap' as const),
  fc.nat(GOOD.split('\n').length - 1),
  fc.oneof(fc.constantFrom(...scraps), fc.constantFrom(...GOOD.split('\n')), fc.string()),
);

test('no change of lines makes parsing throw, and every problem lies in the file', () => {
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 6 }), (edits) => {
      expectPlaced(edits.reduce<readonly string[]>(edited, GOOD.split('\n')).join('\n'));
    }),
    { numRuns: 300 },
  );
});

test('no text makes parsing throw, and every problem lies in it', () => {
  fc.assert(fc.property(fc.string({ unit: anyUnit, maxLength: 200 }), expectPlaced), { numRuns: 300 });
});

test('no JSON in the place of a key makes parsing throw', () => {
  const keys = ['scenario', 'covers', 'given', 'for-each', 'steps', 'kci', 'outcome', 'tenant'];
  fc.assert(
    fc.property(fc.constantFrom(...keys), fc.jsonValue(), (key, value) => {
      expectPlaced(JSON.stringify({ scenario: 'A title', steps: [{ token: {} }], [key]: value }));
    }),
    { numRuns: 300 },
  );
});

test('no JSON in the place of a part of a step makes parsing throw', () => {
  const keys = [
    'order',
    'parallel',
    'await',
    'wait',
    'http',
    'expect',
    'need',
    'matrix',
    'tally',
    'as',
    'auth',
    'covers',
  ];
  fc.assert(
    fc.property(fc.constantFrom(...keys), fc.jsonValue(), (key, value) => {
      expectPlaced(JSON.stringify({ scenario: 'A title', steps: [{ book: {}, [key]: value }] }));
    }),
    { numRuns: 300 },
  );
});

test('a file nested beyond all reason is a problem, not a crash', () => {
  const { scenario, problems } = parseScenario(`scenario: A\nsteps: ${'['.repeat(20_000)}`, 'a.yaml', 'a');

  expect(scenario).toBeUndefined();
  expect(problems.length).toBeGreaterThan(0);
});
