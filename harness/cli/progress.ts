import { liveView, plainLine } from '../../reports/live.ts';
import { type JudgeInput, judge } from '../judge/judge.ts';
import type { CaseOutcome, Observation } from '../model.ts';
import { say } from './say.ts';
import { createStanding } from './standing.ts';

/** Shows a run while it goes on. */
export interface Progress {
  see(observation: Observation): void;
  /** Takes the live lines away. */
  end(): void;
}

const REDRAW_MS = 100;

/**
 * Progress of a run: lines redrawn in place in a terminal, else a line for each failure and each tenth of the way.
 * `record` grows while the run goes on; each case is judged as it ends.
 */
export async function showProgress(
  judged: Omit<JudgeInput, 'record'>,
  record: readonly Observation[],
): Promise<Progress> {
  const startedAt = Date.now();
  const walked = judged.plan.journeys.filter(({ excused }) => excused === undefined);
  const standing = createStanding(walked.length, judged.contract);
  const stateNow = () => standing.state(Date.now() - startedAt);
  const draw = isWatched() ? (await import('log-update')).createLogUpdate(process.stderr) : undefined;
  const timer = draw && setInterval(() => draw(liveView(stateNow(), process.stderr.columns ?? 80)), REDRAW_MS);
  timer?.unref();

  return {
    see: (observation) => {
      if (observation.type !== 'journey-ended') return standing.see(observation);
      const before = stateNow();
      standing.see(observation);
      standing.judged(observation.journey, outcomeOf(observation.journey, judged, record));
      const line = draw ? null : plainLine(before, stateNow());
      if (line !== null) say(line);
    },
    end: () => {
      clearInterval(timer);
      draw?.clear();
    },
  };
}

/** Whether a person looks at a terminal that can redraw lines. */
function isWatched(env: NodeJS.ProcessEnv = process.env): boolean {
  return process.stderr.isTTY === true && env.TERM !== 'dumb' && !env.CI;
}

/** The outcome of one case, from what is recorded of it and of the deliveries since it began. */
function outcomeOf(
  id: string,
  judged: Omit<JudgeInput, 'record'>,
  record: readonly Observation[],
): CaseOutcome | undefined {
  const journeys = judged.plan.journeys.filter((journey) => journey.id === id);
  const from = record.findLastIndex((each) => each.type === 'journey-started' && each.journey === id);
  const own = record.slice(from).filter((each) => !('journey' in each) || each.journey === id || each.journey === '');
  const verdict = judge({ ...judged, plan: { ...judged.plan, journeys }, record: own });
  return verdict.cases.find((each) => each.id === id)?.outcome;
}
