import type { FaultAction } from '../../fake/fault.ts';
import type { Marring } from '../../fake/fault-edits.ts';
import type { Json, Operation, Verb } from '../../model.ts';
import { isErrorStatus } from '../../wire/answer.ts';
import { answerSpots, grantOf, type Spot, typeOf } from './places.ts';
import { classesOf, type Mutation, type MutationClass } from './plant.ts';

/** Mistakes in what a gateway answers. */

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
const OF_ANOTHER_WORD: readonly Marring[] = ['lower', 'capitalised', 'padded', 'last-lost', 'empty'];

type NamedAction = readonly [words: string, action: (at: string) => FaultAction];

const ways = (as: readonly Marring[] = []): NamedAction[] =>
  as.map((each) => [each, (at) => ({ mar: { at, as: each } })]);
const without: NamedAction = ['without', (at) => ({ remove: at })];

/** A member under names that others might give it. */
function renamings({ at, isRequired }: Spot): NamedAction[] {
  const [name = ''] = at.split('/').slice(-1);
  if (!isRequired || at.includes('*') || at === '/body') return [];
  const others = [name.toUpperCase(), name.replaceAll(/[A-Z]/g, (unit) => `_${unit.toLowerCase()}`), `${name}s`];
  const to = (other: string): string => at.slice(0, -name.length) + other;
  return others
    .filter((other) => other !== name)
    .map((other) => [`${other} for`, (from) => ({ move: { from, to: to(other) } })]);
}

/** What may be wrong at a place of an answer, by class. */
const AT_PLACES: Readonly<Record<string, (spot: Spot) => readonly NamedAction[]>> = {
  'answer-of-another-type': (spot) => ways(OF_ANOTHER_TYPE[typeOf(spot)]),
  'answer-null': () => ways(['null']),
  'answer-without': ({ isRequired, at }) => (isRequired && at !== '/body' ? [without] : []),
  'answer-renamed': renamings,
  'answer-of-another-form': ({ schema }) => [
    ...ways(OF_ANOTHER_FORM[String(schema.format)]),
    ...ways(schema.enum === undefined ? [] : OF_ANOTHER_WORD),
  ],
};

/** The same mistake at every element of a list, and at single ones. */
function mistakes(spot: Spot, where: Mutation['where'], [words, action]: NamedAction): Mutation[] {
  const { at, verb, rows } = spot;
  const places = at.includes('*') ? [at, at.replace('*', '0'), at.replace('*', '1')] : [at];
  return places.map((there) => ({
    title: `${words} ${there} in answers to ${verb}`,
    breaks: rows,
    where: { verb, ...where },
    do: [action(there)],
  }));
}

type Whole = readonly [words: string, actions: readonly FaultAction[], breaks: readonly string[]];

const NOT_COMING: readonly Whole[] = [
  ['the connection is reset', [{ break: 'reset' }], ['STD-01', 'http.no-answer']],
  ['the answer breaks off', [{ break: 'truncated' }], ['STD-04', 'http.whole']],
  ['no answer comes', [{ delay: '45s' }], ['STD-01', 'http.no-answer']],
];
const NOT_READABLE: readonly Whole[] = [
  ['a page of a proxy comes', [{ text: '<html><body>It works</body></html>' }], ['STD-05', 'http.json']],
  ['the body is cut off', [{ truncate: 25 }], ['STD-05', 'http.json']],
  ['the body is a text of JSON', [{ text: '"{}"' }], ['STD-05', 'http.schema']],
  ['the body is empty', [{ text: '' }], ['STD-05', 'http.json', 'http.schema', 'http.body']],
  ['the content type is that of a page', [{ set: { at: '/headers/content-type', to: 'text/html' } }], ['STD-02']],
];

/** The body of an error, as the operation's errors have it. */
export const errorBody = (verb: Verb, code = 'SUPPLIER_FAULT'): Json =>
  verb === 'token'
    ? { error: 'access_denied', error_description: 'no' }
    : { uuid: '6b1f4d0e-58a2-4c39-9f37-2f1f1e6f8a10', code, messages: ['no'] };

/** What may be wrong with an answer as a whole, by class. */
const AS_WHOLE: Readonly<Record<string, (verb: Verb, hasBody: boolean) => readonly Whole[]>> = {
  'answer-in-envelope': (_, hasBody) =>
    (['as-object', 'as-list'] as const).flatMap((as) =>
      hasBody ? [[`the body is ${as}`, [{ mar: { at: '/body', as } }], ['http.schema', 'http.body']]] : [],
    ),
  'answer-of-another-status': (verb) =>
    [204, 301, 403, 404, 500, 503].map((status) => {
      const body: FaultAction[] = status < 400 ? [] : [{ set: { at: '/body', to: errorBody(verb) } }];
      return [`${status} is answered`, [{ set: { at: '/status', to: status } }, ...body], ['EVT-02']];
    }),
  'answer-none': (_, hasBody) => (hasBody ? [...NOT_COMING, ...NOT_READABLE] : NOT_COMING),
};

const errorSpots = (operation: Operation): Spot[][] =>
  Object.keys(operation.responses).map((status) => (isErrorStatus(status) ? answerSpots(operation, status) : []));

export const ANSWERS: readonly MutationClass[] = [
  ...classesOf(AT_PLACES, [], (waysAt, { contract }) =>
    Object.values(contract.operations)
      .flatMap((operation) => answerSpots(operation, grantOf(operation).status))
      .flatMap((spot) => waysAt(spot).flatMap((way) => mistakes(spot, { status: '2xx' }, way))),
  ),
  ...classesOf(AS_WHOLE, ['tenant', 'times', 'orderType'], (wholes, { contract }) =>
    Object.values(contract.operations).flatMap((operation) => {
      const { status, rows } = grantOf(operation);
      const { verb } = operation;
      return wholes(verb, answerSpots(operation, status).length > 0).map(([words, actions, breaks]) => ({
        title: `For ${verb} ${words}`,
        breaks: [...breaks, ...rows],
        where: { verb, status: '2xx' },
        do: actions,
      }));
    }),
  ),
  {
    name: 'error-body',
    mutations: ({ contract }) =>
      Object.values(contract.operations)
        .flatMap((operation) => errorSpots(operation).flat())
        .flatMap((spot) =>
          [...ways(OF_ANOTHER_TYPE[typeOf(spot)]), ...ways(['null']), ...(spot.isRequired ? [without] : [])].flatMap(
            (way) =>
              mistakes(
                { ...spot, rows: [...spot.rows, 'error.code', 'http.schema', 'http.json'] },
                { status: '4xx | 5xx' },
                way,
              ),
          ),
        ),
  },
];
