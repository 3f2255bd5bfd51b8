import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Since } from '../../../reports/input.ts';
import type { Lane } from '../../../reports/story/lane.ts';
import { lanesOf } from '../../../reports/story/lanes.ts';
import { compileContract } from '../../contract/validators.ts';
import { type ComparedRun, changedCauses, diff as diffOf, isWorse, type RunDiff } from '../../evidence/diff.ts';
import { displayPath } from '../../home.ts';
import { judgeWhole } from '../../judge/judge.ts';
import type { Json, Verdict } from '../../model.ts';
import { type Waiving, waiverFor } from '../../verdict/waiver.ts';
import { EXIT, type ExitCode, exitCodeOf } from '../exit.ts';
import {
  COMPARED,
  RUN_FILES,
  RUNS,
  type RunInputs,
  type RunWords,
  readJson,
  WAIVED,
  writeFile,
} from '../folder/folder.ts';
import { withoutContacts } from '../report/mask-contacts.ts';
import type { ReportOptions } from '../report/outlets.ts';
import { inputError, print, say } from '../say.ts';
import { DIFF_LABELS, diffText } from './diff-text.ts';
import type { JudgedRun } from './rejudge.ts';
import { readRun } from './stored-run.ts';

type Policy = Parameters<typeof exitCodeOf>[1];

/** Means the newest good run of the same target and the same cases. */
const LAST_GOOD = 'last-good';

/** How many times slower or faster a median must be to be reported; `assay diff` has a flag for it. */
const FACTOR = 2;

/** Ends the command, before anything is sent, if the named folder has no run, or is about to be replaced. */
export function refuseUnlessThere(named: string, out: string | undefined): void {
  if (named === LAST_GOOD) return;
  if (out !== undefined && resolve(out) === resolve(named)) {
    throw inputError('a run cannot be compared with the one it replaces', out, 'name another --out');
  }
  const missing = [RUN_FILES.record, RUN_FILES.plan, RUN_FILES.inputs].find((name) => !existsSync(join(named, name)));
  if (missing === undefined) return;
  const fix = `name the folder of a run, or "${LAST_GOOD}" for the newest good one`;
  throw inputError(`there is no run in ${named}`, `${missing} is missing`, fix);
}

/** The folder of the run to compare with; undefined if none is named, or there is no last good one. */
export function earlierRun(run: JudgedRun, named: string | undefined, policy: Policy): string | undefined {
  return named === LAST_GOOD ? lastGood(run, policy) : named;
}

/** The orders of an earlier run, shown in the report of a later one. */
export function lanesBefore(folder: string | undefined): readonly Lane[] | undefined {
  if (folder === undefined) return undefined;
  const { plan, record, inputs } = readRun(folder);
  return lanesOf({ plan, record, profile: inputs.profile, verdict: { cases: [], findings: [] } });
}

/**
 * Compares a run that has just ended, prints the differences and keeps them in the run's folder. Returns the run's exit
 * status; a run that passed but no longer checks what the earlier run checked is against the policy.
 */
export function compare(
  run: JudgedRun,
  earlier: string | undefined,
  exitCode: ExitCode,
  options: Pick<ReportOptions, 'quiet' | 'maskContacts'> & Policy,
): ExitCode {
  const { quiet, maskContacts } = options;
  if (earlier === undefined) {
    if (!quiet) say(`there is no good run of ${run.inputs.target.target} yet to compare with`);
    return exitCode;
  }
  const { before, after, diff } = diffRuns(earlier, run.folder, { factor: FACTOR });
  const told = [before.plan, before.record, after.plan, after.record] as unknown as readonly Json[];
  const tellable = maskContacts
    ? (withoutContacts(diff as unknown as Json, told, run.contract) as unknown as typeof diff)
    : diff;
  writeFile(
    join(run.folder, COMPARED),
    `${JSON.stringify({ comparedWith: displayPath(earlier), ...tellable }, null, 2)}\n`,
  );
  if (!quiet) print(`\ncompared with ${displayPath(earlier)}\n\n${diffText(before, after, tellable)}`, DIFF_LABELS);
  return exitCode === EXIT.passed && isWorse(diff) ? EXIT.policy : exitCode;
}

