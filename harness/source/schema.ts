import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import type { Ajv2020, ErrorObject, Options, ValidateFunction } from 'ajv/dist/2020.js';
import { cachedText, codeDigest } from '../cached.ts';
import type { Json, JsonObject, Problem } from '../model.ts';
import { cut } from '../values/cut.ts';
import { oncePer } from '../values/once.ts';
import { getAt, objectOf } from '../values/pointer.ts';
import { either } from '../words/text.ts';
import { didYouMean } from './nearest.ts';
import { below, type Source } from './source.ts';

const require = createRequire(import.meta.url);

const validatorOf = oncePer((schema: JsonObject): ValidateFunction => {
  const of = JSON.stringify([schema, codeDigest('source')]);
  const code = cachedText(`validator of ${String(schema.$id)}`, of, () => ({
    value: codeFor(schema, { strict: false }, (require('ajv-formats') as typeof import('ajv-formats')).default),
  }));
  return validatorOfCode(code);
});

/**
 * A validator as code, so that only the first start loads Ajv. `prepare` adds keywords and formats to Ajv; formats that are
 * in no package are passed to `validatorOfCode`.
 */
export function codeFor(schema: JsonObject, options: Options, prepare: (ajv: Ajv2020) => unknown): string {
  const { Ajv2020, _ } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    // The repository's tests validate the schemas.
    validateSchema: false,
    code: { source: true, optimize: false },
    ...options,
  });
  prepare(ajv);
  ajv.opts.code.formats ??= _`fits`;
  return (require('ajv/dist/standalone/index.js') as typeof import('ajv/dist/standalone/index.js')).default(
    ajv,
    ajv.compile(schema),
  );
}

/** Makes the validator from its code. */
export function validatorOfCode(code: string, fits: Readonly<Record<string, (text: string) => boolean>> = {}) {
  const made: { exports?: ValidateFunction } = {};
  compileFunction(code, ['module', 'require', 'fits'])(made, require, fits);
  return made.exports as ValidateFunction;
}

/** Everything in a source that its JSON Schema (2020-12) does not allow, each with its place and what is allowed. */
export function validateAgainst(schema: JsonObject, source: Source): Problem[] {
  const validate = validatorOf(schema);
  if (validate(source.value)) return [];
  const other = ofOtherKind(schema, source);
  if (other) return [other];
  const errors = validate.errors ?? [];
  // A choice says more than errors of its branches; keep the deepest choices of each place.
  const told = new Set(errors.flatMap((each) => (kindsIn(each, errors).length > 0 ? branchesOf(each, errors) : [])));
  const problems = errors
    .filter((error) => !told.has(error) && !isNoise(error, errors))
    .map((error) => problemOf(error, source, errors));
  const seen = new Set<string>();
  return problems.filter((problem) => {
    const key = `${problem.span?.line}:${problem.span?.col}:${problem.message}`;
    return !seen.has(key) && seen.add(key);
  });
}

const NO_MERGING = 'YAML 1.2 has no merge keys: write the members out, or let an alias (*name) stand for a whole value';

/** The kinds of files by their first key, and how each is used. */
const KINDS: Readonly<Record<string, readonly [noun: string, use: string]>> = {
  scenario: ['scenario', 'assay check'],
  target: ['target', '--target'],
  traffic: ['traffic profile', 'assay load'],
  profile: ['KCI profile', '--profile'],
  world: ['world', '--world'],
};

/** For a file of another kind, reports only that; what it lacks says nothing. */
function ofOtherKind(schema: JsonObject, { value, file, keySpanOf }: Source): Problem | undefined {
  const [first = ''] = Object.keys(objectOf(schema.properties));
  const own = KINDS[first];
  const [key = '', is] = Object.entries(KINDS).find(([name]) => name in objectOf(value)) ?? [];
  if (!is || is === own || (!own && first in objectOf(value))) return undefined;
  const message = `it is a ${is[0]}${own ? `, and no ${own[0]}` : ''}`;
  return { severity: 'error', span: keySpanOf(`/${key}`), message, why: 'this key says so', fix: `${is[1]} ${file}` };
}

function isNoise(error: ErrorObject, all: readonly ErrorObject[]): boolean {
  if (error.keyword === 'if') return true;
  // For a blank text, its length need not be reported, too.
  if (error.keyword === 'minLength')
    return all.some((other) => other.keyword === 'pattern' && other.instancePath === error.instancePath);
  if (error.keyword !== 'anyOf' && error.keyword !== 'oneOf') return false;
  return all.some(
    (other) =>
      other !== error &&
      other.instancePath.length > error.instancePath.length &&
      other.instancePath.startsWith(error.instancePath),
  );
}

function branchesOf({ keyword, instancePath, schemaPath }: ErrorObject, all: readonly ErrorObject[]) {
  if (keyword !== 'anyOf' && keyword !== 'oneOf') return [];
  return all.filter((other) => other.instancePath === instancePath && other.schemaPath.startsWith(`${schemaPath}/`));
}

