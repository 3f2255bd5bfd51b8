import type { Json, Operation, Scenario, ScenarioStep, Span } from '../model.ts';
import type { Locate } from '../scenario/lint-rule.ts';
import { below } from '../source/source.ts';
import { isValue } from '../values/bind.ts';
import { getAt, isObject, isWithin, partsOf, pointerOf } from '../values/pointer.ts';

/** A request as an author wrote it. */
export interface WrittenRequest {
  readonly scenario: Scenario;
  /** The index of its row in the scenario. */
  readonly row: number;
  readonly operation: Operation;
  /** JSON Pointer to the verb in the scenario's file. */
  readonly at: string;
  /** The step as written in the file. */
  readonly ofStep: ScenarioStep | undefined;
}

/**
 * Where an author wrote what is at a pointer of a request (`/body/address/id`) or of the verb's fields (`/address/id`): in
 * the step, or in the row or `given` that it refers to. For a missing member, where it should be.
 */
export function writtenAt(pointer: string, ofValue: boolean, writing: WrittenRequest, locate: Locate): Span {
  const { scenario, operation, at, ofStep } = writing;
  const [field, ...rest] = fieldAt(pointer, operation, ofStep);
  const written = field === undefined ? undefined : ofStep?.fields[field];
  if (field === undefined || written === undefined) return locate(at);
  let here = { at: below(at, field), value: written };
  const parts = [...rest];
  for (let hops = 0; hops < MAX_HOPS; hops += 1) {
    const source =
      typeof here.value === 'string' && isValue(here.value) ? sourceOf(here.value, writing, locate) : undefined;
    if (source) here = source;
    else if (isObject(here.value) || Array.isArray(here.value)) {
      const part = parts.shift();
      const next = part === undefined ? undefined : memberOf(here.value, part);
      if (!next) break;
      // Characteristics are written as a map but sent as pairs.
      if (next.isPair && parts.shift() === 'name') return locate(below(here.at, next.name));
      here = { at: below(here.at, next.name), value: next.value };
    } else break;
  }
  const word = typeof here.value === 'string' || typeof here.value === 'number' ? String(here.value) : '';
  return locate(here.at, ofValue && word !== '' ? word : undefined) ?? scenario.span;
}

/** References may refer to further ones; more than this is a cycle. */
const MAX_HOPS = 20;

/** The verb's field that a pointer leads into, and the rest of the pointer. */
function fieldAt(pointer: string, { fields }: Operation, ofStep: ScenarioStep | undefined): readonly string[] {
  const [part, name, ...rest] = partsOf(pointer);
  const inRequest = part === 'headers' || part === 'query' || part === 'body';
  if (!inRequest) return partsOf(pointer);
  const given = fields.filter(({ field, to }) => ofStep?.fields[field] !== undefined && isWithin(pointer, to));
  const rule = given[0];
  if (rule) {
    const way = partsOf(pointer).slice(partsOf(rule.to).length);
    return [rule.field, ...(rule.take === undefined ? way : [rule.take, ...way])];
  }
  return name === undefined ? [] : [name, ...rest];
}

function memberOf(value: Json, part: string) {
  if (Array.isArray(value)) {
    const item: Json | undefined = value[Number(part)];
    return item === undefined ? undefined : { name: part, value: item, isPair: false };
  }
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, part)) return { name: part, value: value[part] ?? null, isPair: false };
  const pair = /^\d+$/.test(part) ? Object.entries(value)[Number(part)] : undefined;
  return pair && { name: pair[0], value: pair[1], isPair: true };
}

/** Where the value of a `$value` was written, if in a row or in `given`. */
function sourceOf(text: string, { scenario, row }: WrittenRequest, locate: Locate) {
  const [root = '', ...parts] = text.slice(1).replace(/\?$/, '').split('.');
  const pointer = pointerOf(parts);
  if (root === 'row') {
    const { id = '', values = {} } = scenario.rows[row] ?? {};
    const isList = locate(below('/for-each', id)).line === locate('/for-each').line;
    const value = getAt(values, pointer);
    return value === undefined ? undefined : { at: `${below('/for-each', isList ? row : id)}${pointer}`, value };
  }
  const value = Object.hasOwn(scenario.given, root) ? getAt(scenario.given, pointerOf([root, ...parts])) : undefined;
  return value === undefined ? undefined : { at: `${below('/given', root)}${pointer}`, value };
}
