import { existsSync, readFileSync } from 'node:fs';
import { named } from '../../home.ts';
import type { Depth, Scenario } from '../../model.ts';
import { casesAt } from '../../scenario/at-line.ts';
import { findScenarios } from '../../scenario/load.ts';
import { nearest } from '../../source/nearest.ts';
import { type AimOptions, type CertifyingInputs, loadInputs } from '../inputs.ts';
import { inputError, sayProblems } from '../say.ts';

/** Which cases are wanted, as chosen on the command line. Every command that plans takes the same choice. */
export interface Selection {
  readonly only?: readonly string[] | undefined;
  /** A regular expression that the id or the title of a case must match. */
  readonly grep?: string | undefined;
  readonly depth?: Depth | undefined;
  readonly tag?: readonly string[] | undefined;
  readonly excludeTag?: readonly string[] | undefined;
}

/** The inputs with the chosen scenarios, and the ids of the chosen cases. */
interface Selected {
  readonly inputs: CertifyingInputs;
  readonly only: readonly string[];
  /** The paths, without lines. */
  readonly paths: readonly string[];
}

/** Reads the files that the paths name (`orders/cease.yaml:12` is one), and keeps the scenarios that the tags select. */
export function selected(named: readonly string[], flags: AimOptions & Selection): Selected {
  const { paths, only } = withoutLines(named);
  const inputs = loadInputs(flags, paths);
  const { scenarios } = inputs;
  return {
    inputs: { ...inputs, scenarios: withoutTags(withTags(scenarios, flags.tag), flags.excludeTag) },
    only: [...only, ...(flags.only ?? [])],
    paths,
  };
}

const AT_LINE = /^(.+\.ya?ml):(\d+)$/;

/**
 * Splits paths that name a line into their files and the ids of the cases meant. Next to such a path, a path without a line
 * means all of its own cases.
 */
export function withoutLines(words: readonly string[]): Pick<Selected, 'paths' | 'only'> {
  const read = words.map((path) => {
    const [, file, line] = existsSync(path) ? [] : (AT_LINE.exec(path) ?? []);
    return file !== undefined && existsSync(named(file)) ? { path: file, line: Number(line) } : { path };
  });
  const paths = read.map(({ path }) => path);
  if (read.every(({ line }) => line === undefined)) return { paths, only: [] };
  const only = read.flatMap(({ path, line }) =>
    findScenarios([path]).files.flatMap(({ file, id }) => {
      const text = readFileSync(file, 'utf8');
      const lines = text.trimEnd().split('\n').length;
      if (line !== undefined && (line < 1 || line > lines))
        throw inputError(`${path} has no line ${line}`, `its lines are 1 to ${lines}`);
      const rows = line === undefined ? [] : casesAt(text, { file, id }, line);
      return rows.length > 0 ? rows : [file];
    }),
  );
  return { paths, only };
}

/** The scenarios that have one of the tags; all if no tags are given. */
export function withTags(scenarios: readonly Scenario[], tags: readonly string[] = []): readonly Scenario[] {
  if (tags.length === 0) return scenarios;
  const picked = scenarios.filter((scenario) => scenario.tags.some((tag) => tags.includes(tag)));
  if (picked.length > 0) return picked;
  throw inputError(`no scenario is tagged ${tags.map((tag) => `"${tag}"`).join(' or ')}`, ...tagsOf(scenarios, tags));
}

/** The scenarios that have none of the tags; the same list if no tags are given. */
function withoutTags(scenarios: readonly Scenario[], tags: readonly string[] = []): readonly Scenario[] {
  if (tags.length === 0) return scenarios;
  const unknown = tags.filter((tag) => !scenarios.some((scenario) => scenario.tags.includes(tag)));
  if (unknown.length > 0) {
    const [why, fix] = tagsOf(scenarios, unknown);
    sayProblems([{ severity: 'warning', message: `no scenario is tagged "${unknown.join('" or "')}"`, why, fix }]);
  }
  const left = scenarios.filter((scenario) => !scenario.tags.some((tag) => tags.includes(tag)));
  if (left.length > 0) return left;
  throw inputError('there is nothing to run', `every scenario is tagged ${tags.map((tag) => `"${tag}"`).join(' or ')}`);
}

/** For an error: which tags there are, and which one was probably meant. */
function tagsOf(scenarios: readonly Scenario[], tags: readonly string[]): [why: string, fix: string | undefined] {
  const known = [...new Set(scenarios.flatMap((scenario) => scenario.tags))].sort();
  const like = tags.map((tag) => nearest(tag, known)).find((each) => each !== undefined);
  return [
    known.length === 0 ? 'none of these has a tag' : `the tags are ${known.join(', ')}`,
    like === undefined ? undefined : `did you mean "${like}"?`,
  ];
}
