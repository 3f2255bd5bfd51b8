import fc from 'fast-check';
import type { Json } from '../../model.ts';
import { isObject } from '../../values/pointer.ts';

/** One change of a message, made where it makes sense: `at` and `length` are parts of the whole, from 0 to 1. */
type Edit =
  | { readonly do: 'flip'; readonly at: number; readonly bit: number }
  | { readonly do: 'cut'; readonly at: number; readonly length: number }
  | { readonly do: 'repeat'; readonly at: number; readonly length: number; readonly times: number }
  | { readonly do: 'insert'; readonly at: number; readonly text: string }
  | { readonly do: 'overwrite'; readonly at: number; readonly text: string };

/** One change of a JSON body. `nth` counts its values from the root, round and round. */
type JsonEdit =
  | { readonly do: 'value'; readonly nth: number; readonly value: Json }
  | { readonly do: 'raw'; readonly nth: number; readonly text: string }
  | { readonly do: 'name'; readonly nth: number; readonly name: string };

/** How the peer ends. */
type Ending = 'close' | 'reset' | 'keep';

/** A message to be sent, and what is done to it first. */
export interface Hostility {
  readonly json: readonly JsonEdit[];
  readonly bytes: readonly Edit[];
  readonly ending: Ending;
  /** In so many pieces. */
  readonly pieces: number;
}

const deep = (opening: string, levels: number, closing = ''): string => opening.repeat(levels) + closing.repeat(levels);

/** What has broken readers before. */
const TOKENS: readonly string[] = [
  '\r\n',
  '\n',
  '\0',
  '\xff\xfe',
  '\xef\xbb\xbf',
  '\r\n\r\n',
  'HTTP/1.1 103 X\r\n\r\n',
  'HTTP/1.1 100 Continue\r\n\r\n',
  'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n',
  'content-length: 5\r\n',
  'content-length: 99999999999999999999\r\n',
  'transfer-encoding: chunked\r\n',
  'content-encoding: gzip\r\n',
  'connection: close\r\n',
  'location: file:///etc/passwd\r\n',
  'retry-after: 99999999999\r\n',
  `x: ${'y'.repeat(70_000)}\r\n`,
  '0\r\n\r\n',
  'fffffffff\r\n',
  '{',
  '}',
  '[',
  '"',
  '\\',
  '\\u0000',
  '\\ud800',
  ']]>',
  '</script><script>',
  '\x1b[2J',
  '99999999999999999999',
  '-1',
  '1e999',
  '"__proto__":{"polluted":1},',
  deep('[', 300),
  deep('{"a":', 20_000),
];

const VALUES: readonly Json[] = [
  null,
  true,
  '',
  0,
  -1,
  2 ** 53 + 2,
  1e308,
  [],
  {},
  '\0',
  '\ud800',
  '2026-02-30T25:61:61Z',
  '+275761-01-01T00:00:00Z',
  '<script>alert(1)</script>',
  ']]>',
  '\x1b[31m\u202e',
  'x'.repeat(100_000),
  '$world',
  '${offer}',
  '~any',
];

const TEXTS: readonly string[] = [
  deep('[', 100_000, ']'),
  `${deep('{"a":', 100_000)}1${'}'.repeat(100_000)}`,
  `${deep('[', 190)}1${']'.repeat(190)}`,
  '1e400',
  '-0',
  '123456789012345678901234567890',
  '{"a":1,"a":2}',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  `[${'0,'.repeat(20_000)}0]`,
  '"\\u0000"',
  'NaN',
];

const part = fc.double({ min: 0, max: 1, noNaN: true });
const token = fc.constantFrom(...TOKENS);

const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ do: fc.constant('flip' as const), at: part, bit: fc.nat(7) }),
  fc.record({ do: fc.constant('cut' as const), at: part, length: part }),
  fc.record({ do: fc.constant('repeat' as const), at: part, length: part, times: fc.nat(50) }),
  fc.record({ do: fc.constant('insert' as const), at: part, text: fc.oneof(token, fc.string({ maxLength: 20 })) }),
  fc.record({ do: fc.constant('overwrite' as const), at: part, text: token }),
);

