import { displayPath } from '../../home.ts';
import type { Target } from '../../model.ts';
import { selected } from '../cases/pick.ts';
import { type ExitCode, exitCodeOf } from '../exit.ts';
import type { RunWords } from '../folder/folder.ts';
import { holdForRun } from '../folder/hold-folder.ts';
import type { AimOptions } from '../inputs.ts';
import { readOutlets, report } from '../report/outlets.ts';
import { inputError, say } from '../say.ts';
import { compare, earlierRun, lanesBefore } from '../stored/compare-with.ts';
import { judgeRun } from '../stored/rejudge.ts';
import { folderOf, readRun, type StoredRun } from '../stored/stored-run.ts';
import { type EndOptions, execute } from './execute.ts';
import { leftToRun } from './left-to-run.ts';

/** What may be chosen anew for a run that is resumed. */
interface ResumeOptions extends Omit<EndOptions, 'outlets'>, Omit<AimOptions, 'target'> {
  readonly outlets?: EndOptions['outlets'] | undefined;
  readonly target?: string | undefined;
  /** Replaces the limits of the target file. */
  readonly limited: (target: Target) => Target;
}

/**
 * Resumes a run that was interrupted: keeps what it had finished, walks everything else anew, and judges all of it
 * together.
 */
export async function resume(named: string | undefined, options: ResumeOptions): Promise<ExitCode> {
  const folder = folderOf(named);
  // Before reading: a run still under way would be read in the middle of a line.
  holdForRun(folder);
  const run = readRun(folder);
  const words = wordsOf(run);
  const { plan, record, inputs: stored } = run;
  const outlets = options.outlets ?? readOutlets(stored.words?.reporter, process.env);
  const left = leftToRun(record, { plan, profile: stored.profile, world: stored.world });
  if (left.isOver) return reportAgain(run, { ...options, outlets });
  const { limited, target = words.target, profile = words.profile, world = words.world } = options;
  const { baseUrl = words.baseUrl, envFile = words.envFile, var: assigned = [] } = options;
  // If a variable is given twice, the last value counts.
  const aim = { target, profile, world, baseUrl, envFile, var: [...(words.var ?? []), ...assigned] };
  const { inputs: loaded } = selected(words.paths, { ...aim, tag: words.tags, excludeTag: words.excludeTags });
  const inputs = { ...loaded, target: limited(loaded.target) };
  return execute(inputs, {
    ...options,
    ...words,
    outlets,
    seed: plan.seed,
    nonce: plan.nonce,
    command: stored.command,
    words,
    // A run's own fake ended with the run; in the new one no site is spent.
    resumed: { run, left: loaded.target.baseUrl === 'embedded' ? { ...left, spent: [] } : left },
  });
}

function wordsOf({ folder, inputs }: StoredRun): RunWords {
  if (inputs.words) return inputs.words;
  throw inputError(
    `the run in ${displayPath(folder)} cannot be taken up again`,
    'its inputs.json does not say what it was told to run',
    'make a new one',
  );
}

/** Reports on a run that had already come to its end, whether or not its reports were written. */
async function reportAgain(stored: StoredRun, options: EndOptions): Promise<ExitCode> {
  const { quiet, compareWith } = options;
  if (!quiet) say(`the run in ${displayPath(stored.folder)} had come to its end: nothing is left to walk`);
  const run = judgeRun(stored);
  const earlier = earlierRun(run, compareWith, options);
  await report(stored.folder, run, { ...options, lastGood: lanesBefore(earlier) });
  const exitCode = exitCodeOf(run.input, options);
  return compareWith === undefined ? exitCode : compare(run, earlier, exitCode, options);
}
