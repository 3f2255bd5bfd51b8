import type { LiveRun } from './live-run.ts';

/** What the exit status of a run or a load means (assay --help, “Exit status”). */
export function endWords(
  code: number | null,
  { work, isStopping, troubled, state }: Pick<LiveRun, 'work' | 'isStopping' | 'troubled' | 'state'>,
): string {
  const has = (outcome: string): boolean => [...troubled.values()].some((each) => each.outcome === outcome);
  const isLoad = work === 'load';
  switch (code) {
    case 0:
      if (isLoad) return 'Thresholds met';
      if (has('failed')) return 'Every failure is waived';
      return state?.partOf === undefined ? 'Every case passed' : 'Every case of this part passed';
    case 1:
      return isLoad ? 'Thresholds met, but some journeys failed' : 'Not every case passed';
    case 2:
      return 'Not started: the input is wrong';
    case 3:
      return isLoad ? 'Incomplete: broken off, or its generator did not keep up' : 'The environment failed';
    case 4:
      return has('inconclusive') ? 'Not all could be tested' : 'A waiver is stale or has expired';
    case 99:
      return 'Thresholds crossed';
    case 130:
    case 143:
      return 'Stopped before its end';
    case null:
      return isStopping ? 'Stopped at once, without reports' : 'Ended by the system';
    default:
      return `Ended with status ${code}`;
  }
}
