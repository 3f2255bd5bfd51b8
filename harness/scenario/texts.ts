import type { Json } from '../model.ts';
import { IN_BRACES } from '../source/source.ts';
import { isValue, pathOfValue, valueTexts } from '../values/bind.ts';
import { parseDuration } from '../values/duration.ts';
import { pathProblem } from '../values/path.ts';
import { leavesOf } from '../values/pointer.ts';
import { shapeProblem } from '../values/shape.ts';
import { errorAt, type Reading } from './reading.ts';

/** Texts with a special meaning: `$values`, `~shapes` and durations. */

/** Every text in a JSON value with its pointer, in order. */
export function textsIn(value: Json | undefined, at = ''): readonly { readonly at: string; readonly text: string }[] {
  return leavesOf(value, at).flatMap(([place, text]) => (typeof text === 'string' ? [{ at: place, text }] : []));
}

/** Checks that every `$value` and `${value}` in a JSON value is well formed. */
export function checkValues(reading: Reading, at: string, value: Json | undefined): void {
  for (const { at: place, text } of textsIn(value, at)) {
    if (!isValue(text) && /\$\{[^}]*$/.test(text)) {
      errorAt(reading, place, `"${text}" opens "\${" and never closes it`, {
        why: `a value inside a text stands in braces: \${name.member}`,
        fix: 'add the "}"',
      });
    }
    for (const inner of valueTexts(text)) {
      const problem = pathProblem(pathOfValue(inner));
      if (problem === null) continue;
      errorAt(reading, place, `"${isValue(text) ? text : `\${${inner}}`}" is no value: ${worded(problem)}`, {
        why: 'after the name, a value reads as an RFC 9535 JSONPath: $offer.services[0], $slots.list[?@.id == 7]',
      });
    }
  }
}

/** Checks that every `~shape` in a JSON value is well formed. */
export function checkShapes(reading: Reading, at: string, value: Json | undefined): void {
  for (const { at: place, text } of textsIn(value, at)) {
    const problem = shapeProblem(text);
    if (problem === null) continue;
    errorAt(reading, place, problem, {
      why: 'a text that starts with ~ is a matcher; a literal ~ is written ~~',
      ...(text.includes('(') && !text.includes(')') ? { fix: IN_BRACES } : {}),
    });
  }
}

/** Reads a duration in ms; undefined if absent, or malformed (with a problem). */
export function readDuration(reading: Reading, at: string, value: Json | undefined): number | undefined {
  if (value === undefined) return undefined;
  const ms = typeof value === 'string' ? parseDuration(value) : null;
  if (ms !== null) return ms;
  return errorAt(reading, at, value === null ? 'a duration is missing' : `${JSON.stringify(value)} is no duration`, {
    why: 'a duration is a number and one of ms, s, m, h, d',
    ...(typeof value === 'number'
      ? { fix: `write ${value}s for seconds` }
      : { fix: 'write it as 500ms, 5s, 2m, 3h or 15d' }),
  });
}

/** The library's message as a part of ours, without the excerpt and index at its end. */
function worded(problem: string): string {
  return problem.charAt(0).toLowerCase() + problem.slice(1).replace(/ \('[\s\S]*':\d+\)$/, '');
}
