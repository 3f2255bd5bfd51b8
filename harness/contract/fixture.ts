import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { cached, codeDigest } from '../cached.ts';
import { besides, displayPath, HOME, homeName } from '../home.ts';
import type { Json, JsonObject, Problem, Span } from '../model.ts';
import { readText } from '../source/file.ts';
import { nearest } from '../source/nearest.ts';
import { listed, validateAgainst } from '../source/schema.ts';
import { parseSource, type Source } from '../source/source.ts';
import { parseDuration } from '../values/duration.ts';
import { merge } from '../values/members.ts';
import { oncePer } from '../values/once.ts';
import { getAt, isObject } from '../values/pointer.ts';
import { camel } from '../values/spelling.ts';

/** Turns keys and values as authors write them into those of our types. A JSON Schema has already checked their form. */

/** A list as it is, a single value as a list of it, undefined as an empty list. */
export function asList(value: Json | undefined): readonly Json[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

/** The folder of all shipped data files. */
export const FIXTURES: string = join(HOME, 'fixtures');

/** A kind of data file: its name, the folder of the shipped ones, and its JSON Schema. */
export interface FixtureKind {
  readonly noun: string;
  readonly folder: string;
  readonly schema: string;
}

export const PROFILES: FixtureKind = { noun: 'KCI profile', folder: 'kci', schema: 'kci-profile.schema.json' };
export const WORLDS: FixtureKind = { noun: 'world', folder: 'worlds', schema: 'world.schema.json' };
export const TARGETS: FixtureKind = { noun: 'target', folder: 'targets', schema: 'target.schema.json' };

/** The names of the shipped data files of a kind, sorted. */
export function fixtureNames(kind: FixtureKind): string[] {
  const files = readdirSync(join(FIXTURES, kind.folder)).filter((file) => file.endsWith('.yaml'));
  return files.map((file) => file.slice(0, -'.yaml'.length)).sort();
}

/** Whether a reference names a file by its path: with a slash, or the ending of a YAML or JSON file. */
export function isPath(reference: string): boolean {
  return /[\\/]|\.(ya?ml|json)$/i.test(reference);
}

/**
 * Finds the file of a reference. With a slash or the ending of a YAML or JSON file, it is a path relative to `from` (a
 * file) or to the working folder; anything else is the name of a shipped file. `at` is the place of the reference.
 */
export function findFixture(
  kind: FixtureKind,
  reference: string,
  from?: string,
  at?: Span,
): { readonly file?: string; readonly problems: Problem[] } {
  const isFile = isPath(reference);
  const base = from === undefined ? process.cwd() : dirname(from);
  const file = isFile ? resolve(base, reference) : join(FIXTURES, kind.folder, `${reference}.yaml`);
  if (existsSync(file)) return { file, problems: [] };
  const names = fixtureNames(kind);
  const asFile = isFile ? reference : `./${reference}.yaml`;
  const isAddress = kind === TARGETS && /^https?:\/\//i.test(reference);
  const like =
    fileLike(base, reference, isFile) ??
    (isFile ? undefined : nearest(reference, names)) ??
    nearest(asFile, besides(asFile, base));
  const advice = `write a file with "base-url: ${reference}"; "assay init" asks for the rest of it`;
  const begun =
    isFile && kind === PROFILES ? `begin one: npx assay profile show generic > ${displayPath(file)}` : undefined;
  const fix = isAddress ? advice : like ? `did you mean "${like}"?` : begun;
  const problem: Problem = {
    severity: 'error',
    ...(at === undefined ? {} : { span: at }),
    message: isAddress
      ? `a ${kind.noun} is no address`
      : isFile
        ? `there is no file ${displayPath(file)}`
        : `unknown ${kind.noun} "${reference}"`,
    why: `a ${kind.noun} is ${listed(names)}, or the path of a file`,
    ...(fix === undefined ? {} : { fix }),
  };
  return { problems: [problem] };
}

/** An existing file whose path differs only in its ending, its folder or backslashes. */
function fileLike(base: string, reference: string, isFile: boolean): string | undefined {
  const names = isFile ? [] : [`./${reference}`];
  names.push(`${reference}.yaml`, `${reference}.yml`, reference.replaceAll('\\', '/'));
  return names.find((name) => statSync(resolve(base, name), { throwIfNoEntry: false })?.isFile());
}

/** Reads the file of a reference with `read`; failures to read it are problems, too. */
export function loadFixture<T>(
  kind: FixtureKind,
  reference: string,
  read: (text: string, file: string) => T,
  ...place: [from?: string | undefined, at?: Span]
): T | { readonly problems: Problem[] } {
  const found = findFixture(kind, reference, ...place);
  if (found.file === undefined) return found;
  const { text, problems } = readText(found.file);
  return text === undefined ? { problems } : read(text, found.file);
}

/**
 * Like `loadFixture`, for results that are plain JSON and depend only on files of this kind: shipped files are read and
 * checked once, and cached for later starts.
 */
export function loadKept<T>(
  kind: FixtureKind,
  reference: string,
  read: (text: string, file: string) => T,
  from?: string,
): T | { readonly problems: Problem[] } {
  return loadFixture(
    kind,
    reference,
    (text, file) => {
      const name = homeName(file);
      if (name === undefined) return read(text, file);
      const files = fixtureNames(kind).map((each) => join('fixtures', kind.folder, `${each}.yaml`));
      return cached(`${name} as read`, JSON.stringify([displayPath(file), codeDigest(...READ_BY)]), () => ({
        value: read(text, file),
        files: [name, ...files, join('fixtures', 'contract', kind.schema)],
      }));
    },
    from,
  );
}

/** The folders whose code reads data files. */
export const READ_BY = ['values', 'source', 'contract', 'kci', 'journey', 'wire'] as const;

const compiled = new Set<string>();

/** Parses the text of a data file and checks it against the JSON Schema of its kind. */
export function parseFixture(kind: FixtureKind, text: string, file: string): Source {
  const source = parseSource(text, displayPath(file));
  return source.problems.length > 0 ? source : { ...source, problems: holdAgainst(kind, source) };
}

/**
 * The problems of a data file by the JSON Schema of its kind; for a shipped file found once, and cached for later starts.
 */
export function holdAgainst(kind: FixtureKind, source: Source): Problem[] {
  const name = homeName(source.file);
  if (name === undefined || compiled.has(kind.schema)) return heldAgainst(kind, source);
  const of = JSON.stringify([source.file, source.value, codeDigest('values', 'source')]);
  const files = [name, join('fixtures', 'contract', kind.schema)];
  return cached(`${name} by ${kind.schema}`, of, () => ({ value: heldAgainst(kind, source), files }));
}

function heldAgainst(kind: FixtureKind, source: Source): Problem[] {
  compiled.add(kind.schema);
  return validateAgainst(schemaOf(kind), source);
}

const schemaOf = oncePer(
  ({ schema }: FixtureKind) => JSON.parse(readFileSync(join(FIXTURES, 'contract', schema), 'utf8')) as JsonObject,
);

/**
 * The content of a data file that its schema has accepted, in our names: keys of the schema in camel case (`problem-code`),
 * durations in ms under a name that says so (`response: 30s` as `responseMs`).
 */
export function inOurNames(kind: FixtureKind, value: Json): Json {
  const root = schemaOf(kind);
  const settle = (schema: Json | undefined): JsonObject => {
    if (!isObject(schema)) return {};
    const { $ref, anyOf = [], oneOf = [], ...rest } = schema;
    const parts = [$ref === undefined ? [] : (getAt(root, String($ref).slice(1)) ?? []), anyOf, oneOf].flat() as Json[];
    return parts.map(settle).reduce(merge, rest);
  };
  const named = (of: Json, written: Json | undefined): Json => {
    const { properties, items, additionalProperties, pattern } = settle(written);
    if (Array.isArray(of)) return of.map((each) => named(each, items));
    if (typeof of === 'string' && String(pattern).endsWith(UNITS)) return parseDuration(of) ?? of;
    if (!isObject(of)) return of;
    return Object.fromEntries(
      Object.entries(of).map(([name, each]) => {
        const known = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
        if (known === undefined) return [name, named(each, additionalProperties)];
        const schema = settle(known);
        const isTime = [schema, settle(schema.items)].some((its) => String(its.pattern).endsWith(UNITS));
        return [`${camel(name)}${isTime ? 'Ms' : ''}`, named(each, known)];
      }),
    );
  };
  return named(value, root);
}

/** The end of a duration's pattern in every schema. */
const UNITS = '(ms|s|m|h|d)$';

/** Reports a problem at a JSON Pointer of a file. */
export type ReportProblem = (pointer: string, message: string, rest?: Pick<Problem, 'why' | 'fix'>) => void;
