import type { Json } from '../model.ts';

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const OFFSET = /(Z|[+-]\d\d(:?\d\d)?)$/;

/** Shorter beginnings of a text may be another text. */
const LEAST_CUT = 4;

/** What is usually done to texts on their way, and what each is called. */
const ALTERATIONS: readonly (readonly [words: string, isSo: (right: string, came: string) => boolean])[] = [
  ['with other blanks around it', (right, came) => right.trim() === came.trim()],
  ['in letters of another case', (right, came) => right.toLowerCase() === came.toLowerCase()],
  ['escaped for HTML', (right, came) => unescaped(came) === right],
  ['escaped for a URL', (right, came) => encodeURIComponent(right.toWellFormed()) === came],
  ['read in another encoding', (right, came) => misread(right) === came && hasBeyond(right)],
  ['with other signs for letters beyond ASCII', (right, came) => asciiOf(right) === asciiOf(came) && hasBeyond(right)],
  ['without its accents', (right, came) => withoutAccents(right) === came],
  ['by the same clock with another offset', (right, came) => clockOf(right) !== '' && clockOf(right) === clockOf(came)],
];

/**
 * How a value became another one, in words: `only the first 36 characters`; undefined if it looks like another value
 * altogether.
 */
export function alteredAs(right: Json | undefined, came: Json | undefined): string | undefined {
  if (typeof right === 'number' && typeof came === 'string' && String(right) === came) return 'as a text';
  if (typeof right !== 'string' || right === came) return undefined;
  if (typeof came === 'number' && right.trim() !== '' && Number(right) === came) return 'as a number';
  if (typeof came !== 'string' || came === '') return undefined;
  if (came.length >= LEAST_CUT && right.startsWith(came)) return `only the first ${came.length} characters`;
  return ALTERATIONS.find(([, isSo]) => isSo(right, came))?.[0];
}

function unescaped(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi,
    (entity, decimal?: string, hex?: string, name = '') => {
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code <= LAST_CODE ? String.fromCodePoint(code) : (ENTITIES[name] ?? entity);
    },
  );
}

const LAST_CODE = 0x10ffff;

/** A text in UTF-8, read as if it were in the usual encoding of Western languages. */
const misread = (text: string): string => new TextDecoder('windows-1252').decode(new TextEncoder().encode(text));

const BEYOND = /[^\0-\x7f]/;
const hasBeyond = (text: string): boolean => BEYOND.test(text);

/** A text without letters beyond ASCII, and without what may stand in their place. */
const asciiOf = (text: string): string => text.replace(/[^\0-\x7f]|\?/g, '');

const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

/** A date-time without its offset; empty if it has none. */
const clockOf = (text: string): string =>
  /^\d{4}-\d\d-\d\dT/.test(text) && OFFSET.test(text) ? text.replace(OFFSET, '') : '';