/** The allowed values if a choice is only between types and words; empty if there is more to it. */
function kindsIn(choice: ErrorObject, all: readonly ErrorObject[]): readonly string[] {
  const branches = branchesOf(choice, all);
  const kinds = branches.map(kindsOf);
  const isWhole = branches.length === (choice.schema as readonly Json[]).length;
  return isWhole && kinds.every((each) => each.length > 0) ? kinds.flat() : [];
}

function kindsOf({ keyword, params, parentSchema }: ErrorObject): readonly string[] {
  if (keyword === 'type') return [articled(params.type)];
  if (keyword === 'enum') return (params.allowedValues as readonly Json[]).map(String);
  const [, words] = /^\^\(?([\w|-]+)\)?\$$/.exec(params.pattern ?? '') ?? [];
  if (words === undefined) return [];
  const others = [(parentSchema as JsonObject).type].flat().filter((type) => type !== undefined && type !== 'string');
  return [...others.map(articled), ...words.split('|')];
}

function problemOf(error: ErrorObject, source: Source, all: readonly ErrorObject[]): Problem {
  const { instancePath: at, keyword } = error;
  const params = error.params as Record<string, Json>;
  const value = getAt(source.value, at);
  const said = (message: string, more: Partial<Problem> = why(error), span = source.spanOf(at)): Problem => ({
    severity: 'error',
    span,
    message,
    ...more,
  });
  switch (keyword) {
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const name = String(params.additionalProperty ?? params.unevaluatedProperty);
      const allowed = Object.keys((error.parentSchema as { properties?: object })?.properties ?? {});
      const known = allowed.length > 0 ? { why: `${placeName(at)} may have ${listed(allowed)}` } : {};
      return said(
        `unknown key "${name}"`,
        { ...known, ...(name === '<<' ? { fix: NO_MERGING } : didYouMean(name, allowed)) },
        source.keySpanOf(below(at, name)),
      );
    }
    case 'required':
    case 'dependentRequired': {
      const name = String(params.missingProperty);
      const beside = params.property === undefined ? '' : ` beside "${String(params.property)}"`;
      const owed = `${placeName(at)} must have it${beside}${describe(error, name)}`;
      return said(`"${name}" is missing`, { why: owed }, source.keySpanOf(at));
    }
    case 'enum': {
      const allowed = (params.allowedValues as readonly Json[]).map(String);
      return said(`${quoted(value)} is not one of ${listed(allowed)}`, didYouMean(String(value ?? ''), allowed));
    }
    case 'type':
      // A file with only comments is empty, too.
      if (at === '' && source.value === null) return said('the file is empty');
      return said(`${quoted(value)} is not ${articled(params.type)}`);
  }
  if (keyword === 'pattern' && params.pattern === '\\S') return said('the text is blank');
  const kinds = keyword === 'pattern' ? kindsOf(error) : kindsIn(error, all);
  if (kinds.length > 0)
    return said(`${quoted(value)} is not ${listed(kinds)}`, { ...why(error), ...didYouMean(String(value), kinds) });
  if (/^min(Properties|Items)$/.test(keyword) && params.limit === 1) return said(`${placeName(at)} is empty`);
  return said(`${quoted(value)} ${error.message ?? `breaks "${keyword}"`}`);
}

function why({ parentSchema }: ErrorObject): Pick<Problem, 'why' | 'fix'> {
  const { description, pattern, examples } = (parentSchema ?? {}) as Record<
    'description' | 'pattern',
    string | undefined
  > & {
    readonly examples?: readonly Json[];
  };
  // A number in place of a duration lacks its unit, which no description says.
  const [example] = pattern?.includes('(ms|s|') ? (examples ?? []) : [];
  return {
    ...(description === undefined ? {} : { why: description }),
    ...(example === undefined ? {} : { fix: `write it like ${String(example)}` }),
  };
}

function describe(error: ErrorObject, name: string): string {
  const properties = (error.parentSchema as { properties?: Record<string, { description?: string }> } | undefined)
    ?.properties;
  const description = properties?.[name]?.description;
  return description === undefined ? '' : `: ${description}`;
}

function placeName(pointer: string): string {
  return pointer === '' ? 'the file' : `"${pointer.slice(1).replaceAll('/', '.')}"`;
}

function articled(type: Json | undefined): string {
  const names: Record<string, string> = {
    object: 'a map',
    array: 'a list',
    string: 'a text',
    integer: 'a whole number',
    number: 'a number',
    boolean: 'true or false',
    null: 'empty',
  };
  const types = Array.isArray(type) ? type : [type];
  return types.map((each) => names[String(each)] ?? String(each)).join(' or ');
}

/** `a, b or c`; long lists are shortened. */
export function listed(words: readonly string[], most = 14): string {
  const shown = words.slice(0, most);
  if (words.length > most) return `${shown.join(', ')} … (${words.length} in all)`;
  return either(shown);
}

/** A value as a short quoted text. */
function quoted(value: Json | undefined): string {
  return cut(JSON.stringify(value) ?? 'nothing', 60);
}
