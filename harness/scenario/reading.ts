import type { Json, JsonObject, Problem, Span } from '../model.ts';
import { validateAgainst } from '../source/schema.ts';
import type { Source } from '../source/source.ts';

/** A file being read: its text with places, and the problems found so far. */
export interface Reading {
  readonly source: Source;
  readonly problems: Problem[];
  /** Only for a scenario: the words that a step may start with. */
  readonly verbs?: readonly string[];
}

/** What is allowed instead, and what to do. */
export interface Advice {
  readonly why?: string | undefined;
  readonly fix?: string | undefined;
}

/** Adds an error at the value of a JSON Pointer; returns undefined, as the reader's result. */
export function errorAt(reading: Reading, pointer: string, message: string, advice: Advice = {}): undefined {
  return errorIn(reading, reading.source.spanOf(pointer), message, advice);
}

/** Adds an error at the key of a JSON Pointer. */
export function errorAtKey(reading: Reading, pointer: string, message: string, advice: Advice = {}): undefined {
  return errorIn(reading, reading.source.keySpanOf(pointer), message, advice);
}

function errorIn(reading: Reading, span: Span, message: string, advice: Advice): undefined {
  reading.problems.push({ severity: 'error', span, message, ...advice });
  return undefined;
}

/**
 * All problems of a file, in its order. Schema errors are left out where the reader has already reported, in better words.
 */
export function problemsOf({ source, problems }: Reading, schema: JsonObject): Problem[] {
  const placeOf = ({ span }: Problem): string => `${span?.line}:${span?.col}`;
  const spoken = new Set(problems.map(placeOf));
  const added = validateAgainst(schema, source).filter((problem) => !spoken.has(placeOf(problem)));
  return inFileOrder([...problems, ...added]);
}

/** Problems of one file, in order of their places; those without a place come first. */
export function inFileOrder(problems: readonly Problem[]): Problem[] {
  return problems.toSorted(
    ({ span: a }, { span: b }) => (a?.line ?? 0) - (b?.line ?? 0) || (a?.col ?? 0) - (b?.col ?? 0),
  );
}

/** A text; anything else is left to the schema. */
export function textIfText(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The texts of a list; other elements are left to the schema. */
export function textsOf(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
}

/** A member that exists only if it has a value, for types with optional members. */
export function optional<K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { [P in K]: V });
}
