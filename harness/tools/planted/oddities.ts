import type { FaultAction, FaultTrigger } from '../../fake/fault.ts';
import { eventNames } from '../../kci/pattern.ts';
import type { Json, Verb } from '../../model.ts';
import { formatAnswers } from '../../wire/answer.ts';
import { followedBy } from './events.ts';
import { answerSpots, type Spot, typeOf } from './places.ts';
import { classesOf, type Mutation, type MutationClass, type Subject } from './plant.ts';

/** What a gateway may rightly do otherwise, at places that the seed chooses. */

type Odd = readonly [words: string, ...actions: FaultAction[]];

const legal = (where: FaultTrigger, [words, ...actions]: Odd): Mutation => ({
  title: words,
  breaks: [],
  where,
  do: actions,
});

const MEMBERS: readonly Json[] = [null, true, 0, 'x', '', [], { id: 1 }, [{ id: null }]];
const NAMES = ['x_extension', 'ID', '_id', '@type', 'links'];
const MOMENTS: readonly (readonly [pattern: string, by: string])[] = [
  ['\\.000Z$', '.000+00:00'],
  ['\\.000Z$', 'Z'],
  ['Z$', '+00:00'],
  ['\\.000Z$', '.0Z'],
];

/**
 * Required nowhere; but who is offered a service is told which (AVL-20), and the fake agreed that lines show what orders
 * changed.
 */
const OWED_ALL_THE_SAME: ReadonlySet<string> = new Set([
  '/body/serviceSpecifications',
  '/body/siteInformation/existingLines',
  '/body/siteInformation/existingLines/*/lineCharacteristics',
]);

/** By class, what may be otherwise at a place of an answer. */
const AT_PLACES: Readonly<Record<string, (spot: Spot) => readonly Odd[]>> = {
  'odd-member': (spot) =>
    typeOf(spot) !== 'object'
      ? []
      : NAMES.map((name) => `${spot.at}/${name}`).flatMap((at) =>
          MEMBERS.map((to): Odd => [`${at} is ${JSON.stringify(to)}`, { set: { at, to } }]),
        ),
  'odd-left-out': ({ at, isOptional }) =>
    isOptional && !OWED_ALL_THE_SAME.has(at)
      ? [at, at.replace('*', '0')].map((there): Odd => [`Without ${there}`, { remove: there }])
      : [],
  'odd-order': (spot) =>
    /array|object/.test(typeOf(spot)) ? [[`${spot.at} the other way round`, { reverse: spot.at }]] : [],
  'odd-number': (spot) => {
    const name = spot.at.split('/').at(-1) ?? '';
    if (!/integer|number/.test(typeOf(spot))) return [];
    return ['.0', '.000', 'e0', 'E+0', 'e-0'].map((end): Odd => {
      const pattern = `"${name}":(-?\\d+)(?=[,}])`;
      return [`${spot.at} ends with ${end}`, { 'replace-text': { pattern, with: `"${name}":$1${end}` } }];
    });
  },
  'odd-moment': ({ at, schema }) =>
    schema.format !== 'iso8601-date-time'
      ? []
      : MOMENTS.map(([pattern, by]): Odd => [`${at} with ${by}`, { replace: { at, pattern, with: by } }]),
};

const LATE: Odd = ['comes after nine seconds', { delay: '9s' }];
const PACKED: Odd = ['comes packed', { 'content-coding': 'gzip' }];
const FORMS: readonly Odd[] = [
  ['has capital header names', { 'header-names': 'upper' }],
  ['is indented', { layout: 'indented' }],
  ['is in ASCII', { layout: 'ascii' }],
  ['has its members the other way round', { layout: 'keys-reversed' }],
  ['has a charset', { set: { at: '/headers/content-type', to: 'application/json; charset=utf-8' } }],
  ['has a cookie', { set: { at: '/headers/set-cookie', to: 'a=b; Secure' } }],
  ['has an age', { set: { at: '/headers/age', to: '0' } }],
  ['begins with blanks', { 'replace-text': { pattern: '^(?=[{[])', with: '\n \t' } }],
];
const TOLD: readonly Odd[] = [
  ...FORMS,
  ['comes twice', { again: { times: 1 } }],
  ['comes four times', { again: { times: 3 } }],
  // The next event waits for it, and scenarios give an order a day to begin.
  ['comes once more half a day later', { again: { times: 1, do: [{ delay: '12h' }] } }],
  ['comes twenty seconds later', { delay: '20s' }],
  ['has a member that nobody knows', { set: { at: '/body/x_extension', to: { a: [1] } } }],
];

