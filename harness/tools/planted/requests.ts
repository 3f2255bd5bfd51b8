import { rowIdsOf } from '../../contract/rows.ts';
import type { FaultAction, FaultTrigger } from '../../fake/fault.ts';
import type { Marring } from '../../fake/fault-edits.ts';
import type { Contract, DefectKind, Json, RefusalRule, SpecVerb } from '../../model.ts';
import { isObject, isWithin } from '../../values/pointer.ts';
import { formatAnswers, refusalFor } from '../../wire/answer.ts';
import { errorBody } from './answers.ts';
import { grantOf, requestSpots, type Spot, shapeAt, typeOf } from './places.ts';
import type { Mutation, MutationClass, Subject } from './plant.ts';

/** Mistakes in what a gateway makes of requests. */

const CHANGING: readonly SpecVerb[] = ['order', 'amend', 'cancel'];
const GATEWAY: readonly SpecVerb[] = ['availability', 'slots', 'book', ...CHANGING];

const spotsOf = (contract: Contract): Spot[] => GATEWAY.flatMap((verb) => requestSpots(contract, verb));

const sentIn = ({ verb, orderType }: Spot): string => `in ${verb} ${orderType ?? ''}`.trim();
const whereOf = ({ verb, orderType }: Spot): FaultTrigger => ({
  verb,
  ...(orderType === undefined ? {} : { orderType }),
});

/** A defect that a request may have, with what is owed for it. */
interface Owed {
  readonly spot: Spot;
  readonly kind: DefectKind;
  readonly at: string;
  readonly rule: RefusalRule;
  /** How the place looks then; absent where no shape tells. */
  readonly looks?: Json;
}

/** Values of another JSON type than stated, as matchers. */
const LOOKS: Readonly<Record<string, readonly string[]>> = {
  string: ['~number', '~boolean', '~object', '~array'],
  integer: ['~string', '~boolean', '~array', '~object'],
  boolean: ['~string', '~number'],
  array: ['~string', '~object', '~number'],
  object: ['~string', '~number', '~boolean'],
};

function kindsAt({ schema, at }: Spot): readonly DefectKind[] {
  // Of a query's plain text, everything is a text.
  const isPlain = /^\/query\/[^/]+$/.test(at) && schema.type === 'string';
  return [
    ...(isPlain ? (['omit'] as const) : (['omit', 'null', 'wrong-type'] as const)),
    ...(schema.enum === undefined ? [] : (['not-in-enum'] as const)),
    ...(String(schema.format).startsWith('iso8601') ? (['not-a-date'] as const) : []),
    ...(schema.type === 'object' ? (['array-for-object'] as const) : []),
  ];
}

/** Every defect for which the contract owes a refusal; where `isEach`, values of each other type by themselves, too. */
function owedIn({ contract }: Subject, isEach = false): Owed[] {
  return spotsOf(contract).flatMap((spot) => {
    const { verb, orderType, at: written } = spot;
    // A member of a list can only be told from its like by the defect itself.
    const isListed = written.includes('*');
    const places = isListed ? [written.replaceAll('*', '0'), written.replaceAll('*', '1')] : [written];
    return places.flatMap((at) =>
      kindsAt(spot).flatMap((kind): Owed[] => {
        const rule = refusalFor(contract.operations[verb], { kind, at }, orderType ? { orderType } : undefined);
        if (!rule || rule.answers.length === 0) return [];
        const owed = { spot, kind, at, rule };
        if (isListed) return [owed];
        if (kind === 'omit') return [{ ...owed, looks: '~absent' }];
        if (kind === 'null') return [{ ...owed, looks: null }];
        if (kind !== 'wrong-type' || !at.startsWith('/body/')) return [owed];
        const type = typeOf(spot);
        return [`~not(~${type})`, ...(isEach ? (LOOKS[type] ?? []) : [])].map((looks) => ({ ...owed, looks }));
      }),
    );
  });
}

/**
 * What names the tenant, or something that was answered before: of another type it names nothing, and is refused for that.
 */
const isName = ({ contract }: Subject, { spot: { verb, at } }: Owed): boolean =>
  contract.operations[verb].fields.some(
    (field) => (field.take !== undefined || field.default === '$tenant') && field.to === at,
  );

/** Whoever takes any address, or any appointment, does not compare them. */
const unchecked = ({ spot: { at } }: Owed): FaultAction[] =>
  /^\/body\/(address|appointmentReservation)/.test(at) ? [{ switch: 'reservations-unchecked' }] : [];

