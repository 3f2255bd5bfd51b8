import { join, resolve } from 'node:path';
import { compileContract } from '../../contract/validators.ts';
import { judge } from '../../judge/judge.ts';
import { type ExitCode, exitCodeOf } from '../exit.ts';
import { clearFolder, FILES, newFolder, writeFile } from '../folder/folder.ts';
import { holdFolder, holdForRun } from '../folder/hold-folder.ts';
import { maskFor, type Outlet, report } from '../report/outlets.ts';
import { problem, Refusal, say } from '../say.ts';
import { waivingOf } from '../waivers.ts';
import { mergeRuns } from './merge-runs.ts';
import { readRun } from './stored-run.ts';

/** What the user chose for the joined run. */
export interface MergeOptions {
  readonly out?: string;
  readonly outlets: readonly Outlet[];
  readonly allowInconclusive: boolean;
  readonly maskContacts?: boolean;
  readonly quiet: boolean;
}

/** Joins the runs of shards into one in a folder of its own, judges and reports it; the exit status is that of a run. */
export async function reportMerge(folders: readonly string[], options: MergeOptions): Promise<ExitCode> {
  if (options.out !== undefined && folders.some((each) => resolve(each) === resolve(options.out ?? ''))) {
    throw new Refusal([problem('--out is one of the folders to join', options.out, 'name another, or none')]);
  }
  holdForRun(options.out);
  const { plan, inputs, record } = mergeRuns(folders.map(readRun));
  const { contract, profile, target, command, waivers } = inputs;
  const folder = newFolder(options.out, target.target, new Date());
  holdFolder(folder);
  if (clearFolder(folder) && !options.quiet) say(`replacing the run that was in ${folder}`);
  writeFile(join(folder, FILES.plan), `${JSON.stringify(plan)}\n`);
  writeFile(join(folder, FILES.inputs), `${JSON.stringify(inputs)}\n`);
  writeFile(join(folder, FILES.record), record.map((each) => `${JSON.stringify(each)}\n`).join(''));
  const verdict = judge({ plan, contract, validators: compileContract(contract), profile, target, record });
  const waiving = waivingOf(verdict, waivers);
  await report(folder, { verdict, plan, record, profile, command, ...waiving }, options.outlets, {
    quiet: options.quiet,
    ...(options.maskContacts ? { mask: await maskFor(contract) } : {}),
  });
  return exitCodeOf(verdict, { allowInconclusive: options.allowInconclusive, ...waiving });
}
