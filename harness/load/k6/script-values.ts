/** What a load's script makes of values that answers gave, for later requests and for checks: copied beside it as `values.ts`. */
import type { Json } from '../../model.ts';
import { momentOf } from '../../values/iso8601.ts';
import { literalShape, mismatches } from '../../values/shape.ts';

/** Whether an answer is of a shape. */
export function fits(value: Json | undefined, shape: Json): boolean {
  return mismatches(shape, value).length === 0;
}

/** A shape without what is undefined, which asks for nothing. */
export function known(shape: unknown): Json {
  return JSON.parse(JSON.stringify(shape)) as Json;
}

/** Found JSON, to be held against as it is. */
export function literal(value: Json | undefined): Json | undefined {
  return value === undefined ? undefined : literalShape(value);
}

/** Texts and values in a row; undefined where one of the values is. */
export function joined(...parts: readonly (Json | undefined)[]): string | undefined {
  if (parts.includes(undefined)) return undefined;
  return parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join('');
}

/** The elements of a list, or the members of an object; of anything else none. */
export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : typeof value === 'object' && value !== null ? Object.values(value) : [];
}

/** The date of a date-time, as it is written; undefined where there is none. */
export function dateOf(text: unknown): string | undefined {
  return /^\d{4}-\d{2}-\d{2}(?=T|$)/.exec(String(text))?.[0];
}

/** The same moment by a clock that is an hour ahead of UTC, in seconds; undefined where the text is no moment. */
export function withOffset(text: unknown): string | undefined {
  return moment(text, 3_600_000, '+01:00');
}

/** The same moment in UTC, without fractions of a second; undefined where the text is no moment. */
export function inSeconds(text: unknown): string | undefined {
  return moment(text, 0, 'Z');
}

function moment(text: unknown, aheadMs: number, zone: string): string | undefined {
  const at = momentOf(String(text));
  return at === undefined ? undefined : `${new Date(at + aheadMs).toISOString().slice(0, -5)}${zone}`;
}