/** How the causes have changed since an earlier run; undefined if an older Assay wrote that run. */
export function sinceRun(verdict: Verdict, earlier: string | undefined): Since | undefined {
  const before = earlier === undefined ? undefined : read<Verdict>(earlier, RUN_FILES.verdict);
  if (earlier === undefined || !before?.causes) return undefined;
  const changed = changedCauses(before, verdict);
  const kindsOf = (causes: readonly { readonly kind: string }[]) => causes.map(({ kind }) => kind);
  return { run: displayPath(earlier), new: kindsOf(changed.new), fixed: kindsOf(changed.fixed) };
}

/**
 * The newest run of this target and these cases, next to this run or in the usual place, that would pass by the same
 * policy.
 */
function lastGood({ folder, inputs: { target, words } }: JudgedRun, policy: Policy): string | undefined {
  const places = new Set([dirname(resolve(folder)), resolve(RUNS)]);
  const candidates = [...places].flatMap((place) =>
    existsSync(place) ? readdirSync(place).map((name) => join(place, name)) : [],
  );
  const good = candidates.flatMap((candidate) => {
    if (candidate === resolve(folder)) return [];
    const inputs = read<RunInputs>(candidate, RUN_FILES.inputs);
    const verdict = inputs && read<Verdict>(candidate, RUN_FILES.verdict);
    if (!verdict || inputs.target.target !== target.target || !isSame(inputs.words, words)) return [];
    const waiving = read<Waiving>(candidate, WAIVED);
    const isGood = verdict.outcome !== 'incomplete' && exitCodeOf({ verdict, waiving }, policy) === EXIT.passed;
    return isGood && existsSync(join(candidate, RUN_FILES.record)) ? [{ candidate, endedAt: verdict.endedAt }] : [];
  });
  return good.toSorted((a, b) => b.endedAt - a.endedAt)[0]?.candidate;
}

/** Whether both runs were told to run the same cases. */
function isSame(one: RunWords | undefined, other: RunWords | undefined): boolean {
  const casesOf = ({ paths, only, tags, excludeTags, grep, depth, profile, shard }: RunWords): object => {
    return { paths, only, tags, excludeTags, grep, depth, profile, shard };
  };
  return one !== undefined && other !== undefined && isDeepStrictEqual(casesOf(one), casesOf(other));
}

function read<T>(folder: string, name: string): T | undefined {
  try {
    return readJson<T>(folder, name);
  } catch {
    // A folder without these files is no run.
    return undefined;
  }
}

/** Compares two runs, both judged again by this Assay, so that only the gateway differs. */
export function diffRuns(
  before: string,
  after: string,
  { factor }: { readonly factor: number },
): { readonly before: ComparedRun; readonly after: ComparedRun; readonly diff: RunDiff } {
  if (resolve(before) === resolve(after)) {
    throw inputError('both runs are the same', before, 'name an earlier run first, then the later one');
  }
  const runs = { before: comparedRun(before), after: comparedRun(after) };
  const [one = 'gateway', other = 'gateway'] = [runs.before.plan.side, runs.after.plan.side];
  if (one !== other) {
    const fix = 'name two runs of the same side; below the folder of traffic that was watched, client/ is the client’s';
    throw inputError(`one run judges the ${one}, the other the ${other}`, `${before} and ${after}`, fix);
  }
  return { ...runs, diff: diffOf(runs.before, runs.after, { factor }) };
}

function comparedRun(folder: string): ComparedRun {
  const { plan, record, inputs } = readRun(folder);
  const { contract, profile, target } = inputs;
  const judged = judgeWhole({ plan, contract, validators: compileContract(contract), profile, target, record });
  const { waivers = [], on = '' } = inputs.waivers ?? {};
  return { ...judged, plan, record, isWaived: (failure) => waiverFor(waivers, on, failure) !== undefined };
}
