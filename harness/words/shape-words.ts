import { literalWord, matcherIn, wordsIn } from '../values/shape.ts';
import { either } from './text.ts';

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
  in: (words) => either(wordsIn(words).map(literalWord)),
  not: (words) => `anything but ${either(wordsIn(words).map(literalWord))}`,
  some: (words) => `an element with ${said(words)}`,
  every: (words) => `nothing but elements with ${said(words)}`,
  none: (words) => `no element with ${said(words)}`,
  len: (words) => `${words.replace(/^(>=|<=|>|<|=)?\s*/, (_, is) => LENGTHS[is] ?? '')} of them`,
  matches: (words) => `a text that matches ${words}`,
};

const LENGTHS: Readonly<Record<string, string>> = {
  '>=': 'at least ',
  '<=': 'at most ',
  '>': 'more than ',
  '<': 'fewer than ',
};

/** What a shape asks for, in words; a shape that is no matcher stays as written. */
export function shapeInWords(shape: string): string {
  const { name = '', inBrackets: words } = matcherIn(shape) ?? {};
  const of = <T>(table: Readonly<Record<string, T>>): T | undefined =>
    Object.hasOwn(table, name) ? table[name] : undefined;
  const inWords = words === undefined ? of(WORDS) : of(WITH_WORDS)?.(words.trim());
  return inWords ?? (/^[A-Z]/.test(name) ? `a ${name}` : shape);
}

/** `code = ~string` as `code = a text`. */
function said(words: string): string {
  return wordsIn(words)
    .map((word) => literalWord(word.replace(/(?<!\\)~.*$/su, shapeInWords)))
    .join(', ');
}