const jsonEdit: fc.Arbitrary<JsonEdit> = fc.oneof(
  fc.record({
    do: fc.constant('value' as const),
    nth: fc.nat(200),
    value: fc.oneof(fc.constantFrom(...VALUES), fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>),
  }),
  fc.record({ do: fc.constant('raw' as const), nth: fc.nat(200), text: fc.constantFrom(...TEXTS) }),
  fc.record({
    do: fc.constant('name' as const),
    nth: fc.nat(200),
    name: fc.constantFrom('__proto__', 'constructor', 'toString', '', '$ref', 'id', 'x'.repeat(10_000), '\u202e'),
  }),
);

/** Any hostility; two thirds of the time of one kind only, so that the other is not lost in its noise. */
export const hostility: fc.Arbitrary<Hostility> = fc
  .record({
    json: fc.array(jsonEdit, { maxLength: 3 }),
    bytes: fc.array(edit, { maxLength: 3 }),
    kind: fc.constantFrom('json', 'bytes', 'both'),
    ending: fc.constantFrom<Ending>('close', 'close', 'close', 'close', 'close', 'close', 'reset', 'keep'),
    pieces: fc.constantFrom(1, 1, 2, 7),
  })
  .map(({ json, bytes, kind, ...rest }) => ({
    json: kind === 'bytes' ? [] : json,
    bytes: kind === 'json' ? [] : bytes,
    ...rest,
  }));

/** The JSON text after all edits; a text that is no JSON stays. */
export function editedJson(text: string, edits: readonly JsonEdit[]): string {
  if (edits.length === 0) return text;
  let json: Json;
  try {
    json = JSON.parse(text) as Json;
  } catch {
    return text;
  }
  const raw: string[] = [];
  for (const each of edits) {
    const count = countOf(json);
    json = changed(json, each, { left: each.nth % count }, raw);
  }
  return raw.reduce((done, each, i) => done.replace(`"${MARK}${i}"`, () => each), JSON.stringify(json));
}

/** Stands for a text that is put in as it is. */
const MARK = '\u2603raw-';

function countOf(value: Json): number {
  if (Array.isArray(value)) return value.reduce((sum: number, each: Json) => sum + countOf(each), 1);
  return isObject(value) ? Object.values(value).reduce<number>((sum, each) => sum + countOf(each), 1) : 1;
}

function changed(value: Json, edit: JsonEdit, place: { left: number }, raw: string[]): Json {
  if (place.left-- === 0) {
    if (edit.do === 'value') return edit.value;
    if (edit.do === 'raw') return `${MARK}${raw.push(edit.text) - 1}`;
    if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([, each]) => [edit.name, each]));
    return edit.name;
  }
  if (Array.isArray(value)) return value.map((each) => changed(each, edit, place, raw));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, changed(each, edit, place, raw)]));
}

/** The bytes after all edits. */
export function editedBytes(bytes: Uint8Array, edits: readonly Edit[]): Uint8Array {
  return edits.reduce<Uint8Array>(edited, bytes);
}

function edited(bytes: Uint8Array, edit: Edit): Uint8Array {
  const at = Math.floor(edit.at * bytes.byteLength);
  const before = bytes.subarray(0, at);
  switch (edit.do) {
    case 'flip': {
      const copy = Uint8Array.from(bytes);
      copy[at] = (copy[at] ?? 0) ^ (1 << edit.bit);
      return copy;
    }
    case 'cut':
      return Buffer.concat([before, bytes.subarray(at + Math.ceil(edit.length * 40))]);
    case 'repeat': {
      const some = bytes.subarray(at, at + Math.ceil(edit.length * 200));
      return Buffer.concat([before, ...Array<Uint8Array>(edit.times).fill(some), bytes.subarray(at)]);
    }
    case 'insert':
      return Buffer.concat([before, Buffer.from(edit.text, 'latin1'), bytes.subarray(at)]);
    case 'overwrite': {
      const text = Buffer.from(edit.text, 'latin1');
      return Buffer.concat([before, text, bytes.subarray(at + text.byteLength)]);
    }
  }
}
