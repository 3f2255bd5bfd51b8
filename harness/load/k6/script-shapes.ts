/** Shapes and moments in a load's script, where no plain words say them: copied beside it as `shapes.ts`. */
import type { Json } from '../../model.ts';
import { momentOf } from '../../values/iso8601.ts';
import { literalShape, mismatches } from '../../values/shape.ts';

/** Whether an answer is of a shape. */
export function fits(value: Json | undefined, shape: Json): boolean {
  return mismatches(shape, value).length === 0;
}

/** Found JSON, to be held against as it is. */
export function literal(value: Json | undefined): Json | undefined {
  return value === undefined ? undefined : literalShape(value);
}

/** Shortly before a moment so much is left, ms, or a tenth of the time where that is more. */
const NEARLY_MS = 2_000;

/** How long it is until a moment, or so many seconds, or until shortly before, ms; 0 where that is past, or none. */
export function msUntil(moment: unknown, now: number, isNearly = false): number {
  const ms = typeof moment === 'number' ? moment * 1000 : (momentOf(String(moment), 'Z') ?? 0) - now;
  return Math.max(0, isNearly ? ms - Math.max(NEARLY_MS, ms / 10) : ms);
}
