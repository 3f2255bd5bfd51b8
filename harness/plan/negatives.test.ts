import { expect, test } from 'vitest';
import type { Defect, RequestTemplate, ScenarioMatrixRow } from '../model.ts';
import { slugOf } from '../values/slug.ts';
import { negativesOf } from './negatives.ts';
import { input } from './testing/sample.ts';

const { cancel } = input.contract.operations;
const span = { file: 'x.yaml', line: 1, col: 1, length: 1, excerpt: '' };
const request: RequestTemplate = {
  verb: 'cancel',
  method: 'POST',
  path: cancel.path,
  headers: { Tenant: 't' },
  query: {},
  contentType: 'application/json',
  body: { id: 1, orderId: '$placed.id', reasonCode: 'OTHER' },
  auth: 'bearer',
};
const row = (title: string, more: Partial<ScenarioMatrixRow> = {}): ScenarioMatrixRow => ({
  title,
  defect: { kind: 'set', at: '/body/reasonCode', value: 'BORED' },
  span,
  ...more,
});
const made = (derive: readonly Defect['kind'][], rows: readonly ScenarioMatrixRow[] = [], operation = cancel) =>
  negativesOf({ derive, rows, span }, operation, request, { covers: ['CAN-01'] });

test('a derived negative owes what the first rule for its defect says', () => {
  expect(made(['not-in-enum']).negatives).toEqual([
    {
      label: 'not-in-enum:/body/reasonCode',
      words: 'with an unknown value of body/reasonCode',
      tries: ['NO_SUCH_VALUE', 'other', 'Other', 'OTHER ', ' OTHER', 'OTHE'].map((value) => ({
        defect: { kind: 'not-in-enum', at: '/body/reasonCode', value },
        owed: {
          answers: [
            { status: '422', code: 'INVALID_REQUEST' },
            { status: '400', code: 'MALFORMED_REQUEST' },
          ],
          requirements: ['CAN-12'],
        },
      })),
    },
  ]);
});

test('where the spec is silent, the answer is only observed', () => {
  expect(made(['wrong-content-type']).negatives.map(({ tries: [one] }) => one?.owed)).toEqual([
    { answers: [], requirements: ['SIL-05'] },
  ]);
});

test('a matrix that names places puts defects there and below, and nowhere else', () => {
  const matrix = { derive: ['omit', 'wrong-type'], rows: [], span } as const;
  const at = (...places: readonly string[]) =>
    negativesOf({ ...matrix, at: places }, cancel, request, { covers: [] }).negatives.map(({ label }) => label);
  expect(at('/body/reasonCode')).toEqual(['omit:/body/reasonCode', 'wrong-type:/body/reasonCode']);
  expect(at('/body/reason', '/body/order')).toEqual([]);
  expect(at('/body').length).toBe(negativesOf(matrix, cancel, request, { covers: [] }).negatives.length);
});

test('a case of all places of a kind says whether members or headers are tried, and names the only place', () => {
  const { negatives } = negativesOf(
    { derive: ['omit', 'no-header', 'malformed-json', 'not-in-enum'], rows: [], span, cases: 'kind' },
    cancel,
    request,
    { covers: [] },
  );
  expect(Object.fromEntries(negatives.map(({ label, words }) => [label, words]))).toMatchObject({
    omit: 'without one member after the other',
    'no-header': 'without one header after the other',
    'malformed-json': 'with malformed JSON in body',
    'not-in-enum': 'with an unknown value of body/reasonCode',
  });
});

test('a kind named twice makes its cases once', () => {
  expect(made(['omit', 'omit']).negatives).toEqual(made(['omit']).negatives);
});

test('a row owes what it says, on the claims of its scenario, and otherwise what the contract says', () => {
  const said = row('Bored', { expect: { answers: [{ status: '422' }], body: { code: '~string' } } });
  const unsaid = row('No reason', { defect: { kind: 'omit', at: '/body/reasonCode' } });
  expect(made([], [said, unsaid]).negatives.map(({ label, tries: [one] }) => [label, one?.owed])).toEqual([
    ['bored', { answers: [{ status: '422' }], body: { code: '~string' }, requirements: ['CAN-01'] }],
    [
      'no-reason',
      {
        answers: [
          { status: '422', code: 'INVALID_REQUEST' },
          { status: '400', code: 'MALFORMED_REQUEST' },
        ],
        requirements: ['ERR-06'],
      },
    ],
  ]);
});

test('a row that the contract knows nothing of rests on what the scenario covers', () => {
  const said = row('Bored', { expect: { answers: [{ status: '422' }] } });
  const [negative] = made([], [said], { ...cancel, refusals: [] }).negatives;
  expect(negative?.tries[0]?.owed.requirements).toEqual(['CAN-01']);
});

test('what the contract has no answer for is told and left out', () => {
  const { negatives, unanswered, unexpected } = made(['not-in-enum'], [row('Bored')], { ...cancel, refusals: [] });
  expect(negatives).toEqual([]);
  expect(unanswered).toEqual(['not-in-enum:/body/reasonCode']);
  expect(unexpected.map(({ title }) => title)).toEqual(['Bored']);
});

test('a title becomes a part of a path', () => {
  expect(slugOf("  Zoë's order (of type FOO) ")).toBe('zoe-s-order-of-type-foo');
});

test.each([
  ['BORED', 'CAN-12'],
  ['', 'CAN-12'],
  [7, 'ERR-04'],
])('a value that is set, %j, owes what the same defect owes when it is derived', (value, row) => {
  const [set] = made([], [{ title: 'x', defect: { kind: 'set', at: '/body/reasonCode', value }, span }]).negatives;
  expect(set?.tries[0]?.owed.requirements).toEqual([row]);
  expect(set?.tries[0]?.owed.answers).toHaveLength(2);
});
