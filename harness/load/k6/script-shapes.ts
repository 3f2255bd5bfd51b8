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

/** How long it is until a moment, or so many seconds, ms; 0 where that is past, or none. */
export function msUntil(moment: unknown, now: number): number {
  if (typeof moment === 'number') return Math.max(0, moment * 1000);
  return Math.max(0, (momentOf(String(moment), 'Z') ?? 0) - now);
}
