import type { Scenario } from '../model.ts';
import type { Case } from './journey.ts';
import { pasteScenario } from './paste-scenario.ts';

/** The rows of a scenario, or the one case of a scenario without. */
export function casesOf(scenario: Scenario): Case[] {
  const { id: of, title, rows, depth = 'quick' } = scenario;
  if (rows.length === 0) return [{ id: of, title, scenario, row: {}, depth }];
  return rows.map(({ id, values, covers = [] }, i) => {
    const claimed = { ...scenario, covers: [...new Set([...scenario.covers, ...covers])] };
    const pasted = pasteScenario(claimed, { row: values });
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
