import { formatAnswers } from '../../answer.ts';
import type { Deed, Where } from '../../gateway/fault.ts';
import type { Contract, Json, Operation } from '../../model.ts';
import { answerSpots, type Spot, typeOf } from './places.ts';
import type { PlantClass, Seedling } from './plant.ts';

/** What a gateway may rightly do otherwise, at places that the seed chooses. */

const legal = (title: string, where: Where, ...deeds: readonly Deed[]): Seedling => ({
  title,
  breaks: [],
  where,
  do: deeds,
});

const operationsOf = ({ operations }: Contract): readonly Operation[] => Object.values(operations);

/** Every place of every body that an operation answers. */
const answered = (contract: Contract, make: (spot: Spot, where: Where) => readonly Seedling[]): Seedling[] =>
  operationsOf(contract).flatMap((operation) =>
    Object.keys(operation.responses).flatMap((status) =>
      answerSpots(operation, status).flatMap((spot) => make(spot, { verb: operation.verb, status })),
    ),
  );

/** Every way of answering, as a whole. */
const answers = (contract: Contract, make: (where: Where) => readonly Seedling[]): Seedling[] =>
  operationsOf(contract).flatMap(({ verb, responses }) =>
    Object.keys(responses).flatMap((status) => make({ verb, status })),
  );

const MEMBERS: readonly Json[] = [null, true, 0, 'x', '', [], { id: 1 }, [{ id: null }]];

const NAMES = ['x_extension', 'ID', '_id', '@type', 'links', ''];

const FORMS: readonly (readonly [words: string, ...deeds: Deed[]])[] = [
  ['in capital header names', { 'header-names': 'upper' }],
  ['indented', { layout: 'indented' }],
  ['in ASCII', { layout: 'ascii' }],
  ['with its members the other way round', { layout: 'keys-reversed' }],
  ['packed', { 'content-coding': 'gzip' }],
  ['with a charset', { set: { at: '/headers/content-type', to: 'application/json; charset=utf-8' } }],
  ['with a cookie', { set: { at: '/headers/set-cookie', to: 'a=b; Secure' } }],
  [
    'with an age and a warning',
    { set: { at: '/headers/age', to: '0' } },
    { set: { at: '/headers/warning', to: '199 - "x"' } },
  ],
  ['after nine seconds', { delay: '9s' }],
  ['after blanks', { 'replace-text': { pattern: '^(?=[{[])', with: '\n \t' } }],
];

const TOLD: readonly (readonly [words: string, ...deeds: Deed[]])[] = [
  ...FORMS.filter(([words]) => words !== 'packed' && words !== 'after nine seconds'),
  ['twice', { again: { times: 1 } }],
  ['four times', { again: { times: 3 } }],
  ['once more a day later', { again: { times: 1, do: [{ delay: '1d' }] } }],
  ['twenty seconds later', { delay: '20s' }],
  ['with a member that nobody knows', { set: { at: '/body/x_extension', to: { a: [1] } } }],
  ['with a fraction of a second', { replace: { at: '/event/committedDate', pattern: '\\.000Z$', with: '.000000Z' } }],
];

