import { formatAnswers } from '../../answer.ts';
import type { Where } from '../../gateway/fault.ts';
import type { Marring } from '../../gateway/fault-mar.ts';
import type { Contract, DefectKind, Json, RefusalRule, Verb } from '../../model.ts';
import { refusalFor } from '../../refusal.ts';
import { requestSpots, type Spot, shapeAt, typeOf } from './places.ts';
import type { Ground, PlantClass } from './plant.ts';

/** Mistakes in what a gateway makes of requests. */

const GATEWAY: readonly Verb[] = ['availability', 'slots', 'book', 'order', 'amend', 'cancel'];

const spotsOf = (contract: Contract): Spot[] => GATEWAY.flatMap((verb) => requestSpots(contract, verb));

/** A defect that a request may have, with what is owed for it. */
interface Owed {
  readonly spot: Spot;
  readonly kind: DefectKind;
  readonly at: string;
  readonly rule: RefusalRule;
  /** The requests that have it; absent where no shape tells. */
  readonly where: Where;
  /** How its request looks, for a defect that looks in several ways. */
  readonly looks?: string;
}

/** Values of another JSON type, as matchers. */
const LOOKS: Readonly<Record<string, readonly string[]>> = {
  string: ['~number', '~boolean', '~object', '~array'],
  integer: ['~string', '~boolean', '~array', '~object'],
  boolean: ['~string', '~number'],
  array: ['~string', '~object', '~number'],
  object: ['~string', '~number', '~boolean'],
};

function kindsAt({ schema }: Spot): readonly DefectKind[] {
  const { format } = schema;
  return [
    ...(['omit', 'null', 'wrong-type'] as const),
    ...(schema.enum === undefined ? [] : (['not-in-enum'] as const)),
    ...(typeof format === 'string' && format.startsWith('iso8601') ? (['not-a-date'] as const) : []),
    ...(schema.type === 'object' ? (['array-for-object'] as const) : []),
  ];
}

/** Every defect for which the contract owes a refusal. */
function owedIn({ contract }: Ground): Owed[] {
  return spotsOf(contract).flatMap((spot) =>
    kindsAt(spot).flatMap((kind) => {
      const { verb, orderType } = spot;
      const places = spot.at.includes('*') ? [spot.at.replaceAll('*', '0'), spot.at.replaceAll('*', '1')] : [spot.at];
      const where: Where = { verb, ...(orderType === undefined ? {} : { orderType }) };
      return places.flatMap((at): Owed[] => {
        const body = orderType === undefined ? undefined : { orderType };
        const rule = refusalFor(contract.operations[verb], { kind, at }, body);
        if (!rule || rule.answers.length === 0) return [];
        // A member of a list can only be told from its like by the defect itself.
        const isListed = spot.at.includes('*');
        const owed = { spot, kind, at, rule };
        const seen = (shape: Json): Where => ({ ...where, request: shapeAt(spot.at, shape) });
        if (isListed) return [{ ...owed, where }];
        if (kind === 'omit') return [{ ...owed, where: seen('~absent') }];
        if (kind === 'null') return [{ ...owed, where: seen(null) }];
        if (kind === 'wrong-type' && spot.at.startsWith('/body/'))
          return (LOOKS[typeOf(spot)] ?? []).map((looks) => ({ ...owed, where: seen(looks), looks }));
        return [{ ...owed, where }];
      });
    }),
  );
}

const nameOf = ({ spot, kind, at, looks }: Owed): string =>
  `${kind} ${at}${looks === undefined ? '' : ` ${looks}`} in ${spot.verb} ${spot.orderType ?? ''}`.trim();

/** A type of order that cannot be read is of no type. */
const unlessUnread = ({ at }: Owed, where: Where): Where => {
  const { orderType: _, ...rest } = where;
  return at === '/body/orderType' || at === '/body' ? rest : where;
};

const REFUSED_BODY = { uuid: '6b1f4d0e-58a2-4c39-9f37-2f1f1e6f8a10', messages: ['no'] };

