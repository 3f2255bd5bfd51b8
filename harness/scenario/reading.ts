import type { Json, Problem, Span } from '../model.ts';
import { nearest } from '../source/nearest.ts';
import type { Source } from '../source/source.ts';

/** A file being read: its text with places, and the problems found so far. */
export interface Reading {
  readonly source: Source;
  readonly problems: Problem[];
}

/** What is allowed instead, and what to do. */
export interface Advice {
  readonly why?: string;
  readonly fix?: string;
}

/** Notes an error at the value of a JSON Pointer. */
export function errorAt(reading: Reading, pointer: string, message: string, advice: Advice = {}): void {
  errorIn(reading, reading.source.spanOf(pointer), message, advice);
}

/** Notes an error at the key of a JSON Pointer. */
export function errorAtKey(reading: Reading, pointer: string, message: string, advice: Advice = {}): void {
  errorIn(reading, reading.source.keySpanOf(pointer), message, advice);
}

function errorIn(reading: Reading, span: Span, message: string, advice: Advice): void {
  reading.problems.push({ severity: 'error', span, message, ...advice });
}

/** The advice `did you mean "order"?`, where one of the words is that close. */
export function didYouMean(word: string, words: readonly string[]): { readonly fix?: string } {
  const like = nearest(word, words);
  return like === undefined ? {} : { fix: `did you mean "${like}"?` };
}

/** The texts of a list; what is no text is left to the schema. */
export function textsOf(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
}

/** A member that is only there when it has a value, for types with optional members. */
export function optional<K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { [P in K]: V });
}
