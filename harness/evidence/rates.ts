import type { CaseOutcome } from '../model.ts';

/** What became of a case in one run. */
export interface CaseRun {
  readonly outcome: CaseOutcome;
  readonly isWaived: boolean;
  /** On the clock of the run. */
  readonly tookMs: number;
  /** How often it was walked, and how many of these failed. */
  readonly attempts: number;
  readonly failedAttempts: number;
}

/** How a case did over several runs. */
export type CaseRates = ReturnType<typeof ratesOf>;

/** The rates of a case over its runs, the earliest first. */
export function ratesOf(runs: readonly CaseRun[]) {
  const judged = runs.filter(({ outcome }) => outcome === 'passed' || outcome === 'failed');
  const failed = judged.filter(({ outcome }) => outcome === 'failed').length;
  const flaky = judged.filter((run, i) => hasDisagreed(run) || isOdd(judged, i)).length;
  const share = (n: number): number | null => (judged.length === 0 ? null : n / judged.length);
  return {
    runs: runs.length,
    /** Of the runs in which it was judged; null where it never was. */
    passRate: share(judged.length - failed),
    /** Runs in which its attempts disagreed, or which differ from the runs before and after that agree; of the judged. */
    flakeRate: share(flaky),
    failed,
    inconclusive: runs.filter(({ outcome }) => outcome === 'inconclusive').length,
    medianMs: medianOf(judged.map(({ tookMs }) => tookMs)),
  };
}

function hasDisagreed({ attempts, failedAttempts }: CaseRun): boolean {
  return failedAttempts > 0 && failedAttempts < attempts;
}

/** A gateway that breaks stays broken until it is mended: what is otherwise for one run only came and went. */
function isOdd(runs: readonly CaseRun[], i: number): boolean {
  const [before, it, after] = [runs[i - 1]?.outcome, runs[i]?.outcome, runs[i + 1]?.outcome];
  return before !== undefined && before === after && it !== before;
}

/** The median; of an even number of values the mean of the two in the middle. 0 of none. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