export const ODDITIES: readonly PlantClass[] = [
  {
    name: 'odd-member',
    narrowedBy: ['tenant', 'times'],
    seedlings: ({ contract }) =>
      answered(contract, (spot, where) =>
        typeOf(spot) === 'object'
          ? NAMES.filter((name) => name !== '').flatMap((name) =>
              MEMBERS.map((to) =>
                legal(`${spot.at}/${name} is ${JSON.stringify(to)}`, where, { set: { at: `${spot.at}/${name}`, to } }),
              ),
            )
          : [],
      ),
  },
  {
    name: 'odd-left-out',
    narrowedBy: ['tenant', 'times'],
    seedlings: ({ contract }) =>
      answered(contract, (spot, where) =>
        spot.isOptional
          ? [spot.at, spot.at.replace('*', '0')].map((at) => legal(`Without ${at}`, where, { remove: at }))
          : [],
      ),
  },
  {
    name: 'odd-order',
    narrowedBy: ['tenant', 'times'],
    seedlings: ({ contract }) =>
      answered(contract, (spot, where) =>
        ['array', 'object'].includes(typeOf(spot))
          ? [legal(`${spot.at} the other way round`, where, { reverse: spot.at })]
          : [],
      ),
  },
  {
    name: 'odd-form',
    narrowedBy: ['tenant', 'times'],
    seedlings: ({ contract }) =>
      answers(contract, (where) =>
        FORMS.filter(([words]) => where.status !== '202' || /^after nine|header names/.test(words)).map(
          ([words, ...deeds]) => legal(`${where.verb} ${where.status} ${words}`, where, ...deeds),
        ),
      ),
  },
  {
    name: 'odd-number',
    narrowedBy: ['tenant', 'times'],
    seedlings: ({ contract }) =>
      answered(contract, (spot, where) => {
        const name = spot.at.split('/').at(-1) ?? '';
        if (!['integer', 'number'].includes(typeOf(spot))) return [];
        return ['.0', '.000', 'e0', 'E+0', 'e-0'].map((end) =>
          legal(`${spot.at} ends with ${end}`, where, {
            'replace-text': { pattern: `"${name}":(-?\\d+)(?=[,}])`, with: `"${name}":$1${end}` },
          }),
        );
      }),
  },
  {
    name: 'odd-moment',
    narrowedBy: ['tenant', 'times'],
    seedlings: ({ contract }) =>
      answered(contract, ({ at, schema }, where) =>
        schema.format === 'iso8601-date-time'
          ? [
              ['\\.000Z$', '.000+00:00'],
              ['\\.000Z$', 'Z'],
              ['Z$', '-00:00'],
              ['\\.000Z$', '.0Z'],
            ].map(([pattern = '', by = '']) => legal(`${at} with ${by}`, where, { replace: { at, pattern, with: by } }))
          : [],
      ),
  },
  {
    name: 'odd-status',
    narrowedBy: ['tenant', 'times'],
    seedlings: ({ contract }) =>
      operationsOf(contract).flatMap(({ verb, success }) =>
        success
          .slice(1)
          .map(({ status }) =>
            legal(
              `${verb} is answered ${status}`,
              { verb, status: success[0]?.status ?? '' },
              { set: { at: '/status', to: Number(status) } },
            ),
          ),
      ),
  },
  {
    name: 'odd-refusal',
    narrowedBy: ['tenant', 'times'],
    seedlings: ({ contract }) =>
      operationsOf(contract).flatMap(({ verb, refusals }) =>
        refusals.flatMap(({ kinds, at = [], answers: owed, requirement }) => {
          // What the token request holds, its target's file says.
          if (verb === 'token') return [];
          const [kind = 'omit'] = kinds;
          if (owed.length > 1)
            return owed.map((_, i) =>
              legal(`${verb}: refusal ${i + 1} of ${formatAnswers(owed)}`, { verb }, { reading: i + 1 }),
            );
          if (owed.length > 0) return [];
          return kinds.flatMap((each) =>
            ['422 INVALID_REQUEST', '400 MALFORMED_REQUEST'].map((by) =>
              legal(
                `${verb}: ${by} for ${each} at ${at[0] ?? 'any place'} (${requirement}, ${kind})`,
                { verb },
                {
                  refuse: { kinds: [each], ...(at.length > 0 ? { at } : {}), with: by },
                },
              ),
            ),
          );
        }),
      ),
  },
  {
    name: 'odd-telling',
    narrowedBy: ['tenant', 'orderType'],
    seedlings: ({ profile }) =>
      ['*', ...Object.keys(profile.events)].flatMap((event) =>
        TOLD.map(([words, ...deeds]) => legal(`${event} is told ${words}`, { event }, ...deeds)),
      ),
  },
  {
    name: 'odd-further-event',
    narrowedBy: ['tenant', 'orderType'],
    seedlings: ({ profile }) => {
      const between = Object.keys(profile.events).filter((name) => profile.events[name]?.interleaves);
      const before = Object.keys(profile.events).filter(
        (name) => !profile.events[name]?.terminal && !between.includes(name),
      );
      return before.flatMap((event) =>
        between.map((name) =>
          legal(`${name} follows ${event}`, { event }, Object.fromEntries([['then', [name]]]) as unknown as Deed),
        ),
      );
    },
  },
  {
    name: 'odd-as-known',
    narrowedBy: ['tenant', 'orderType'],
    seedlings: ({ shipped }) =>
      shipped
        .filter(({ legal: isLegal, also }) => isLegal && !also)
        .map(({ fault: _, legal: __, because: ___, ...rest }) => rest),
  },
];
