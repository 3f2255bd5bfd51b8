import type { Deed } from '../../gateway/fault.ts';
import type { Marring } from '../../gateway/fault-mar.ts';
import type { Contract, Json, Operation, Verb } from '../../model.ts';
import { answerSpots, type Spot, typeOf } from './places.ts';
import type { PlantClass, Seedling } from './plant.ts';

/** Mistakes in what a gateway answers. */

/** The status of an operation's success, and what of its answer is stated. */
function successOf({ success, responses }: Operation): { readonly status: string; readonly rows: readonly string[] } {
  const status = success[0]?.status ?? '200';
  const { requirement, also = [] } = responses[status] ?? {};
  return { status, rows: [...(requirement === undefined ? [] : [requirement]), ...also] };
}

const operationsOf = ({ operations }: Contract): readonly Operation[] => Object.values(operations);

/** At every place of every answer of success. */
const atSpots = (contract: Contract, make: (spot: Spot) => readonly Seedling[]): Seedling[] =>
  operationsOf(contract).flatMap((operation) => answerSpots(operation, successOf(operation).status).flatMap(make));

/** Of a place in lists: at every element, and at single ones. */
function positions(at: string): readonly string[] {
  return at.includes('*') ? [at, at.replace('*', '0'), at.replace('*', '1')] : [at];
}

function mistake({ verb, at, rows }: Spot, words: string, deeds: (at: string) => readonly Deed[]): Seedling[] {
  return positions(at).map((there) => ({
    title: `${words} ${there} in answers to ${verb}`,
    breaks: rows,
    where: { verb, status: '2xx' },
    do: deeds(there),
  }));
}

/** By type: ways after which a value has another. */
const OF_ANOTHER_TYPE: Readonly<Record<string, readonly Marring[]>> = {
  string: ['as-list', 'as-object', 'as-truth'],
  integer: ['as-text', 'with-fraction', 'as-list'],
  number: ['as-text', 'as-object'],
  boolean: ['as-text', 'as-digit'],
  array: ['as-object'],
  object: ['as-list'],
};

/** By format: ways after which a value is not of it. */
const OF_ANOTHER_FORM: Readonly<Record<string, readonly Marring[]>> = {
  'utc-with-milliseconds': ['unzoned', 'date-alone', 'day-first', 'as-epoch', 'last-lost'],
  'iso8601-date-time': ['date-alone', 'day-first', 'as-epoch', 'empty'],
  uuid: ['last-lost', 'empty', 'as-number'],
  bearer: ['last-lost', 'empty'],
};

const NOW_AND_THEN = ['tenant', 'times'] as const;

/** What is broken when no answer comes, or none that can be read. */
const UNREADABLE: readonly (readonly [words: string, deeds: readonly Deed[], breaks: readonly string[]])[] = [
  ['The connection is reset', [{ break: 'reset' }], ['STD-01', 'http.no-answer']],
  ['The answer breaks off', [{ break: 'truncated' }], ['STD-04', 'http.whole']],
  ['No answer comes', [{ delay: '45s' }], ['STD-01', 'http.no-answer']],
];
const UNREADABLE_BODIES: readonly (readonly [words: string, deeds: readonly Deed[], breaks: readonly string[]])[] = [
  ['A page of a proxy comes', [{ text: '<html><body>It works</body></html>' }], ['STD-05', 'http.json']],
  ['The body is cut off', [{ truncate: 25 }], ['STD-05', 'http.json']],
  [
    'The body is a text that holds JSON',
    [{ 'replace-text': { pattern: '^[\\s\\S]*$', with: '"{}"' } }],
    ['http.schema', 'STD-05'],
  ],
  ['The body is empty', [{ text: '' }], ['STD-05', 'http.json', 'http.schema', 'http.body']],
  ['The content type is that of a page', [{ set: { at: '/headers/content-type', to: 'text/html' } }], ['STD-02']],
];

/** The body of an error, as the operation's errors have it. */
const bodyOf = (verb: Verb): Json =>
  verb === 'token'
    ? { error: 'access_denied', error_description: 'no' }
    : { uuid: '6b1f4d0e-58a2-4c39-9f37-2f1f1e6f8a10', code: 'SUPPLIER_FAULT', messages: ['no'] };

/** Statuses that say something else. */
const OTHER_STATUSES = [204, 301, 403, 404, 500, 503];

function withRows({ verb, requirements, ...operation }: Operation): { verb: Verb; rows: readonly string[] } {
  return { verb, rows: [...requirements, ...successOf({ verb, requirements, ...operation }).rows] };
}

