import type { Json, JsonObject, Scenario, ScenarioStep } from '../model.ts';
import { valueAt } from '../values/bind.ts';
import { isObject } from '../values/pointer.ts';
import type { Case } from './journey.ts';
import { pasteScenario } from './paste-scenario.ts';

/** The rows of a scenario, or the one case of a scenario without. */
export function casesOf(scenario: Scenario): Case[] {
  const { id: of, title, rows, depth = 'quick' } = scenario;
  if (rows.length === 0) return [{ id: of, title, scenario, row: {}, depth }];
  return rows.map(({ id, values, covers = [] }, i) => {
    const claimed = { ...scenario, covers: [...new Set([...scenario.covers, ...covers])] };
    const all = pasteScenario(claimed, { row: values });
    const pasted = { ...all, steps: all.steps.map((step) => withoutNone(step, values)) };
    // A title that names its row's values tells the rows apart by itself.
    const title = pasted.title === scenario.title ? `${scenario.title}: ${id}` : pasted.title;
    return {
      id: `${scenario.id}#${id}`,
      title,
      scenario: pasted,
      row: values,
      depth: i === 0 ? depth : (scenario.depth ?? 'standard'),
    };
  });
}

/** A step without the fields, and members of them, for which its row has none. */
function withoutNone(step: ScenarioStep, row: JsonObject): ScenarioStep {
  const isNone = (value: Json): boolean =>
    typeof value === 'string' && value.startsWith('$row.') && valueAt(value.slice(1), { row }) === null;
  const kept = (value: Json): Json =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).flatMap(([name, each]) => (isNone(each) ? [] : [[name, kept(each)]])))
      : value;
  return { ...step, fields: kept(step.fields) as JsonObject };
}