/** Refusals where the contract names several, or none. */
function refusals({ contract }: Subject): Mutation[] {
  return Object.values(contract.operations).flatMap(({ verb, refusals: rules, auth }) =>
    rules.flatMap(({ kinds, at = [], answers, requirement }) => {
      // What the token request holds, its target's file says.
      if (auth === 'basic' || answers.length === 1) return [];
      const readings = answers.map(
        (_, i): Odd => [`${verb}: ${i + 1} of ${formatAnswers(answers)}`, { reading: i + 1 }],
      );
      const refused = kinds.flatMap((kind) =>
        ['422 INVALID_REQUEST', '400 MALFORMED_REQUEST'].map((by): Odd => {
          const refuse = { kinds: [kind], ...(at.length > 0 ? { at } : {}), with: by };
          return [`${verb}: ${by} for ${kind} by ${requirement}`, { refuse }];
        }),
      );
      return (answers.length > 0 ? readings : refused).map((odd) => legal({ verb }, odd));
    }),
  );
}

/** Every status of every operation. */
const answersOf = ({ contract }: Subject): { verb: Verb; status: string; spots: Spot[] }[] =>
  Object.values(contract.operations).flatMap((operation) =>
    Object.keys(operation.responses).map((status) => ({
      verb: operation.verb,
      status,
      spots: answerSpots(operation, status),
    })),
  );

const SOMETIMES = ['tenant', 'times'] as const;

/** From the first time on: what completed orders change there is agreed to show (STA-04), so that it cannot come and go. */
const steadyAt = ({ at }: Spot): FaultTrigger => (at === '/body/siteInformation' ? { from: 1 } : {});

export const ODDITIES: readonly MutationClass[] = [
  ...classesOf(AT_PLACES, SOMETIMES, (odds, subject) =>
    answersOf(subject).flatMap(({ verb, status, spots }) =>
      spots.flatMap((spot) => odds(spot).map((odd) => legal({ verb, status, ...steadyAt(spot) }, odd))),
    ),
  ),
  {
    name: 'odd-form',
    narrowedBy: SOMETIMES,
    mutations: (subject) =>
      answersOf(subject).flatMap(({ verb, status, spots }) => {
        const forms = spots.length > 0 ? [...FORMS, LATE, PACKED] : [LATE, ...FORMS.slice(0, 1)];
        return forms.map(([words, ...actions]) => legal({ verb, status }, [`${verb} ${status} ${words}`, ...actions]));
      }),
  },
  {
    name: 'odd-status',
    narrowedBy: SOMETIMES,
    mutations: ({ contract }) =>
      Object.values(contract.operations).flatMap(({ verb, success: [usual, ...others] }) =>
        others.map(({ status }) =>
          legal({ verb, status: usual?.status ?? '' }, [
            `${verb} is answered ${status}`,
            { set: { at: '/status', to: Number(status) } },
          ]),
        ),
      ),
  },
  { name: 'odd-refusal', narrowedBy: SOMETIMES, mutations: refusals },
  {
    name: 'odd-telling',
    narrowedBy: ['tenant', 'orderType'],
    mutations: ({ profile }) =>
      ['*', ...Object.keys(profile.events)].flatMap((event) =>
        TOLD.map(([words, ...actions]) => legal({ event }, [`${event} ${words}`, ...actions])),
      ),
  },
  {
    name: 'odd-further-event',
    narrowedBy: ['tenant', 'orderType'],
    mutations: ({ profile: { events, requests } }) => {
      const between = Object.keys(events).filter((name) => events[name]?.interleaves);
      // An answer to what was asked may come after the end, when nothing else may.
      const answers = Object.values(requests).flatMap((each) => Object.values(each).map(({ emits }) => emits));
      const late = new Set(answers.flatMap((each) => (each ? eventNames(each) : [])));
      const isBefore = (name: string): boolean =>
        !events[name]?.terminal && !events[name]?.interleaves && !late.has(name);
      const before = Object.keys(events).filter(isBefore);
      return before.flatMap((event) =>
        between.map((name) => legal({ event }, [`${name} follows ${event}`, followedBy(name)])),
      );
    },
  },
  {
    name: 'odd-as-known',
    narrowedBy: ['tenant', 'orderType'],
    mutations: ({ shipped }) =>
      shipped
        .filter((fault) => fault.legal && !fault.also)
        .map(({ fault: _, legal: __, because: ___, ...rest }) => rest),
  },
];
