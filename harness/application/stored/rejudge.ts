import type { ReportInput } from '../../../reports/input.ts';
import { compileContract, type Validators } from '../../contract/validators.ts';
import { judge } from '../../judge/judge.ts';
import type { Contract } from '../../model.ts';
import { waivingOf } from '../waivers.ts';
import { readRun, type StoredRun } from './stored-run.ts';

/** A run that was judged. */
export interface JudgedRun extends StoredRun {
  readonly contract: Contract;
  readonly input: ReportInput;
}

/** A run with its verdict, made only from its record and the files next to it. */
export function judgeRun(run: StoredRun, validators: Validators = compileContract(run.inputs.contract)): JudgedRun {
  const { plan, record, inputs } = run;
  const { contract, profile, target, command, waivers, words } = inputs;
  const verdict = judge({ plan, contract, validators, profile, target, record });
  const waiving = waivingOf(verdict, waivers);
  const { lacks } = target;
  return { ...run, contract, input: { verdict, plan, record, profile, command, only: words?.only, lacks, waiving } };
}

/** The run in a folder, judged again. */
export function rejudge(named: string | undefined): JudgedRun {
  return judgeRun(readRun(named));
}
