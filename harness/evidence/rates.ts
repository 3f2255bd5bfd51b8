import type { CaseOutcome } from '../model.ts';

/** The outcome of a case in one run. */
export interface CaseRun {
  readonly outcome: CaseOutcome;
  readonly isWaived: boolean;
  /** On the run's clock. */
  readonly tookMs: number;
  /** How often the case was walked, and how many of these attempts failed. */
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
    /** Share of the runs that judged the case; null if none did. */
    passRate: share(judged.length - failed),
    /** Share of judged runs whose attempts disagreed, or that differ from both neighbours while those agree. */
    flakeRate: share(flaky),
    failed,
    inconclusive: runs.filter(({ outcome }) => outcome === 'inconclusive').length,
    medianMs: medianOf(judged.map(({ tookMs }) => tookMs)),
  };
}

function hasDisagreed({ attempts, failedAttempts }: CaseRun): boolean {
  return failedAttempts > 0 && failedAttempts < attempts;
}

/**
 * Whether a run differs from both neighbours: a broken gateway stays broken until it is fixed, so one odd run means
 * flakiness.
 */
function isOdd(runs: readonly CaseRun[], i: number): boolean {
  const [before, it, after] = [runs[i - 1]?.outcome, runs[i]?.outcome, runs[i + 1]?.outcome];
  return before !== undefined && before === after && it !== before;
}

/** The median; for an even number of values, the mean of the two in the middle. 0 if there are none. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
