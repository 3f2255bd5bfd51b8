import type { Plan } from '../model.ts';
import { integerBetween, random } from '../values/seed.ts';

/**
 * The plan with its journeys in an order that belongs to its seed; each journey is the same to the byte. What a gateway
 * does must not hang on the order in which it is asked.
 */
export function shuffled(plan: Plan): Plan {
  const draw = random(`${plan.seed}/order of journeys`);
  const journeys = [...plan.journeys];
  for (let last = journeys.length - 1; last > 0; last -= 1) {
    const at = integerBetween(draw, 0, last);
    const moved = journeys[at];
    const other = journeys[last];
    if (!moved || !other) throw new Error(`no journey stands at ${at} or at ${last}`);
    journeys[at] = other;
    journeys[last] = moved;
  }
  return { ...plan, journeys };
}
