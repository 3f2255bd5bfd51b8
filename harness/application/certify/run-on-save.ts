import { type FSWatcher, readFileSync, statSync, watch } from 'node:fs';
import { dirname } from 'node:path';
import { type FixtureKind, findFixture, PROFILES, TARGETS, WORLDS } from '../../contract/fixture.ts';
import { loadTarget } from '../../contract/target.ts';
import { displayPath, shippedPath } from '../../home.ts';
import { withFragments } from '../../scenario/fragments.ts';
import { findScenarios } from '../../scenario/load.ts';
import { parseSource } from '../../source/source.ts';
import { withoutLines } from '../cases/pick.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import { releaseFolders } from '../folder/hold-folder.ts';
import type { AimOptions } from '../inputs.ts';
import { saidBy, say, sayProblems } from '../say.ts';
import { onSignals } from '../signals.ts';

/** What a run is made of, besides scenarios. */
interface Watched extends AimOptions {
  readonly fault?: readonly string[];
  readonly waivers?: string;
}

/** An editor may write a file in several steps. */
const SETTLE_MS = 40;

/**
 * Runs once, and again whenever a file of the run is saved, until interrupted: the scenarios that were saved, or all if the
 * file was a target, profile, world, fault, waivers or variables. After a mistake, prints it and waits for the next save.
 */
export async function runOnSave(
  paths: readonly string[],
  flags: Watched,
  run: (paths: readonly string[]) => Promise<ExitCode>,
): Promise<ExitCode> {
  for (let touched = paths; ; ) {
    const before = stampsOf(paths, flags);
    const code = await attempt(() => run(touched));
    if (code === EXIT.interrupted || code === EXIT.terminated) return code;
    const next = nextChange(before, () => stampsOf(paths, flags));
    say('watching: save a file to run again, Ctrl-C ends');
    const changed = await next;
    if (changed.length === 0) return EXIT.passed;
    touched = touchedBy(changed, paths);
    say(`\n${changed.map(displayPath).join(', ')} saved`);
  }
}

async function attempt(run: () => Promise<ExitCode>): Promise<ExitCode> {
  try {
    return await run();
  } catch (error) {
    const said = saidBy(error);
    if (!said) throw error;
    sayProblems(said.problems);
    return said.exitCode;
  } finally {
    releaseFolders();
  }
}

/** The paths that name the changed scenarios; all paths if anything else was changed. */
function touchedBy(changed: readonly string[], paths: readonly string[]): readonly string[] {
  const scenarios = new Map(paths.map((path) => [path, filesOf([path])] as const));
  const all = paths.length === 0 ? filesOf([]) : [...scenarios.values()].flat();
  if (!changed.every((file) => all.includes(file))) return paths;
  const named = [...scenarios].filter(([path]) => changed.includes(withoutLines([path]).paths[0] ?? ''));
  const isNamed = new Set(named.flatMap(([, files]) => files));
  return [...named.map(([path]) => path), ...changed.filter((file) => !isNamed.has(file))];
}

function filesOf(paths: readonly string[]): readonly string[] {
  const named = paths.length > 0 ? withoutLines(paths).paths : [displayPath(shippedPath('scenarios'))];
  return findScenarios(named).files.map(({ file }) => file);
}

function fragmentsOf(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8');
  return /\buse:/.test(text) ? withFragments(parseSource(text, file), file).fragments : [];
}

type Stamps = ReadonlyMap<string, string>;

/** Every file that a run is made of, with a stamp that tells its versions apart. */
function stampsOf(paths: readonly string[], flags: Watched): Stamps {
  const { profile, world, envFile, waivers, fault = [] } = flags;
  const { target, bases = [] } = loadTarget(flags.target, process.env, flags);
  const scenarios = filesOf(paths);
  const { file } = findFixture(TARGETS, flags.target);
  const beside = (kind: FixtureKind, given: string | undefined, written: string | undefined): readonly string[] => {
    const name = given ?? written;
    return name === undefined
      ? []
      : [findFixture(kind, name, given === undefined ? file : undefined).file ?? []].flat();
  };
  const files = [
    ...scenarios,
    ...scenarios.flatMap(fragmentsOf),
    ...[file ?? [], envFile ?? [], waivers ?? []].flat(),
    ...bases,
    ...beside(PROFILES, profile, target?.profile),
    ...beside(WORLDS, world, target?.world),
    ...fault.filter((each) => /\.ya?ml$/.test(each)),
  ];
  return new Map(
    files.flatMap((file) => {
      const stat = statSync(file, { throwIfNoEntry: false });
      return stat ? [[file, `${stat.mtimeMs} ${stat.size}`]] : [];
    }),
  );
}

/**
 * Waits until files are changed or new, and returns them; none if a signal came first. A run listens to signals itself;
 * before it has begun, the system ends the process.
 */
function nextChange(before: Stamps, now: () => Stamps): Promise<readonly string[]> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const watchers: FSWatcher[] = [];
    const end = (changed: readonly string[]): void => {
      clearTimeout(timer);
      for (const each of watchers) each.close();
      release();
      resolve(changed);
    };
    const look = (): void => {
      const changed = [...now()].flatMap(([file, stamp]) => (before.get(file) === stamp ? [] : [file]));
      if (changed.length > 0) end(changed);
    };
    const soon = (): void => {
      clearTimeout(timer);
      timer = setTimeout(look, SETTLE_MS);
    };
    const release = onSignals(() => end([]));
    for (const folder of new Set([...before.keys()].map(dirname))) watchers.push(watch(folder, soon));
    // For what was saved while the run went on.
    look();
  });
}
