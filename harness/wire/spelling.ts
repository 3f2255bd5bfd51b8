import type { Headers, Json, Spelling } from '../model.ts';
import { isObject } from '../values/pointer.ts';
import { bytesOf } from './wire.ts';

/**
 * Other ways to write the same request, which RFC 8259, RFC 3986, RFC 9110 and RFC 9112 allow; pluses for blanks are of
 * forms (SIL-99), and Latin-1 is no encoding of JSON (RFC 8259, 8.1).
 */

/**
 * A value as JSON: with every letter escaped, with blanks wherever they may stand, or with the members of objects the other
 * way round.
 */
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
 * A text as a part of a query; every byte of it may be percent-encoded, in letters of either case, and blanks may be
 * pluses.
 */
export function queryIn(text: string, spelling?: Spelling): string {
  // As in forms (WHATWG URL, 5.2).
  if (spelling === 'plus') return encodeURIComponent(text).replaceAll('%20', '+');
  if (spelling !== 'percent') return encodeURIComponent(text);
  return [...new TextEncoder().encode(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

/** The name of a media type is in letters of either case, and says how its text is encoded. */
export function mediaTypeIn(type: string, spelling?: Spelling): string {
  return spelling === 'charset' ? `${type.replace(/^./, (first) => first.toUpperCase())}; charset=utf-8` : type;
}

/**
 * Names of headers are the same in letters of either case; any form of answer may be accepted; a body may come in chunks,
 * its length untold.
 */
export function headersIn(headers: Headers, hasBody: boolean, spelling?: Spelling): Headers {
  if (spelling === 'small-names') return headers.map(([name, value]) => [name.toLowerCase(), value]);
  if (spelling === 'accept-any') return [...headers, ['Accept', '*/*']];
  return spelling === 'chunked' && hasBody ? [...headers, ['Transfer-Encoding', 'chunked']] : headers;
}

/** The bytes of a body. */
export function bytesIn(text: string, spelling?: Spelling): Uint8Array {
  return spelling === 'latin-1' ? Uint8Array.from(text, (letter) => letter.charCodeAt(0)) : bytesOf(text);
}

/** A UTF-16 code unit as any text of JSON may write it. */
export function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** A value with the members of its objects in the opposite order. */
export function membersReversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(membersReversed);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, each]) => [name, membersReversed(each)]),
  );
}
