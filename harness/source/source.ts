import { createRequire } from 'node:module';
import type { Node, Pair } from 'yaml';
import { cached } from '../cached.ts';
import { homeName } from '../home.ts';
import type { Json, Problem, Span } from '../model.ts';
import { isObject, partsOf, pointerOf } from '../values/pointer.ts';

/** A YAML file as plain JSON, with the place of every value and key in it. */
export interface Source {
  readonly file: string;
  readonly value: Json;
  readonly problems: Problem[];
  /** The place of the value at a JSON Pointer, or of the nearest enclosing value if there is none. */
  spanOf(pointer: string): Span;
  /** The place of the key at a JSON Pointer; of the value for elements of a list. */
  keySpanOf(pointer: string): Span;
}

const LIMITS = { uniqueKeys: true, maxAliasCount: 100 } as const;

/** Loaded on demand: it has seventy modules, and few starts need one. */
const yaml = (): typeof import('yaml') => createRequire(import.meta.url)('yaml');

type TextRange = readonly [from: number, to: number];
/** The place of a value, as offsets in the text, with the places of its members and keys, or items. */
interface Offsets {
  readonly at: TextRange;
  readonly members?: Readonly<Record<string, { readonly key: TextRange; readonly value: Offsets }>>;
  readonly items?: readonly Offsets[];
}

/** A parsed YAML text; plain JSON, so that it can be cached. */
interface Parsed {
  readonly value: Json;
  readonly place: Offsets;
  readonly errors: readonly (Pick<Problem, 'message' | 'why' | 'fix'> & { readonly at: TextRange })[];
}

/** The version of every YAML format that this Assay reads; also that of a file without one. */
const VERSION = 1;

/** The parser's code, because a cached result is only valid for the same parser. */
const OWN = ['harness/source/source.ts'];

/**
 * Parses YAML 1.2 (core schema; JSON is part of it). Syntax errors, tags and repeated keys become problems, never
 * exceptions; so does a `version` other than the supported one. `version` is not part of the value. Shipped files are
 * parsed once, and cached for later starts.
 */
export function parseSource(text: string, file: string): Source {
  const name = homeName(file);
  const { value, place, errors } =
    name === undefined ? parse(text) : cached(name, text, () => ({ value: parse(text), files: OWN }));
  const spanAt = spansIn(text, file);
  const find = (pointer: string): { readonly key?: TextRange; readonly value: Offsets } => {
    let found: { readonly key?: TextRange; readonly value: Offsets } = { value: place };
    for (const part of partsOf(pointer)) {
      const { members, items } = found.value;
      const item = items?.[Number(part)];
      const next = members && Object.hasOwn(members, part) ? members[part] : item && { value: item };
      if (!next) break;
      found = next;
    }
    return found;
  };
  return {
    file,
    value,
    problems: errors.map(({ at, ...words }) => ({ severity: 'error', span: spanAt(...at), ...words })),
    spanOf: (pointer) => spanAt(...find(pointer).value.at),
    keySpanOf: (pointer) => {
      const { key, value } = find(pointer);
      return spanAt(...(key ?? value.at));
    },
  };
}

/** The advice for a `$value[0]` or `~in(A, B)` that YAML split in two. */
export const IN_BRACES = 'inside { } and [ ], quote a text that has , [ ] { or }; or write the map in block style';

