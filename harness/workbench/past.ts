import type { CaseOutcome } from '../model.ts';
import type { Past, PastCase, PastRun } from './protocol.ts';

/** A history as `assay history --json` prints it: every case with its outcome in every run. */
export interface PrintedHistory {
  readonly runs: readonly PastRun[];
  readonly cases: readonly (Omit<PastCase, 'outcomes'> & {
    readonly inconclusive: number;
    readonly over: readonly { readonly run: string; readonly outcome: CaseOutcome }[];
  })[];
}

/** The part of a history that a page shows: cases that always passed are counted, the others listed, the worst first. */
export function pastOf({ runs, cases }: PrintedHistory): Past {
  const isSteady = ({ passRate, flakeRate, inconclusive }: PrintedHistory['cases'][number]): boolean =>
    passRate === 1 && flakeRate === 0 && inconclusive === 0;
  const wanting = cases.filter((each) => !isSteady(each));
  const rates = (each: PastCase): number => (each.passRate ?? 2) - (each.flakeRate ?? 0) / 1000;
  return {
    runs,
    cases: wanting
      .map(({ over, inconclusive: _, ...one }): PastCase => {
        const { case: id, title, passRate, flakeRate, medianMs } = one;
        const by = new Map(over.map(({ run, outcome }) => [run, outcome]));
        return { case: id, title, passRate, flakeRate, medianMs, outcomes: runs.map((run) => by.get(run.id) ?? null) };
      })
      .sort((a, b) => rates(a) - rates(b)),
    steady: cases.length - wanting.length,
  };
}
