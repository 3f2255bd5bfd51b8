/** Shapes that a load's script cannot write as plain JavaScript: copied beside it as `shapes.ts`. */
import type { Json } from '../../model.ts';
import { literalShape, mismatches } from '../../values/shape.ts';

/** Whether an answer matches a shape. */
export function fits(value: Json | undefined, shape: Json): boolean {
  return mismatches(shape, value).length === 0;
}

/** A found value as one word of a matcher. */
export function word(value: Json | undefined): Json | undefined {
  return value === undefined ? undefined : literalShape(value, true);
}

/** A found value to be compared as it is. */
export function literal(value: Json | undefined): Json | undefined {
  return value === undefined ? undefined : literalShape(value);
}
