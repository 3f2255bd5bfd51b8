import { ACROSS_RUNS } from '../judge/checks/table.ts';
import { type JudgeInput, judge } from '../judge/judge.ts';
import type { CaseVerdict, Check } from '../model.ts';

/** Of the verdict on a heap, what a load adds up. */
export interface HeapVerdict {
  readonly cases: readonly Pick<CaseVerdict, 'id' | 'outcome' | 'findings'>[];
  /** Failures of no journey. */
  readonly findings: readonly Check[];
}

/**
 * Judges a heap as a certification is judged, and keeps of it what failed. What must be unique is another's business
 * (`uniques.ts`): a heap is too small to see it.
 */
export function judgeHeap(input: JudgeInput): HeapVerdict {
  const { cases, findings } = judge(input);
  return {
    cases: cases.map(({ id, outcome, findings: ofCase }) => ({ id, outcome, findings: ofCase.filter(isFailed) })),
    findings: findings.filter((check) => isFailed(check) && !ACROSS_RUNS.has(check.check)),
  };
}

const isFailed = ({ result }: Check): boolean => result.outcome === 'failed';
