import type { ReportInput } from '../../../reports/input.ts';
import { compileContract } from '../../contract/validators.ts';
import { judge } from '../../judge/judge.ts';
import type { Contract, Target } from '../../model.ts';
import { waivingOf } from '../waivers.ts';
import { readRun } from './stored-run.ts';

/** A stored run that was judged again. */
export interface Rejudged {
  readonly folder: string;
  readonly contract: Contract;
  readonly target: Target;
  readonly input: ReportInput;
}

/** A stored run with its verdict, made from the record and from what lies beside it, and from nothing else. */
export function rejudge(named: string | undefined): Rejudged {
  const { folder, plan, record, inputs } = readRun(named);
  const { contract, profile, target, command, waivers } = inputs;
  const verdict = judge({ plan, contract, validators: compileContract(contract), profile, target, record });
  return {
    folder,
    contract,
    target,
    input: { verdict, plan, record, profile, command, ...waivingOf(verdict, waivers) },
  };
}
