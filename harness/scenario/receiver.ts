import type { Json, TurningAway } from '../model.ts';
import { isObject } from '../values/pointer.ts';
import { optional } from './reading.ts';

/** What asks a sender to try again later, and nothing else. */
const USUAL_STATUS = 503;

/** Reads `receiver: {refuse, of, with}` beside an order; what is wrong with its form the schema has said. */
export function readReceiver(value: Json | undefined): TurningAway | undefined {
  if (!isObject(value) || typeof value.refuse !== 'number') return undefined;
  const { refuse, of, with: answer } = value;
  return {
    refuse,
    ...optional('of', typeof of === 'string' ? of : undefined),
    with: answer === 'reset' || typeof answer === 'number' ? answer : USUAL_STATUS,
  };
}
