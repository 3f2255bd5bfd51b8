import type { Json, JsonObject, Scenario } from '../model.ts';
import { paste } from './substitute.ts';

/** A scenario with values put in as they were written, wherever its author may name them; spans keep the text of the file. */
export function pasteScenario(scenario: Scenario, names: JsonObject): Scenario {
  if (Object.keys(names).length === 0) return scenario;
  const { title, tenant, given, steps, kci, outcome, problemCode } = scenario;
  const part = { title, tenant, given, steps, kci, outcome, problemCode };
  const written = Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined));
  return { ...scenario, ...(paste(written as unknown as Json, names) as unknown as typeof part) } as Scenario;
}
