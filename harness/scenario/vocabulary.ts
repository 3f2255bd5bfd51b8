import schema from '../../fixtures/contract/scenario.schema.json' with { type: 'json' };
import type { DefectKind, JsonObject, ScenarioStep, Verb } from '../model.ts';

/** The words of the language. All of them are read from its JSON Schema, so that editors and `assay check` agree. */

const { step, 'matrix-row': row } = schema.$defs;
const { oneOf, ...stepWithoutChoice } = step;

/**
 * The schema that files are checked against. The choice of exactly one verb is left to the reader of steps, which
 * says it in better words.
 */
export const scenarioSchema: JsonObject = { ...schema, $defs: { ...schema.$defs, step: stepWithoutChoice } };

/** The words a step may start with: `token` … `http`, `parallel`, `await`, `wait`. */
export const STEP_VERBS: readonly string[] = oneOf.flatMap((choice) => choice.required);

/** The words that may stand beside a verb: `as`, `expect`, … */
export const MODIFIERS: readonly string[] = Object.keys(step.properties).filter((key) => !STEP_VERBS.includes(key));

/** The kinds of defect that can be derived from the contract: all but `set`, whose value only an author knows. */
export const DERIVED_KINDS: readonly DefectKind[] = step.properties.matrix.properties.derive.items.enum.flatMap(
  (kind) => (kind === null ? [] : [kind as DefectKind]),
);

/** The kinds of defect that a written row may name. */
export const WRITTEN_KINDS: readonly DefectKind[] = Object.keys(row.properties).filter(
  (key): key is DefectKind => key !== 'title' && key !== 'expect',
);

/** The ways in which `auth: { but: … }` can alter credentials. */
export const ALTERATIONS: readonly string[] = step.properties.auth.properties.but.enum.filter(
  (each) => !each.startsWith('$'),
);

/** What kind of step a verb makes; undefined for a word that is no verb. */
export function kindOf(verb: string): ScenarioStep['kind'] | undefined {
  if (!STEP_VERBS.includes(verb)) return undefined;
  return verb === 'parallel' || verb === 'await' || verb === 'wait' ? verb : 'call';
}

/** Whether a verb sends one request. */
export function isCallVerb(verb: string): verb is Verb | 'http' {
  return kindOf(verb) === 'call';
}

/** Names that always mean something, and which `given` and `as` may therefore not take. */
export const RESERVED: readonly string[] = ['world', 'fake', 'id', 'row', 'env', 'tenant'];