function parse(text: string): Parsed {
  const document = yaml().parseDocument(text, {
    ...LIMITS,
    strict: true,
    prettyErrors: false,
    // Otherwise the parser silently drops every document but the first.
    logLevel: 'error',
  });
  // Of syntax errors only the first counts: the rest follow from it.
  const first = document.errors.find(({ code }) => !(code in WORDS) && code !== 'TAG_RESOLVE_FAILED');
  const told = document.errors.filter((each) => each === first || !first || each.pos[0] < first.pos[0]);
  const errors = [...told, ...document.warnings].map(({ code, pos, message }) => ({
    at: [pos[0], pos[1]] as const,
    ...(WORDS[code] ?? { message: message.split('\n')[0] ?? '', why: 'the file is not valid YAML 1.2' }),
    ...(code === 'TAB_AS_INDENT' ? { fix: 'write blanks in place of tabs' } : {}),
    ...(/flow-(seq|map)-start|between flow/.test(message) ? { fix: IN_BRACES } : {}),
  }));
  const place = placeOf(document.contents);
  // With these errors the rest of the file can still be checked.
  if (!document.errors.every(({ code }) => code in WORDS)) return { value: null, place, errors };
  try {
    const value = toJson(document.toJS({ maxAliasCount: LIMITS.maxAliasCount }));
    if (!isObject(value) || !('version' in value)) return { value, place, errors };
    const { version, ...rest } = value;
    return { value: rest, place, errors: [...errors, ...otherVersion(version, place.members?.version?.value.at)] };
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    const message = /alias/i.test(said) ? `more than ${LIMITS.maxAliasCount} nodes are written by aliases` : said;
    return { value: null, place, errors: [...errors, { at: [0, 1], message }] };
  }
}

function otherVersion(version: Json | undefined, at: TextRange = [0, 1]): Parsed['errors'] {
  if (version === VERSION) return [];
  const why = `this Assay reads version ${VERSION} of every file format`;
  return Number.isInteger(version) && Number(version) > VERSION
    ? [{ at, message: `the file is of version ${version}`, why, fix: 'take a later Assay: npm install assay@latest' }]
    : [{ at, message: `${JSON.stringify(version)} is no version of a file format`, why, fix: `version: ${VERSION}` }];
}

function placeOf(node: unknown): Offsets {
  const { isMap, isPair, isSeq } = yaml();
  const at = rangeOf(node);
  if (isSeq(node)) return { at, items: node.items.map(placeOf) };
  if (!isMap(node)) return { at };
  // For a repeated key, the first counts.
  const members = node.items
    .filter((each) => isPair(each))
    .map((pair) => [keyText(pair), { key: rangeOf(pair.key), value: placeOf(pair.value ?? pair.key) }] as const);
  return { at, members: Object.fromEntries(members.toReversed()) };
}

function rangeOf(node: unknown): TextRange {
  const range = (node as Node | null | undefined)?.range;
  return range ? [range[0], range[1]] : [0, 1];
}

/** Turns offsets in a text into places. */
function spansIn(text: string, file: string): (from: number, to: number) => Span {
  const lines = text.split('\n');
  const starts: number[] = [];
  for (let start = 0, i = 0; i < lines.length; i++) {
    starts.push(start);
    start += (lines[i]?.length ?? 0) + 1;
  }
  return (from, to) => {
    const offset = Math.min(from, text.length);
    const after = starts.findIndex((start) => start > offset);
    const i = (after < 0 ? starts.length : after) - 1;
    const excerpt = (lines[i] ?? '').replace(/\r$/, '');
    const col = offset - (starts[i] ?? 0) + 1;
    return { file, line: i + 1, col, length: Math.max(1, Math.min(to - from, excerpt.length - col + 1)), excerpt };
  };
}

function keyText(pair: Pair): string {
  return yaml().isScalar(pair.key) ? String(pair.key.value) : String(pair.key);
}

/** Words for errors about what YAML allows, or would drop. */
const WORDS: Readonly<Record<string, Pick<Problem, 'message' | 'why' | 'fix'>>> = {
  DUPLICATE_KEY: { message: 'a key stands twice', why: 'a key may stand once in a map' },
  MULTIPLE_DOCS: {
    message: 'a second document begins',
    why: 'a file holds one; nothing from here on would be read',
    fix: 'put it into a file of its own, or remove it with the line "---" or "..." before it',
  },
};

/** YAML has values that JSON does not (NaN, infinities, Dates and bytes by tag): they become texts. */
function toJson(value: unknown): Json {
  if (Array.isArray(value)) return value.map(toJson);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, toJson(item)]));
  }
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  return typeof value === 'bigint' ? Number(value) : null;
}

/** The pointer of a child. */
export function below(pointer: string, ...parts: readonly (string | number)[]): string {
  return pointer + pointerOf(parts);
}
