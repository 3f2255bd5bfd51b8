import { isDateFormat } from '../contract/formats.ts';
import type { Defect, DefectKind, Json, JsonObject, Operation, RequestTemplate } from '../model.ts';
import { isDate, isDateTime } from '../values/iso8601.ts';
import { placesIn, type RequestPlace, settle } from './request-places.ts';

/** A valid request, opened for defects. */
type OpenedRequest = ReturnType<typeof open>;

const AUTHORIZATION = { at: '/headers/Authorization' };

/** Where each kind of defect can be put so that the result is certainly invalid. */
const PUT: Readonly<Record<Exclude<DefectKind, 'set'>, (opened: OpenedRequest) => readonly Defect[]>> = {
  omit: ({ texts, members, words }) => each('omit', required([...texts, ...members, ...words])),
  null: ({ texts, members }) => each('null', required([...texts, ...members])),
  empty: ({ texts, members, words }) =>
    each(
      'empty',
      required([...texts, ...members, ...words]).filter(({ schema }) => !mayBeEmpty(schema)),
    ),
  'wrong-type': ({ texts, members, segments }) => [
    // A text in place of JSON would be malformed; a number is JSON of another type.
    ...texts.map(({ at }): Defect => ({ kind: 'wrong-type', at, value: 42 })),
    ...members.flatMap(({ at, schema }, i) => atItsPlace(ofAnotherType(schema), at, i)),
    ...segments
      .filter(({ schema }) => typesOf(schema).includes('integer'))
      .map(({ at }): Defect => ({ kind: 'wrong-type', at, value: 'another-type' })),
  ],
  'not-in-enum': ({ members, words, segments }) =>
    [...members, ...words, ...segments]
      .filter(({ schema }) => Array.isArray(schema.enum))
      .flatMap(({ at, schema, value }, i) => atItsPlace(nearlyListed(schema, value), at, i)),
  'not-a-date': ({ members, words, segments }) =>
    [...members, ...words, ...segments]
      .filter(({ schema: { format } }) => isDateFormat(format))
      .flatMap(({ at }, i) => atItsPlace(NO_DATES, at, i)),
  'malformed-json': ({ texts }) => texts.flatMap(({ at }) => MALFORMED.map((wrong) => ({ ...wrong, at }))),
  'truncated-json': ({ texts }) => each('truncated-json', texts),
  'array-for-object': ({ texts, members }) =>
    each('array-for-object', [...texts, ...members.filter(({ schema }) => typesOf(schema).includes('object'))]),
  'wrong-content-type': ({ hasBody }) => each('wrong-content-type', hasBody ? [{ at: '/headers/Content-Type' }] : []),
  'not-encoded': ({ encoded }) => each('not-encoded', encoded),
  'doubly-encoded': ({ encoded }) => each('doubly-encoded', encoded),
  'no-header': ({ headers }) => each('no-header', headers),
  'empty-header': ({ headers }) => each('empty-header', headers),
  'no-bearer': ({ auth }) => each('no-bearer', auth === 'bearer' ? [AUTHORIZATION] : []),
  'bad-token': ({ auth }) => each('bad-token', auth === 'bearer' ? [AUTHORIZATION] : []),
  'bad-credentials': ({ auth }) => each('bad-credentials', auth === 'basic' ? [AUTHORIZATION] : []),
};

/** Every defect of these kinds that can be put into a valid request, in the order of the kinds. */
export function defectsOf(
  kinds: readonly DefectKind[],
  operation: Operation,
  request: RequestTemplate,
): readonly Defect[] {
  const opened = open(operation, request);
  return kinds.flatMap((kind) => (kind === 'set' ? [] : PUT[kind](opened)));
}

/** The kind of defect that a written value really is: one that is not in the enum, or of another type, counts as such. */
export function amountsTo(defect: Defect, operation: Operation, request: RequestTemplate): Defect {
  const { kind, at, value = null } = defect;
  if (kind !== 'set') return defect;
  const { members, words, segments } = open(operation, request);
  const schema = [...members, ...words, ...segments].find((place) => place.at === at)?.schema;
  return schema === undefined ? defect : { ...defect, kind: kindOf(schema, value) };
}

function kindOf(schema: JsonObject, value: Json): DefectKind {
  const types = typesOf(schema);
  const isList = Array.isArray(value);
  const type = isList ? 'array' : typeof value;
  if (value === '' || (isList && value.length === 0)) return 'empty';
  if (isList && types.includes('object')) return 'array-for-object';
  if (types.length > 0 && !types.includes(type) && !(types.includes('integer') && Number.isInteger(value)))
    return 'wrong-type';
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) return 'not-in-enum';
  const isNoDate = isDateFormat(schema.format) && !isDate(String(value)) && !isDateTime(String(value));
  return isNoDate ? 'not-a-date' : 'set';
}

