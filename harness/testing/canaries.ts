import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/**
 * Secrets that can be told wherever they turn up. All of them hold one word that stands nowhere else, so that even a
 * part of one, or one nobody thought of, is found in any text: as it is, URL-encoded, or in any alignment of base64.
 */

const WORD = 'canary';
const CANARY = /canary[.]([a-z-]+)[.](\d{4})/g;

/** The characters at the end differ in every encoding. */
export function canary(kind: string, nth: number): string {
  return `${WORD}.${kind}.${String(nth).padStart(4, '0')}/+~=`;
}

/** How a canary may stand in a text. */
export type Encoding = 'plain' | 'url' | 'base64';
/** All of them. */
export const ENCODINGS: readonly Encoding[] = ['plain', 'url', 'base64'];

/** What a text holds of canaries: `access-token.0017` by its encoding, and where even the word does. */
export interface Sighting {
  readonly encoding: Encoding;
  readonly canary: string;
  readonly excerpt: string;
}

/** Every canary in a text. One whose number was cut off is told as `?`. */
export function sightingsIn(text: string): readonly Sighting[] {
  const plain = [...text.matchAll(new RegExp(WORD, 'gi'))].map(({ index }): Sighting => {
    const rest = text.slice(index, index + 60);
    const found = new RegExp(CANARY.source).exec(rest);
    const encoding = found && /^%/.test(rest.slice(found[0].length)) ? 'url' : 'plain';
    return { encoding, canary: found ? `${found[1]}.${found[2]}` : '?', excerpt: excerpt(text, index) };
  });
  return [...plain, ...inBase64(text)];
}

/** The word as base64 has it after no byte, one or two, without the characters that its neighbours share in. */
const WORDS_IN_BASE64 = [0, 1, 2].map((before) => {
  const bits = (before + WORD.length) * 8;
  const whole = Buffer.concat([Buffer.alloc(before), Buffer.from(WORD)]).toString('base64');
  return whole.slice(Math.ceil((before * 8) / 6), Math.floor(bits / 6));
});

function inBase64(text: string): Sighting[] {
  return [...text.matchAll(new RegExp(WORDS_IN_BASE64.join('|'), 'g'))].map(({ index }) => {
    const before = /[A-Za-z0-9+/_-]*$/.exec(text.slice(Math.max(0, index - 400), index))?.[0] ?? '';
    const run = before + (/^[A-Za-z0-9+/_-]*/.exec(text.slice(index, index + 400))?.[0] ?? '');
    const decoded = [0, 1, 2, 3].map((skip) => Buffer.from(run.slice(skip), 'base64').toString('latin1'));
    const found = decoded.flatMap((each) => [...each.matchAll(CANARY)])[0];
    return {
      encoding: 'base64',
      canary: found ? `${found[1]}.${found[2]}` : '?',
      excerpt: excerpt(text, index),
    };
  });
}

function excerpt(text: string, index: number): string {
  return text.slice(Math.max(0, index - 60), index + 60);
}

/** A text with what it holds packed: a page keeps its cases as base64 of gzip. */
export function unpacked(text: string, encoding: 'latin1' | 'utf8' = 'utf8'): string {
  const held = text.matchAll(/<script type="application\/octet-stream"[^>]*>([^<]*)<\/script>/g);
  return [
    text,
    ...[...held].map(([, packed = '']) => gunzipSync(Buffer.from(packed, 'base64')).toString(encoding)),
  ].join('\n');
}

/** All files below a folder, with their bytes as characters, those that are packed in them included. */
export function filesBelow(folder: string): readonly { readonly name: string; readonly text: string }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => ({ name, text: unpacked(readFileSync(join(folder, name)).toString('latin1'), 'latin1') }));
}
