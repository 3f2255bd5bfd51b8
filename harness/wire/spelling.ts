import type { Headers, Json, Spelling } from '../model.ts';
import { isObject } from '../values/pointer.ts';
import { bytesOf } from './wire.ts';

/**
 * Other ways to write the same request, allowed by RFC 8259, RFC 3986, RFC 9110 and RFC 9112; except pluses for blanks,
 * which belong to forms (SIL-99), and Latin-1, which is no encoding of JSON (RFC 8259, 8.1).
 */

/** A value as JSON: with every letter escaped, with blanks wherever allowed, or with the members of objects reversed. */
export function jsonIn(value: Json, spelling?: Spelling): string {
  switch (spelling) {
    case 'escapes':
      return JSON.stringify(value).replace(
        /"((?:[^"\\]|\\.)*)"/g,
        (text) => `"${(JSON.parse(text) as string).replaceAll(/./gs, escaped)}"`,
      );
    case 'blanks':
      return `\r\n ${JSON.stringify(value, null, '\t').replaceAll('":', '"\t:')}\n`;
    case 'plus':
      return JSON.stringify(value, null, ' ').replaceAll('\n', ' ');
    case 'members-reversed':
      return JSON.stringify(membersReversed(value));
    default:
      return JSON.stringify(value);
  }
}

/**
 * A text in a query: every byte may be percent-encoded, with hexadecimal digits in either case, and blanks may be pluses.
 */
export function queryIn(text: string, spelling?: Spelling): string {
  // As in forms (WHATWG URL, 5.2).
  if (spelling === 'plus') return encodeURIComponent(text).replaceAll('%20', '+');
  if (spelling !== 'percent' && spelling !== 'latin-1') return encodeURIComponent(text);
  return Array.from(bytesIn(text, spelling), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

/** A media type in another case, with the encoding of its text. */
export function mediaTypeIn(type: string, spelling?: Spelling): string {
  return spelling === 'charset' ? `${type.replace(/^./, (first) => first.toUpperCase())}; charset=utf-8` : type;
}

/** Headers: their names in lower case, any form of answer accepted, or the body in chunks without a length. */
export function headersIn(headers: Headers, hasBody: boolean, spelling?: Spelling): Headers {
  if (spelling === 'small-names') return headers.map(([name, value]) => [name.toLowerCase(), value]);
  if (spelling === 'accept-any') return [...headers, ['Accept', '*/*']];
  return spelling === 'chunked' && hasBody ? [...headers, ['Transfer-Encoding', 'chunked']] : headers;
}

/** The bytes of a text. */
export function bytesIn(text: string, spelling?: Spelling): Uint8Array {
  return spelling === 'latin-1' ? Uint8Array.from(text, (letter) => letter.charCodeAt(0)) : bytesOf(text);
}

/** A UTF-16 code unit as a JSON escape. */
export function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** A value with the members of its objects in reverse order. */
export function membersReversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(membersReversed);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, each]) => [name, membersReversed(each)]),
  );
}
