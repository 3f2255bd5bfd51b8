import { failureLine } from '../../../reports/terminal/live.ts';
import type { JudgeInput } from '../../judge/check.ts';
import type { CaseOutcome } from '../../model.ts';
import { printPart } from '../say.ts';
import { type ProgressStyle, terminalOf } from '../terminal.ts';
import type { CaseSoFar } from './cases-so-far.ts';
import { createLiveRun } from './live-run.ts';
import type { RunProgress } from './progress.ts';

const DOTS: Readonly<Record<CaseOutcome, string>> = {
  passed: '.',
  failed: 'F',
  inconclusive: 'I',
  'not-applicable': '-',
};
const DOTS_IN_LINE = 80;
const OVER = '\r\u001b[2K';

/**
 * Shows each case as it ends, judged by itself: as a line, as a character, or in one line that is overwritten in a
 * terminal.
 */
export function showCases(style: ProgressStyle, judged: Omit<JudgeInput, 'record'>): RunProgress {
  const run = createLiveRun(judged);
  const of = judged.plan.journeys.filter(({ excused }) => excused === undefined).length;
  const { isWatched, screen } = terminalOf(process.stdout);
  let done = 0;
  const told: Readonly<Record<ProgressStyle, (one: CaseSoFar) => string>> = {
    list: (one) => `${one.failure ? failureLine(one.failure, screen()) : `${one.outcome}  ${one.id}`}\n`,
    dot: ({ outcome }) => `${DOTS[outcome]}${done % DOTS_IN_LINE === 0 ? '\n' : ''}`,
    line: ({ id, failure }) => {
      const kept = failure ? `${isWatched ? OVER : ''}${failureLine(failure, screen())}\n` : '';
      return isWatched ? `${kept}${OVER}[${done}/${of}] ${id.slice(0, screen().width - 20)}` : kept;
    },
  };
  return {
    see: (observation) => {
      const one = run.see(observation);
      if (!one) return undefined;
      done += 1;
      printPart(told[style](one));
      return one;
    },
    end: () => printPart(style === 'dot' ? '\n\n' : isWatched && style === 'line' ? OVER : '\n'),
  };
}
