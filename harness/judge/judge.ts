import type { Validators } from '../contract/validators.ts';
import type { Contract, KciProfile, Observation, Plan, Target, Verdict } from '../model.ts';
import type { JudgeContext } from './check.ts';
import { CHECKS } from './checks/table.ts';
import { readHistory } from './history.ts';
import { rowsOf } from './rows.ts';
import { conclude } from './verdict.ts';

/** What a judgement rests on: what was meant, what is owed, and what happened. */
export interface JudgeInput {
  readonly plan: Plan;
  readonly contract: Contract;
  readonly validators: Validators;
  readonly profile: KciProfile;
  readonly target: Target;
  readonly record: readonly Observation[];
}

/**
 * The verdict on a run, from its record alone. Pure: the same inputs give the same verdict to the byte, at any time and
 * by anyone. A record that was cut off is judged as far as it goes, and the verdict says `incomplete`.
 */
export function judge({ plan, contract, validators, profile, target, record }: JudgeInput): Verdict {
  const history = readHistory(record, { plan, contract, profile });
  const rows = rowsOf(contract);
  const context: JudgeContext = {
    plan,
    contract,
    validators,
    profile,
    target,
    history,
    covered: rows.covered,
    isPlaced: rows.isPlaced,
  };
  const checks = Object.values(CHECKS).flatMap((look) => look(context));
  return conclude(history, checks.map(rows.attach), contract, plan.seed);
}
