import schema from '../../fixtures/contract/scenario.schema.json' with { type: 'json' };
import type { DefectKind, JsonObject, ScenarioStep } from '../model.ts';
import { remembered } from '../values/once.ts';

/** The words of the language, all read from its JSON Schema, so that editors and `assay check` agree. */

const { step, 'matrix-row': row } = schema.$defs;
const { oneOf, ...stepWithoutChoice } = step;

/** The words a step may start with: `token` … `http`, `parallel`, `await`, `wait`. */
export const STEP_VERBS: readonly string[] = oneOf.flatMap(({ required }) => required).filter((verb) => verb !== 'use');
/** Words of a step that is replaced by other steps. */
const PASTED = ['use', 'with'];

/**
 * The schema for scenario files, with further verbs of a contract beyond the specification's. That a step has exactly one
 * verb is checked by the reader of steps, in better words.
 */
export function scenarioSchema(verbs: readonly string[]): JsonObject {
  return schemaWith(verbs.filter((verb) => !STEP_VERBS.includes(verb)).join(' '));
}

const MAX_SCHEMAS = 100;
/** Each is made once, so that it is compiled once. */
const schemaWith = remembered(MAX_SCHEMAS, (verbs: string): JsonObject => {
  const ofVerb = Object.fromEntries(verbs.split(' ').map((verb) => [verb, { type: ['object', 'null'] }]));
  const properties = { ...stepWithoutChoice.properties, ...(verbs === '' ? {} : ofVerb) };
  return { ...schema, $defs: { ...schema.$defs, step: { ...stepWithoutChoice, properties } } };
});

/** The words that may stand beside a verb: `as`, `expect`, … */
export const MODIFIERS: readonly string[] = Object.keys(step.properties).filter(
  (key) => !STEP_VERBS.includes(key) && !PASTED.includes(key),
);

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

/** What kind of step a verb makes. */
export function stepKindOf(verb: string): ScenarioStep['kind'] {
  return verb === 'parallel' || verb === 'await' || verb === 'wait' ? verb : 'call';
}

/** Whether a verb sends one request. */
export function isCallVerb(verb: string): boolean {
  return stepKindOf(verb) === 'call';
}

/** Names with a fixed meaning, which `given` and `as` may not use. */
export const RESERVED: readonly string[] = ['world', 'fake', 'id', 'row', 'env', 'tenant', 'with'];

/** What `$fake.…` can stand for. The planner makes each of them from the case's seed. */
export const FAKE_KINDS: readonly string[] = schema.$defs.fake.enum;
