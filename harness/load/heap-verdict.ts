import { ACROSS_RUNS } from '../judge/checks/table.ts';
import { type JudgeInput, judgeCases } from '../judge/judge.ts';
import type { CasesFound } from '../judge/verdict.ts';

/** Of the verdict on a heap, what a load adds up. */
export type HeapVerdict = CasesFound;

/**
 * Judges a heap by the checks of a certification. What must be unique is another's business (`uniques.ts`): a heap is too
 * small to see it.
 */
export function judgeHeap(input: JudgeInput): HeapVerdict {
  const { cases, findings } = judgeCases(input);
  return { cases, findings: findings.filter(({ check }) => !ACROSS_RUNS.has(check)) };
}