/** A mistake with a request that has a defect. */
function mistakeWith(
  owed: Owed,
  words: string,
  breaks: readonly string[],
  more: FaultTrigger,
  ...actions: readonly FaultAction[]
): Mutation {
  const { spot, kind, at, looks, rule } = owed;
  // A type of order that cannot be read is of no type.
  const { orderType: _, ...where } = whereOf(spot);
  const typed = at === '/body/orderType' || at === '/body' ? where : whereOf(spot);
  const request = looks === undefined ? {} : { request: shapeAt(spot.at, looks) };
  return {
    title: `${words}: ${kind} ${at} ${looks ?? ''} ${sentIn(spot)}`,
    breaks: [...breaks, rule.requirement, ...spot.rows],
    where: { ...typed, ...request, ...more },
    do: actions,
  };
}

/** Defects that can be told by the look of the request. */
const seen = (subject: Subject): Owed[] => owedIn(subject).filter(({ looks }) => looks !== undefined);

/** What a text may be, each of which "free text" takes. */
const TEXTS: readonly string[] = [
  ...['~matches([^\\x00-\\x7f])', "~matches(['’])", '~matches(&)', '~matches([<>])', '~matches(["\\\\])'],
  ...['~matches(\\n)', '~matches(^\\s|\\s$)', '~len(1)', '~len(> 100)', '~len(> 1000)'],
  ...['~matches([\\u{1f300}-\\u{1faff}])', '~matches(-)', '~matches(^\\d)', '~matches(%)'],
];
/** Nobody's name has several lines, or a thousand letters. */
const IN_NO_NAME: readonly string[] = ['~matches(\\n)', '~len(> 1000)'];
const LISTS: readonly string[] = ['~len(>= 2)', '~len(> 5)'];

const isOfAPerson = ({ at }: Pick<Spot, 'at'>): boolean => /Contact\/name$/.test(at);

/** Members whose row calls them free texts, and the names of people. */
function isFreeText({ contract }: Subject, { schema, rows, at }: Spot): boolean {
  if (schema.type !== 'string' || schema.enum !== undefined || schema.format !== undefined || at.includes('*'))
    return false;
  const sentence = contract.register.find(({ id }) => id === rows[0])?.sentence ?? '';
  return /free text|hazards, onSiteRestrictions, notes/i.test(sentence) || isOfAPerson({ at });
}

/** What a valid request may hold at a place, as shapes. */
function legalAt(subject: Subject, spot: Spot): readonly Json[] {
  const { schema, at, isRequired } = spot;
  const values: readonly Json[] = Array.isArray(schema.enum) && at !== '/body/orderType' ? schema.enum : [];
  const lists = typeOf(spot) === 'array' ? LISTS : [];
  const texts = isOfAPerson(spot) ? TEXTS.filter((shape) => !IN_NO_NAME.includes(shape)) : TEXTS;
  return [...(isRequired ? [] : ['~present']), ...values, ...(isFreeText(subject, spot) ? texts : []), ...lists];
}

const OF_TEXT: readonly Marring[] = [
  ...(['upper', 'lower', 'trimmed', 'blanks-joined', 'last-lost', 'first-lost', 'cut-at-30', 'cut-at-255'] as const),
  ...(['ascii', 'without-accents', 'read-as-latin', 'html-escaped', 'url-encoded'] as const),
];

/** How a value is taken otherwise than it was sent, by what it is. */
export function waysOf(subject: Subject, spot: Spot): readonly Marring[] {
  const type = typeOf(spot);
  // A label beside an id: a gateway may have its own.
  if (spot.at.endsWith('/serviceSpecification/name')) return [];
  if (isFreeText(subject, spot)) return isOfAPerson(spot) ? OF_TEXT.filter((as) => as !== 'cut-at-255') : OF_TEXT;
  if (type === 'integer') return ['in-32-bits', 'in-floats', 'one-more'];
  if (type === 'array') return ['without-first', 'without-last', 'empty'];
  if (spot.schema.format !== undefined) return ['day-later', 'day-earlier'];
  return type === 'string' && spot.schema.enum === undefined ? ['last-lost', 'first-lost'] : [];
}

const UNTRUE = ['kci.entity', 'kci.unexpected', 'kci.sequence', 'booking.echo'];

