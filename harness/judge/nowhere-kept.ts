import { callsOf } from '../calls.ts';
import type { Contract, Journey, Plan } from '../model.ts';
import { type Exchange, isAccepted } from './exchange.ts';

/**
 * Rows that several operations name and of which the run saw nothing: each operation is in the plan, and none accepted
 * anything. As long as one has, the promise is kept there, and what is wrong with another operation is its own.
 */
export function nowhereKept(
  { operations }: Contract,
  { journeys }: Plan,
  exchanges: readonly Exchange[],
): ReadonlySet<string> {
  const planned = new Set(journeys.flatMap(verbsOf));
  const accepting = new Set(exchanges.filter(isAccepted).map(({ operation }) => operation?.verb));
  const kept = new Set<string>();
  for (const { verb, requirements } of Object.values(operations)) {
    if (accepting.has(verb) || !planned.has(verb)) for (const row of requirements) kept.add(row);
  }
  const named = Object.values(operations).flatMap(({ requirements }) => requirements);
  return new Set(named.filter((row) => !kept.has(row)));
}

function verbsOf(journey: Journey): readonly string[] {
  return callsOf(journey).map(({ request }) => request.verb);
}