export const ANSWERS: readonly PlantClass[] = [
  {
    name: 'answer-of-another-type',
    seedlings: ({ contract }) =>
      atSpots(contract, (spot) =>
        (OF_ANOTHER_TYPE[typeOf(spot)] ?? []).flatMap((as) => mistake(spot, `${as}:`, (at) => [{ mar: { at, as } }])),
      ),
  },
  {
    name: 'answer-null',
    seedlings: ({ contract }) =>
      atSpots(contract, (spot) => mistake(spot, 'null:', (at) => [{ mar: { at, as: 'null' } }])),
  },
  {
    name: 'answer-without',
    seedlings: ({ contract }) =>
      atSpots(contract, (spot) =>
        spot.isRequired && spot.at !== '/body' ? mistake(spot, 'without', (at) => [{ remove: at }]) : [],
      ),
  },
  {
    name: 'answer-renamed',
    seedlings: ({ contract }) =>
      atSpots(contract, (spot) => {
        const [name = ''] = spot.at.split('/').slice(-1);
        if (!spot.isRequired || spot.at.includes('*') || spot.at === '/body') return [];
        const under = spot.at.slice(0, -name.length);
        return [name.toUpperCase(), name.replaceAll(/[A-Z]/g, (unit) => `_${unit.toLowerCase()}`), `${name}s`]
          .filter((other) => other !== name)
          .flatMap((other) => mistake(spot, `${other} for`, (at) => [{ move: { from: at, to: under + other } }]));
      }),
  },
  {
    name: 'answer-of-another-form',
    seedlings: ({ contract }) =>
      atSpots(contract, (spot) => [
        ...(OF_ANOTHER_FORM[String(spot.schema.format)] ?? []).flatMap((as) =>
          mistake(spot, `${as}:`, (at) => [{ mar: { at, as } }]),
        ),
        ...(spot.schema.enum === undefined
          ? []
          : (['lower', 'capitalised', 'padded', 'last-lost', 'empty'] as const).flatMap((as) =>
              mistake(spot, `${as}:`, (at) => [{ mar: { at, as } }]),
            )),
      ]),
  },
  {
    name: 'answer-in-envelope',
    narrowedBy: NOW_AND_THEN,
    seedlings: ({ contract }) =>
      operationsOf(contract).flatMap((operation) => {
        const { verb, rows } = withRows(operation);
        if (answerSpots(operation, successOf(operation).status).length === 0) return [];
        return (['as-object', 'as-list'] as const).map((as) => ({
          title: `Answers to ${verb} ${as}`,
          breaks: [...rows, 'http.schema', 'http.body'],
          where: { verb, status: '2xx' },
          do: [{ mar: { at: '/body', as } }],
        }));
      }),
  },
  {
    name: 'answer-of-another-status',
    narrowedBy: ['tenant', 'times', 'orderType'],
    seedlings: ({ contract }) =>
      operationsOf(contract).flatMap((operation) => {
        const { verb, rows } = withRows(operation);
        return OTHER_STATUSES.map((status) => ({
          title: `What is granted of ${verb} is answered ${status}`,
          breaks: [...rows, 'EVT-02'],
          where: { verb, status: '2xx' },
          do: [
            { set: { at: '/status', to: status } },
            ...(status < 400 ? [] : [{ set: { at: '/body', to: bodyOf(verb) } }]),
          ],
        }));
      }),
  },
  {
    name: 'answer-none',
    narrowedBy: NOW_AND_THEN,
    seedlings: ({ contract }) =>
      operationsOf(contract).flatMap((operation) => {
        const { verb, rows } = withRows(operation);
        const hasBody = answerSpots(operation, successOf(operation).status).length > 0;
        return [...UNREADABLE, ...(hasBody ? UNREADABLE_BODIES : [])].map(([words, deeds, breaks]) => ({
          title: `${words} for ${verb}`,
          breaks: [...breaks, ...rows],
          where: { verb, status: '2xx' },
          do: deeds,
        }));
      }),
  },
  {
    name: 'error-body',
    seedlings: ({ contract }) =>
      operationsOf(contract).flatMap((operation) =>
        Object.keys(operation.responses)
          .filter((status) => /^[45]/.test(status))
          .flatMap((status) =>
            answerSpots(operation, status).flatMap((spot) =>
              [...(OF_ANOTHER_TYPE[typeOf(spot)] ?? []), 'null' as const, 'remove' as const].map((as) => ({
                title: `${as}: ${spot.at} of ${status} for ${operation.verb}`,
                breaks: [...spot.rows, 'error.code', 'http.schema'],
                where: { verb: operation.verb, status },
                do: as === 'remove' ? [{ remove: spot.at }] : [{ mar: { at: spot.at, as } }],
              })),
            ),
          ),
      ),
  },
];