export const REQUESTS: readonly MutationClass[] = [
  {
    name: 'refusal-not-given',
    mutations: (subject) =>
      owedIn(subject, true)
        // Without a body there is nothing to let pass.
        .filter((owed) => !isName(subject, owed) && owed.at !== '/body')
        .map((owed) =>
          mistakeWith(owed, 'Let pass', [], {}, { accept: { kinds: [owed.kind], at: [owed.at] } }, ...unchecked(owed)),
        ),
  },
  {
    name: 'refusal-of-another-kind',
    mutations: (subject) =>
      seen(subject).flatMap((owed) =>
        [200, 204, 403, 404, 500].map((status) => {
          const words = `${status} for ${formatAnswers(owed.rule.answers)}`;
          return mistakeWith(owed, words, [], { status: '4xx' }, { set: { at: '/status', to: status } });
        }),
      ),
  },
  {
    name: 'refusal-with-another-code',
    mutations: (subject) =>
      seen(subject).flatMap((owed) =>
        ['VALIDATION_FAILED', 'SUPPLIER_FAULT', 'NOT_AUTHORISED'].map((code) =>
          mistakeWith(owed, code, ['error.code'], { status: '4xx' }, { set: { at: '/body/code', to: code } }),
        ),
      ),
  },
  {
    name: 'refused-and-done',
    mutations: (subject) =>
      seen(subject)
        // What names the order or its type cannot be done without.
        .filter(
          ({ spot: { verb, at } }) => CHANGING.includes(verb) && !/^\/body(\/(id|orderId|orderType|tenant))?$/.test(at),
        )
        .map((owed) => {
          const breaks = ['EVT-02', 'KCI-07', 'KCI-24', 'kci.refused-request', 'kci.silence'];
          const body = errorBody(owed.spot.verb, 'INVALID_REQUEST');
          const refuse: FaultAction[] = [{ set: { at: '/status', to: 422 } }, { set: { at: '/body', to: body } }];
          return mistakeWith(owed, 'Refused and done', breaks, {}, { accept: {} }, ...unchecked(owed), ...refuse);
        }),
  },
  {
    name: 'legal-value-refused',
    mutations: (subject) =>
      spotsOf(subject.contract)
        .filter(({ at }) => !at.includes('*'))
        .flatMap((spot) => {
          const named = spot.schema['x-values'];
          const rowsFor = (value: Json): string[] => (isObject(named) ? rowIdsOf(named[String(value)]) : []);
          const { rows } = grantOf(subject.contract.operations[spot.verb]);
          return legalAt(subject, spot).flatMap((shape) =>
            ['INVALID_REQUEST', 'SUPPLIER_FAULT'].map((error) => ({
              title: `${error} for ${spot.at} ${String(shape)} ${sentIn(spot)}`,
              breaks: [...spot.rows, ...rowsFor(shape), ...rows],
              where: { ...whereOf(spot), request: shapeAt(spot.at, shape) },
              do: [{ error }],
            })),
          );
        }),
  },
  {
    name: 'heard-otherwise',
    narrowedBy: ['tenant'],
    mutations: (subject) =>
      spotsOf(subject.contract)
        .filter(({ verb }) => verb === 'order' || verb === 'amend' || verb === 'book')
        .flatMap((spot) =>
          waysOf(subject, spot).map((as) => ({
            title: `Heard ${as}: ${spot.at} ${sentIn(spot)}`,
            breaks: [...spot.rows, ...UNTRUE, ...grantOf(subject.contract.operations[spot.verb]).rows],
            where: whereOf(spot),
            do: [{ hear: [{ mar: { at: spot.at, as } }] }],
          })),
        ),
  },
  {
    name: 'member-not-kept',
    narrowedBy: ['tenant'],
    mutations: (subject) => {
      const owed = owedIn(subject);
      return spotsOf(subject.contract)
        .filter(({ verb, isRequired }) => !isRequired && (verb === 'order' || verb === 'amend'))
        .map((spot) => {
          // What is not read is not refused either.
          const unread = owed.filter((each) => each.spot.verb === spot.verb && isWithin(each.spot.at, spot.at));
          return {
            title: `Not kept: ${spot.at} ${sentIn(spot)}`,
            breaks: [...new Set([...spot.rows, ...UNTRUE, ...unread.map(({ rule }) => rule.requirement)])],
            where: whereOf(spot),
            do: [{ hear: [{ remove: spot.at.replaceAll('*', '1') }] }],
          };
        });
    },
  },
];
