import type { JsonObject, Scenario } from '../model.ts';
import { pasteScenario } from '../plan/substitute.ts';

/** A scenario with one of its rows put in. */
export interface ScenarioRow {
  readonly id: string;
  readonly scenario: Scenario;
  readonly row: JsonObject;
}

/**
 * The row that a mix means by `orders/provide-new#business`; the rows evenly where it names the scenario alone.
 * Throws where there is none: the traffic file was checked against the scenarios.
 */
export function rowNamed(scenarios: ReadonlyMap<string, Scenario>, wanted: string, index: number): ScenarioRow {
  const [id = '', label] = wanted.split('#', 2);
  const scenario = scenarios.get(id);
  if (!scenario) throw new Error(`no scenario ${id}`);
  const { rows } = scenario;
  if (rows.length === 0) return { id, scenario, row: {} };
  const row = label === undefined ? rows[turnOf(index, rows.length)] : rows.find((each) => each.id === label);
  if (!row) throw new Error(`scenario ${id} has no row ${label}`);
  return { id: `${id}#${row.id}`, scenario: pasteScenario(scenario, { row: row.values }), row: row.values };
}

/**
 * Which of `count` the arrival with an index gets. Spread evenly like the mix, but by another irrational number: with the
 * same one, or simply in turn, some rows would never meet some tenants.
 */
function turnOf(index: number, count: number): number {
  return Math.floor(((index * Math.SQRT2) % 1) * count);
}
