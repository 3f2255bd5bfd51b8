import { resolve } from 'node:path';
import { compileContract } from '../../contract/validators.ts';
import { type ComparedRun, diff, type RunDiff } from '../../evidence/diff.ts';
import { judgeWhole } from '../../judge/judge.ts';
import { waiverFor } from '../../verdict/waiver.ts';
import { problem, Refusal } from '../say.ts';
import { readRun } from './stored-run.ts';

/** Two runs, each judged anew by this Assay, so that the gateway is compared and not the judge. */
export function diffRuns(
  before: string,
  after: string,
  { factor }: { readonly factor: number },
): { readonly before: ComparedRun; readonly after: ComparedRun; readonly diff: RunDiff } {
  if (resolve(before) === resolve(after)) {
    throw new Refusal([problem('both runs are the same', before, 'name an earlier run first, then the later one')]);
  }
  const runs = { before: comparedRun(before), after: comparedRun(after) };
  return { ...runs, diff: diff(runs.before, runs.after, { factor }) };
}

function comparedRun(folder: string): ComparedRun {
  const { plan, record, inputs } = readRun(folder);
  const { contract, profile, target } = inputs;
  const judged = judgeWhole({ plan, contract, validators: compileContract(contract), profile, target, record });
  const { waivers = [], on = '' } = inputs.waivers ?? {};
  return { ...judged, plan, record, isWaived: (failure) => waiverFor(waivers, on, failure) !== undefined };
}