/** What a text may be, each of which "free text" takes. */
const TEXTS: readonly (readonly [words: string, shape: string])[] = [
  ['with letters beyond ASCII', '~matches([^\\x00-\\x7f])'],
  ['with an apostrophe', "~matches(['’])"],
  ['with an ampersand', '~matches(&)'],
  ['with angle brackets', '~matches([<>])'],
  ['with a quotation mark or backslash', '~matches(["\\\\])'],
  ['of several lines', '~matches(\\n)'],
  ['with blanks around', '~matches(^\\s|\\s$)'],
  ['of one character', '~len(1)'],
  ['longer than 100 characters', '~len(> 100)'],
  ['longer than 1000 characters', '~len(> 1000)'],
  ['with a pictogram', '~matches([\\u{1f300}-\\u{1faff}])'],
  ['with a hyphen', '~matches(-)'],
  ['beginning with a digit', '~matches(^\\d)'],
  ['with per cent', '~matches(%)'],
];

/** Members whose row calls them free texts, and the names of people. */
function isFreeText({ contract }: Ground, { schema, rows, at }: Spot): boolean {
  if (schema.type !== 'string' || schema.enum !== undefined || schema.format !== undefined) return false;
  const [row] = rows;
  const sentence = contract.register.find(({ id }) => id === row)?.sentence ?? '';
  return (
    !at.includes('*') && (/free text|hazards, onSiteRestrictions, notes/i.test(sentence) || /Contact\/name$/.test(at))
  );
}

/** The rows that speak of a request's acceptance. */
function acceptanceOf({ contract }: Ground, verb: Verb): readonly string[] {
  const { requirements, responses, success } = contract.operations[verb];
  const { requirement, also = [] } = responses[success[0]?.status ?? ''] ?? {};
  return [...requirements, ...(requirement === undefined ? [] : [requirement]), ...also];
}

const OF_TEXT: readonly Marring[] = [
  ...(['upper', 'lower', 'trimmed', 'blanks-joined', 'last-lost', 'first-lost', 'cut-at-30', 'cut-at-255'] as const),
  ...(['ascii', 'without-accents', 'read-as-latin', 'html-escaped', 'url-encoded'] as const),
];
const OF_LIST: readonly Marring[] = ['without-first', 'without-last', 'empty'];
const OF_NUMBER: readonly Marring[] = ['in-32-bits', 'in-floats', 'one-more'];

/** How a value is taken otherwise than it was sent, by what it is. */
export function waysOf(ground: Ground, spot: Spot): readonly Marring[] {
  const type = typeOf(spot);
  if (isFreeText(ground, spot)) return OF_TEXT;
  if (type === 'integer') return OF_NUMBER;
  if (type === 'array') return OF_LIST;
  if (spot.schema.format !== undefined) return ['day-later', 'day-earlier'];
  return type === 'string' && spot.schema.enum === undefined ? ['last-lost', 'first-lost'] : [];
}

