import { dirname, join } from 'node:path';
import schema from '../../fixtures/contract/fragment.schema.json' with { type: 'json' };
import { besides } from '../home.ts';
import type { Json, JsonObject, Problem } from '../model.ts';
import { readText } from '../source/file.ts';
import { didYouMean } from '../source/nearest.ts';
import { listed, validateAgainst } from '../source/schema.ts';
import { below, parseSource, type Source } from '../source/source.ts';
import { mapTexts } from '../values/members.ts';
import { getAt, isObject } from '../values/pointer.ts';

/** A source with the fragments of its steps inserted, and the files of the fragments. */
interface Pasted extends Source {
  readonly fragments: readonly string[];
}

type FragmentOrigin = readonly [source: Source, pointer: string];

/**
 * A scenario in which each step with `use` is replaced by the steps and givens of its fragment, with parameters filled in.
 * Each place is in the file that says it. Problems include those of fragments and of their use.
 */
export function withFragments(source: Source, file: string, around: readonly string[] = []): Pasted {
  const steps = getAt(source.value, '/steps');
  const isUse = (step: Json): step is JsonObject => isObject(step) && step.use !== undefined;
  if (!isObject(source.value) || !Array.isArray(steps) || !steps.some(isUse)) return { ...source, fragments: [] };
  const pasted: { readonly step: Json; readonly from: FragmentOrigin }[] = [];
  const given = new Map<string, { readonly value: Json; readonly from: FragmentOrigin }>();
  const problems = [...source.problems];
  const fragments: string[] = [];
  for (const [i, step] of (steps as readonly Json[]).entries()) {
    const at = `/steps/${i}`;
    if (!isUse(step)) {
      pasted.push({ step, from: [source, at] });
      continue;
    }
    const used = readFragment(source, at, step, file, [...around, file]);
    problems.push(...used.problems);
    fragments.push(...used.fragments);
    const { steps: its = [], given: named = {} } = (used.value ?? {}) as {
      steps?: readonly Json[];
      given?: JsonObject;
    };
    for (const [k, each] of its.entries()) pasted.push({ step: each, from: [used, `/steps/${k}`] });
    for (const [name, value] of Object.entries(named)) given.set(name, { value, from: [used, below('/given', name)] });
  }
  const own = isObject(source.value.given) ? source.value.given : {};
  const originOf = (pointer: string): FragmentOrigin => {
    const [, at = '', part = '', rest = ''] = /^(\/(?:steps|given)\/)([^/]+)(.*)$/s.exec(pointer) ?? [];
    const isOwn = at === '/given/' && part in own;
    const [from, start] = (at === '/steps/' ? pasted[Number(part)] : isOwn ? undefined : given.get(part))?.from ?? [];
    return from && start !== undefined ? [from, start + rest] : [source, pointer];
  };
  const givens = Object.fromEntries([...given].map(([name, { value }]) => [name, value]));
  return {
    ...source,
    value: {
      ...source.value,
      ...(given.size > 0 ? { given: { ...givens, ...own } } : {}),
      steps: pasted.map(({ step }) => step),
    },
    problems,
    fragments,
    spanOf: (pointer) => placeIn(originOf(pointer), 'spanOf'),
    keySpanOf: (pointer) => placeIn(originOf(pointer), 'keySpanOf'),
  };
}

const placeIn = ([source, pointer]: FragmentOrigin, which: 'spanOf' | 'keySpanOf') => source[which](pointer);

function readFragment(source: Source, at: string, step: JsonObject, file: string, around: readonly string[]): Pasted {
  const span = source.spanOf(below(at, 'use'));
  const wrong = (message: string, more: Partial<Problem> = {}): Pasted => {
    return { ...source, value: {}, fragments: [], problems: [{ severity: 'error', span, message, ...more }] };
  };
  const beside = Object.keys(step).find((key) => key !== 'use' && key !== 'with');
  if (beside !== undefined)
    return wrong(`"${beside}" beside "use"`, { why: 'a fragment is used with "with" and nothing else' });
  if (typeof step.use !== 'string') return wrong('"use" names no file', { fix: 'write use: ./fragments/name.yaml' });
  const path = join(dirname(file), step.use);
  if (around.includes(path))
    return wrong(`"${step.use}" uses this one in turn`, { why: [...around, path].join(' uses ') });
  const {
    text,
    problems: [unread],
  } = readText(path);
  if (text === undefined)
    return wrong(`${unread?.message}`, { why: unread?.why, ...didYouMean(step.use, besides(step.use, dirname(file))) });
  const read = parseSource(text, path);
  const found = read.problems.length > 0 ? read.problems : validateAgainst(schema as JsonObject, read);
  if (found.length > 0) return { ...read, value: {}, fragments: [path], problems: found };
  const declared = isObject(read.value) && isObject(read.value.with) ? read.value.with : {};
  const filled = isObject(step.with) ? step.with : {};
  const problems: Problem[] = [];
  const error = (at: Problem['span'], message: string, more: Partial<Problem>) =>
    problems.push({ severity: 'error', span: at, message, ...more });
  const takes = `the fragment takes ${listed(Object.keys(declared)) || 'nothing'}`;
  for (const name of Object.keys(filled))
    if (!Object.hasOwn(declared, name))
      error(source.keySpanOf(below(at, 'with', name)), `unknown parameter "${name}"`, {
        why: takes,
        ...didYouMean(name, Object.keys(declared)),
      });
  for (const [name, usual] of Object.entries(declared))
    if (usual === null && !Object.hasOwn(filled, name))
      error(span, `the parameter "${name}" is missing`, { why: takes });
  const values: JsonObject = { ...declared, ...filled };
  const value = paste(read.value, values, (pointer, message) => error(read.spanOf(pointer), message, { why: takes }));
  const whole = withFragments({ ...read, value, problems: [] }, path, around);
  return { ...whole, fragments: [path, ...whole.fragments], problems: [...problems, ...whole.problems] };
}

/**
 * Fills in parameters: `$with.name` is the value, `$with.name.member` continues a value that is a reference, `${with.name}`
 * is used inside a text.
 */
function paste(value: Json, values: JsonObject, wrong: (pointer: string, message: string) => void): Json {
  const inText = (text: string, at: string): Json => {
    const known = (name: string): Json => {
      if (Object.hasOwn(values, name)) return values[name] ?? null;
      wrong(at, `unknown parameter "${name}"`);
      return null;
    };
    const [, name, rest = ''] = /^\$with\.([A-Za-z_][\w-]*)(.*)$/s.exec(text) ?? [];
    if (name !== undefined && rest === '') return known(name);
    const whole = name === undefined ? text : `${String(known(name))}${rest}`;
    return whole.replaceAll(/\$\{with\.([A-Za-z_][\w-]*)([^}]*)\}/g, (_, each: string, more: string) => {
      const found = known(each);
      return typeof found === 'string' && found.startsWith('$') ? `\${${found.slice(1)}${more}}` : String(found);
    });
  };
  return mapTexts(value, inText);
}
