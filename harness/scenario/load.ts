import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { cached, codeDigest } from '../cached.ts';
import { besides, homeName, named } from '../home.ts';
import type { Problem, Scenario } from '../model.ts';
import { readText } from '../source/file.ts';
import { didYouMean } from '../source/nearest.ts';
import { type ParsedScenario, parseScenario } from './parse.ts';

/** A scenario file and its scenario's id. */
interface ScenarioFile {
  readonly file: string;
  readonly id: string;
}

const ENDING = /\.ya?ml$/;
/** The folder of traffic profiles, which has no scenarios. */
export const TRAFFIC = 'traffic';
/** The folder of fragments, which scenarios use. */
const FRAGMENTS = 'fragments';
/** The folder of scenarios for clients instead of gateways. */
const CLIENT = 'client';
/** Far above the size of any scenario written by a person. */
const MAX_BYTES = 1_000_000;

/**
 * The scenario files among and below the paths, without duplicates, in order of their ids. The id of a file is its path
 * below the given folder, or below the last folder named `scenarios`. `traffic/`, `client/`, packages and hidden folders
 * are skipped.
 */
export function findScenarios(paths: readonly string[]): {
  readonly files: ScenarioFile[];
  readonly problems: Problem[];
} {
  const found = new Map<string, ScenarioFile>();
  const problems: Problem[] = [];
  for (const path of paths.map(named)) {
    const kind = statSync(path, { throwIfNoEntry: false });
    if (!kind) {
      const advice = { fix: 'check the path', ...didYouMean(path, besides(path)) };
      problems.push({ severity: 'error', message: `no file or folder "${path}"`, ...advice });
      continue;
    }
    if (isTraffic(path)) {
      const why = 'what lies in a folder named traffic mixes scenarios into a load';
      const fix = 'name the scenarios, or start the load with assay simulate';
      problems.push({ severity: 'error', message: `"${path}" is no scenario but traffic`, why, fix });
      continue;
    }
    const files = kind.isDirectory() ? filesBelow(path) : [path];
    if (files.length === 0) {
      problems.push({ severity: 'error', message: `no scenario below "${path}"`, why: 'a scenario is a .yaml file' });
    }
    for (const file of files) found.set(file, { file, id: idOf(file, kind.isDirectory() ? path : undefined) });
  }
  return { files: [...found.values()].toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)), problems };
}

/** Whether a path is a folder of traffic profiles or a file in one. */
export const isTraffic = (path: string): boolean => isIn(TRAFFIC, path);

/** Whether a path is a folder of scenarios for clients, or a file in one. */
export const isOfClients = (path: string): boolean => isIn(CLIENT, path);

function isIn(name: string, path: string): boolean {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory();
  return basename(isFolder ? resolve(path) : dirname(resolve(path))) === name;
}

/**
 * Reads every scenario file among and below the paths, or those with these ids; `operations` are the contract's verbs.
 * Returns what parsed, and of the rest what could be read and all problems.
 */
export function loadScenarios(
  paths: readonly string[],
  ids?: ReadonlySet<string>,
  operations: readonly string[] = [],
): {
  readonly scenarios: Scenario[];
  readonly drafts: Scenario[];
  readonly problems: Problem[];
} {
  const { files, problems } = findScenarios(paths);
  const texts = files
    .filter(({ id }) => ids?.has(id) !== false)
    .map(({ file, id }): ScenarioText | Problem => {
      const { text = '', problems: unread } = readText(file);
      return unread[0] ?? tooLarge(file, text) ?? { file, id, text };
    });
  const parsed = parsedOf(
    texts.filter((each) => 'text' in each),
    operations,
  );
  const found = texts.map((each) => ('text' in each ? parsed.get(each) : undefined) ?? { problems: [each as Problem] });
  return {
    scenarios: found.flatMap(({ scenario }) => scenario ?? []),
    drafts: found.flatMap(({ draft }) => draft ?? []),
    problems: [...problems, ...found.flatMap((each) => each.problems)],
  };
}

interface ScenarioText extends ScenarioFile {
  readonly text: string;
}

/** Shipped scenarios are parsed once, and cached for later starts. */
function parsedOf(
  written: readonly ScenarioText[],
  operations: readonly string[],
): ReadonlyMap<unknown, ParsedScenario> {
  const make = (): ParsedScenario[] => written.map(({ text, file, id }) => parseScenario(text, file, id, operations));
  const isOurs = written.length > 1 && written.every(({ file }) => homeName(file));
  const parsed = isOurs
    ? cached(
        `${written.length} from ${written[0]?.file} of ${operations.length} verbs`,
        JSON.stringify([written, operations, codeDigest('values', 'wire', 'kci', 'journey', 'source', 'scenario')]),
        () => ({
          value: make(),
          files: ['fixtures/contract/scenario.schema.json'],
        }),
      )
    : make();
  return new Map(written.map((each, i) => [each, parsed[i] ?? { problems: [] }]));
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return isElse(entry.name) ? [] : filesBelow(path);
    return ENDING.test(entry.name) && statSync(path, { throwIfNoEntry: false })?.isFile() ? [path] : [];
  });
}

/** Whether a folder has another purpose: traffic, fragments, clients, packages, or hidden files. */
function isElse(name: string): boolean {
  return [TRAFFIC, FRAGMENTS, CLIENT, 'node_modules'].includes(name) || name.startsWith('.');
}

function idOf(file: string, folder: string | undefined): string {
  const parts = file.split(sep);
  const root = parts.lastIndexOf('scenarios');
  const below =
    root >= 0 ? parts.slice(root + 1).join('/') : folder === undefined ? basename(file) : relative(folder, file);
  return below.split(sep).join('/').replace(ENDING, '');
}

function tooLarge(file: string, text: string): Problem | undefined {
  const bytes = Buffer.byteLength(text);
  if (bytes <= MAX_BYTES) return undefined;
  const why = `it has ${bytes} bytes, and ${MAX_BYTES} are the most`;
  return { severity: 'error', message: `"${file}" is too large for a scenario`, why };
}