export const REQUESTS: readonly PlantClass[] = [
  {
    name: 'refusal-not-given',
    seedlings: (ground) =>
      owedIn(ground).map((owed) => ({
        title: `Let pass: ${nameOf(owed)}`,
        breaks: [owed.rule.requirement, ...owed.spot.rows],
        where: unlessUnread(owed, owed.where),
        do: [{ accept: { kinds: [owed.kind], at: [owed.at] } }],
      })),
  },
  {
    name: 'refusal-of-another-kind',
    seedlings: (ground) =>
      owedIn(ground)
        .filter(({ where }) => where.request !== undefined)
        .flatMap((owed) =>
          [200, 204, 403, 404, 500].map((status) => ({
            title: `Answered ${status} for ${formatAnswers(owed.rule.answers)}: ${nameOf(owed)}`,
            breaks: [owed.rule.requirement, ...owed.spot.rows],
            where: { ...unlessUnread(owed, owed.where), status: '4xx' },
            do: [{ set: { at: '/status', to: status } }],
          })),
        ),
  },
  {
    name: 'refusal-with-another-code',
    seedlings: (ground) =>
      owedIn(ground)
        .filter(({ where }) => where.request !== undefined)
        .flatMap((owed) =>
          ['VALIDATION_FAILED', 'SUPPLIER_FAULT', 'NOT_AUTHORISED'].map((code) => ({
            title: `With the code ${code}: ${nameOf(owed)}`,
            breaks: [owed.rule.requirement, ...owed.spot.rows, 'error.code'],
            where: { ...unlessUnread(owed, owed.where), status: '4xx' },
            do: [{ set: { at: '/body/code', to: code } }],
          })),
        ),
  },
  {
    name: 'refused-and-done',
    seedlings: (ground) =>
      owedIn(ground)
        .filter(
          ({ where, spot, kind }) =>
            where.request !== undefined && /order|amend|cancel/.test(spot.verb) && kind !== 'null',
        )
        // What names the order or its type cannot be done without.
        .filter(({ spot }) => !/^\/body(\/(id|orderId|orderType|tenant))?$/.test(spot.at))
        .map((owed) => ({
          title: `Refused and done all the same: ${nameOf(owed)}`,
          breaks: ['EVT-02', 'KCI-07', 'KCI-24', 'kci.refused-request', 'kci.silence'],
          where: owed.where,
          do: [
            { accept: {} },
            { set: { at: '/status', to: 422 } },
            { set: { at: '/body', to: { ...REFUSED_BODY, code: 'INVALID_REQUEST' } } },
          ],
        })),
  },
  {
    name: 'legal-value-refused',
    seedlings: (ground) =>
      spotsOf(ground.contract).flatMap((spot) => {
        const isType = spot.at === '/body/orderType';
        const values = Array.isArray(spot.schema.enum) && !isType ? spot.schema.enum : [];
        const shapes: (readonly [string, Json])[] = [
          ...(spot.isRequired ? [] : [['', '~present'] as const]),
          ...values.map((value) => [String(value), value] as const),
          ...(isFreeText(ground, spot) ? TEXTS : []),
          ...(typeOf(spot) === 'array'
            ? ([
                ['with several', '~len(>= 2)'],
                ['of more than five', '~len(> 5)'],
              ] as const)
            : []),
        ];
        const { verb, orderType } = spot;
        if (spot.at.includes('*')) return [];
        return shapes.flatMap(([words, shape]) =>
          ['INVALID_REQUEST', 'SUPPLIER_FAULT'].map((error) => ({
            title: `${error} for ${spot.at} ${words} in ${verb} ${orderType ?? ''}`.trim(),
            breaks: [...spot.rows, ...rowsOfValue(spot, shape), ...acceptanceOf(ground, verb)],
            where: {
              verb,
              ...(orderType === undefined ? {} : { orderType }),
              request: shapeAt(spot.at, shape),
            },
            do: [{ error }],
          })),
        );
      }),
  },
  {
    name: 'heard-otherwise',
    narrowedBy: ['tenant'],
    seedlings: (ground) =>
      spotsOf(ground.contract)
        .filter(({ verb }) => verb === 'order' || verb === 'amend' || verb === 'book')
        .flatMap((spot) =>
          waysOf(ground, spot).map((as) => ({
            title: `Heard ${as}: ${spot.at} in ${spot.verb} ${spot.orderType ?? ''}`.trim(),
            breaks: [
              ...spot.rows,
              'kci.entity',
              'kci.unexpected',
              'kci.sequence',
              'booking.echo',
              ...acceptanceOf(ground, spot.verb),
            ],
            where: { verb: spot.verb, ...(spot.orderType === undefined ? {} : { orderType: spot.orderType }) },
            do: [{ hear: [{ mar: { at: spot.at, as } }] }],
          })),
        ),
  },
  {
    name: 'member-not-kept',
    narrowedBy: ['tenant'],
    seedlings: ({ contract }) =>
      spotsOf(contract)
        .filter(({ verb, isRequired }) => !isRequired && (verb === 'order' || verb === 'amend'))
        .map(({ at, verb, orderType, rows }) => ({
          title: `Not kept: ${at} of ${verb} ${orderType ?? ''}`.trim(),
          breaks: [...rows, 'kci.entity', 'ERR-04', 'ERR-06'],
          where: { verb, ...(orderType === undefined ? {} : { orderType }) },
          do: [{ hear: [{ remove: at.replaceAll('*', '1') }] }],
        })),
  },
];

/** The rows of a value of an enumeration. */
function rowsOfValue({ schema }: Spot, value: Json): readonly string[] {
  const rows = schema['x-values'];
  const row =
    typeof rows === 'object' && rows !== null && !Array.isArray(rows)
      ? (rows as Record<string, Json>)[String(value)]
      : undefined;
  return [row ?? []].flat().map(String);
}