function open({ parameters, body }: Operation, request: RequestTemplate) {
  // Path parameters cannot be omitted: the path would be another one.
  const segments = parameters.flatMap(({ in: part, name, schema }) => {
    const value = part === 'path' ? request.pathParameters?.[name] : undefined;
    return value === undefined ? [] : [{ at: `/path/${name}`, schema, required: false, value }];
  });
  const query = parameters.flatMap(({ in: part, name, schema, required: isRequired, json }) => {
    const value = part === 'query' ? request.query[name] : undefined;
    if (value === undefined) return [];
    return [
      { json, value, place: { at: `/query/${name}`, schema: settle(schema, value), required: isRequired, value } },
    ];
  });
  const inBody =
    body && request.body !== undefined ? { schema: settle(body.schema, request.body), value: request.body } : undefined;
  const isJson = body?.contentType.includes('json') ?? false;
  const bodyPlaces = inBody ? placesIn(inBody.schema, inBody.value, '/body') : [];
  const encoded = query.filter(({ json }) => json);
  const headers = parameters.filter(
    ({ in: part, name, required: isRequired }) =>
      part === 'header' && isRequired && Object.hasOwn(request.headers, name),
  );
  return {
    auth: request.auth,
    hasBody: inBody !== undefined,
    /** Texts that are JSON: the body, and query parameters that carry an object. */
    texts: [
      ...encoded.map(({ place }) => place),
      ...(inBody && isJson ? [{ at: '/body', schema: inBody.schema, required: true }] : []),
    ],
    /** The members inside these texts. */
    members: [
      ...encoded.flatMap(({ place, value }) => placesIn(place.schema, value, place.at)),
      ...(isJson ? bodyPlaces : []),
    ],
    /** Query parameters of plain text, and the members of a form. */
    words: [...query.filter(({ json }) => !json).map(({ place }) => place), ...(isJson ? [] : bodyPlaces)],
    /** Parameters of the path. */
    segments,
    /** Query parameters that carry JSON, which must be URL-encoded. */
    encoded: encoded.map(({ place }) => place),
    /** Required headers. */
    headers: [
      ...headers.map(({ name }) => ({ at: `/headers/${name}` })),
      ...(request.auth === 'none' ? [] : [AUTHORIZATION]),
    ],
  };
}

function each(kind: DefectKind, places: readonly { readonly at: string }[]): Defect[] {
  return places.map(({ at }) => ({ kind, at }));
}

function required(places: readonly RequestPlace[]): RequestPlace[] {
  return places.filter((place) => place.required);
}

function typesOf({ type }: JsonObject): readonly Json[] {
  return Array.isArray(type) ? type : type === undefined ? [] : [type];
}

/** Whether a value may be empty: a list, a map without required members, or anything. */
function mayBeEmpty(schema: JsonObject): boolean {
  const types = typesOf(schema);
  if (types.includes('object')) return !Array.isArray(schema.required) || schema.required.length === 0;
  return types.length === 0 || types.includes('array');
}

/** A defect without its place. */
type Wrong = Omit<Defect, 'at'>;

/**
 * All wrong values for a place. For further elements of a list only one each, in turn, chosen from those that a lenient
 * reader would convert (text, number, boolean): a reader that checks nothing accepts these, too.
 */
function atItsPlace(wrongs: readonly Wrong[], at: string, nth: number): Defect[] {
  const isFurther = /\/[1-9]\d*(\/|$)/.test(at);
  const plain = wrongs.filter(({ value, as }) => typeof value !== 'object' && as !== 'list');
  const taken = isFurther ? plain.slice(nth % plain.length).slice(0, 1) : wrongs;
  return taken.map((wrong) => ({ ...wrong, at }));
}

/** The first colon removed, a word appended, and what lenient readers accept: a trailing comma, NaN, a comment. */
const MALFORMED: readonly Wrong[] = [
  { kind: 'malformed-json' },
  ...[' more', ',', 'NaN', '/**/'].map((value): Wrong => ({ kind: 'malformed-json', value })),
];

/**
 * Words, and texts that look like dates to a reader that checks only the form, or stops at its end. Without 30 February,
 * which many correct readers carry over.
 */
const NO_DATES = ['not-a-date', 'tomorrow', '2027-13-45', '2031-03-01 or later', '03/01/2031'].map(
  (value): Wrong => ({ kind: 'not-a-date', value }),
);

/** A value outside the enum, and variants of a listed value: other case, a blank, cut short. */
function nearlyListed({ enum: listed }: JsonObject, value: Json | undefined): Wrong[] {
  const all: readonly Json[] = Array.isArray(listed) ? listed : [];
  const own = String(value !== undefined && all.includes(value) ? value : all[0]);
  const small = own.toLowerCase();
  const near = ['NO_SUCH_VALUE', small, own[0] + small.slice(1), `${own} `, ` ${own}`, own.slice(0, -1)];
  return near.filter((each) => !all.includes(each)).map((each) => ({ kind: 'not-in-enum', value: each }));
}

const TYPES: Readonly<Record<string, Omit<Wrong, 'kind'>>> = {
  object: { value: { wrong: 'type' } },
  number: { as: 'number' },
  boolean: { value: true },
  array: { as: 'list' },
  string: { value: 'another type' },
};

/**
 * Values of other types than the schema's; none if it names none. Where a converting reader would accept one, it is made
 * from the right value, so that only its type is wrong.
 */
function ofAnotherType(schema: JsonObject): Wrong[] {
  const types = typesOf(schema);
  const isNumber = types.includes('integer') || types.includes('number');
  const others = Object.entries(TYPES).filter(
    ([name]) =>
      // A list instead of an object is a kind of its own.
      !types.includes(name) && !(name === 'number' && isNumber) && !(name === 'array' && types.includes('object')),
  );
  const wrongs = others.map(([, wrong]): Wrong => ({ kind: 'wrong-type', ...wrong }));
  if (types.length === 0) return [];
  return [
    ...wrongs,
    ...(isNumber ? [{ kind: 'wrong-type', as: 'text' } as const] : []),
    ...(types.includes('integer') ? [{ kind: 'wrong-type', as: 'fraction' } as const] : []),
  ];
}
