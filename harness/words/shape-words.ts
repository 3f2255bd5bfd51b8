import { either } from './either.ts';

/** Matchers in plain words. */
const WORDS: Readonly<Record<string, string>> = {
  any: 'anything',
  present: 'a value',
  absent: 'nothing',
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  uuid: 'a UUID',
  date: 'a date',
  'date-time': 'a date-time',
};

const WITH_WORDS: Readonly<Record<string, (words: string) => string>> = {
  in: (words) => either(words.split(/\s*,\s*/)),
  not: (words) => `anything but ${either(words.split(/\s*,\s*/))}`,
  some: (words) => `an element with ${said(words)}`,
  every: (words) => `nothing but elements with ${said(words)}`,
  none: (words) => `no element with ${said(words)}`,
  len: (words) => `${said(words.replace(/^>=/, 'at least').replace(/^<=/, 'at most'))} of them`,
  matches: (words) => `a text that matches ${words}`,
};

/** What a shape asks for, in words; a shape that is no matcher stays as written. */
export function shapeInWords(shape: string): string {
  const [, name = '', words] = /^~([A-Za-z][A-Za-z0-9-]*)(?:\((.*)\))?$/su.exec(shape) ?? [];
  const of = <T>(table: Readonly<Record<string, T>>): T | undefined =>
    Object.hasOwn(table, name) ? table[name] : undefined;
  const inWords = words === undefined ? of(WORDS) : of(WITH_WORDS)?.(words.trim());
  return inWords ?? (/^[A-Z]/.test(name) ? `a ${name}` : shape);
}

/** `code = ~string` as `code = a text`. */
function said(words: string): string {
  return words.replaceAll(/~[a-z-]+(?:\([^)]*\))?/g, (each) => shapeInWords(each));
}
