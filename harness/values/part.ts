import type { Json, JsonObject, Locator, Selector, TextPart } from '../model.ts';
import { isObject } from './pointer.ts';

/** Parts of values, such as an order's number within `ORD-123`. */

/** The member that holds a value without the requested part. */
export const MISFIT = ' misfit';

/** The value without the requested part; undefined if it has the part. */
export function misfitIn(found: Json): Json | undefined {
  return isObject(found) ? (found as JsonObject)[MISFIT] : undefined;
}

/** Longer texts match no pattern: up to here, a pattern with few repetitions takes almost no time. */
const MAX_CHARACTERS = 256;
const MAX_REPETITIONS = 3;
const MAX_OPTIONS = 8;

/**
 * Returns a function from a value to its part, as a number if that is a whole number; undefined if the value has not that
 * form.
 */
export function partOf(part: TextPart): (value: Json) => Json | undefined {
  const cut = cutterOf(part);
  return (value) => {
    const text = typeof value === 'string' || typeof value === 'number' ? cut(String(value)) : undefined;
    return text !== undefined && /^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text;
  };
}

function cutterOf(part: TextPart): (text: string) => string | undefined {
  if ('prefix' in part) {
    const { prefix } = part;
    return (text) => (text.startsWith(prefix) && text.length > prefix.length ? text.slice(prefix.length) : undefined);
  }
  const form = new RegExp(part.pattern, 'u');
  return (text) => (text.length > MAX_CHARACTERS ? undefined : form.exec(text)?.[1]);
}

/** Why a part's pattern is not allowed, or null: it must have one group, and must not take long. */
export function partProblem(part: TextPart): string | null {
  if ('prefix' in part) return null;
  const { pattern } = part;
  try {
    const groups = (new RegExp(`${pattern}|`, 'u').exec('')?.length ?? 1) - 1;
    if (groups !== 1)
      return `it has ${groups === 0 ? 'no group' : `${groups} groups`}, and needs one, round the part that is meant`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  // Characters in a class or after a backslash are literal, and repeat nothing.
  const bare = pattern.replaceAll(/\\(?!\d|k<).|\[(?:\\.|[^\]\\])*\]/gsu, 'x');
  if (/\)[*+{]/.test(bare)) return 'it repeats a group, which may take for ever';
  if (/\\(\d|k<)|\(\?<?[=!]/.test(bare)) return 'it looks back or ahead, which may take for ever';
  const repetitions = bare.match(/[*+]|\{\d+,/g)?.length ?? 0;
  if (repetitions > MAX_REPETITIONS) return `it repeats ${repetitions} things, and may repeat ${MAX_REPETITIONS}`;
  const options = bare.match(/[^(*+?}]\?/g)?.length ?? 0;
  return options > MAX_OPTIONS ? `it leaves ${options} things open, and may leave ${MAX_OPTIONS}` : null;
}

/** The path or header of a place. */
export function atOf(place: Selector): string {
  return typeof place === 'string' ? place : place.at;
}

/** Whether two locators share a place. */
export function isSamePlace(one: Locator | undefined, other: Locator | undefined): boolean {
  const others = [other ?? []].flat().map(atOf);
  return [one ?? []].flat().some((place) => others.includes(atOf(place)));
}

/** Places in words. */
export function wordLocator(locator: Locator = []): string {
  return [locator]
    .flat()
    .map((place) => {
      if (typeof place === 'string') return place;
      const { at, part } = place;
      return 'prefix' in part ? `${at} after "${part.prefix}"` : `${at} by ${part.pattern}`;
    })
    .join(' or ');
}
