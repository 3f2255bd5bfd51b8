/** Shapes in a load's script that plain words do not say: copied beside it as `shapes.ts`. */
import type { Json } from '../../model.ts';
import { literalShape, mismatches } from '../../values/shape.ts';

/** Whether an answer is of a shape. */
export function fits(value: Json | undefined, shape: Json): boolean {
  return mismatches(shape, value).length === 0;
}

/** Found JSON, to be one word of a matcher. */
export function word(value: Json | undefined): Json | undefined {
  return value === undefined ? undefined : literalShape(value, true);
}

/** Found JSON, to be held against as it is. */
export function literal(value: Json | undefined): Json | undefined {
  return value === undefined ? undefined : literalShape(value);
}
