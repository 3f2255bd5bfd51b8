import { ACROSS_RUNS } from '../judge/checks/table.ts';
import { type JudgeInput, judgeCases } from '../judge/judge.ts';
import type { CasesFound } from '../judge/verdict.ts';
import type { Observation, Plan } from '../model.ts';

export type { CasesFound };

/** Some journeys of a load, and all that was observed of them. */
export interface Batch {
  readonly plan: Plan;
  readonly record: readonly Observation[];
}

/** Judges batches, and gives out their verdicts in the order in which the batches were handed in. */
export interface Judges {
  judge(batch: Batch, take: (verdict: CasesFound) => void): void;
  /** Resolves when every batch has been judged; nothing may be handed in any more. */
  end(): Promise<void>;
}

/** Judges each batch at once. */
export function judgesHere(judged: Omit<JudgeInput, 'record' | 'plan'>): Judges {
  return {
    judge: (batch, take) => take(judgeBatch({ ...judged, ...batch })),
    end: () => Promise.resolve(),
  };
}

/**
 * Judges a batch by the checks of a certification. What must be unique is another's business (`uniques.ts`): a batch is too
 * small to see it.
 */
export function judgeBatch(input: JudgeInput): CasesFound {
  const { cases, findings } = judgeCases(input);
  return { cases, findings: findings.filter(({ check }) => !ACROSS_RUNS.has(check)) };
}
