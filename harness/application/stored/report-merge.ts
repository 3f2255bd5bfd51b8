import { join, resolve } from 'node:path';
import { type ExitCode, exitCodeOf } from '../exit.ts';
import { FILES, writeFile } from '../folder/folder.ts';
import { folderForRun, holdForRun } from '../folder/hold-folder.ts';
import { type ReportOptions, report } from '../report/outlets.ts';
import { refusal } from '../say.ts';
import { mergeRuns } from './merge-runs.ts';
import { judgeRun } from './rejudge.ts';
import { readRun } from './stored-run.ts';

/** What the user chose for the joined run. */
export interface MergeOptions extends ReportOptions {
  readonly out?: string | undefined;
  readonly allowInconclusive?: boolean | undefined;
}

/** Joins the runs of shards into one in a folder of its own, judges and reports it; the exit status is that of a run. */
export async function reportMerge(folders: readonly string[], options: MergeOptions): Promise<ExitCode> {
  const { out } = options;
  if (out !== undefined && folders.some((each) => resolve(each) === resolve(out)))
    throw refusal('--out is one of the folders to join', out, 'name another, or none');
  holdForRun(out);
  const { plan, inputs, record } = mergeRuns(folders.map(readRun));
  const folder = folderForRun(inputs.target.target, options);
  writeFile(join(folder, FILES.plan), `${JSON.stringify(plan)}\n`);
  writeFile(join(folder, FILES.inputs), `${JSON.stringify(inputs)}\n`);
  writeFile(join(folder, FILES.record), record.map((each) => `${JSON.stringify(each)}\n`).join(''));
  const judged = judgeRun({ folder, plan, inputs, record });
  await report(folder, judged, options);
  return exitCodeOf(judged.input, options);
}
