import type { Scenario } from '../model.ts';
import type { Case } from './journey.ts';
import { pasteScenario } from './paste-scenario.ts';

/** The rows of a scenario, or the one case of a scenario without. */
export function casesOf(scenario: Scenario): Case[] {
  if (scenario.rows.length === 0) return [{ id: scenario.id, title: scenario.title, scenario, row: {} }];
  return scenario.rows.map(({ id, values, covers = [] }) => {
    const claimed = { ...scenario, covers: [...new Set([...scenario.covers, ...covers])] };
    const pasted = pasteScenario(claimed, { row: values });
    // A title that names its row's values tells the rows apart by itself.
    const title = pasted.title === scenario.title ? `${scenario.title}: ${id}` : pasted.title;
    return { id: `${scenario.id}#${id}`, title, scenario: pasted, row: values };
  });
}
