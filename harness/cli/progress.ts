import { liveView, plainLine } from '../../reports/live.ts';
import { type JudgeInput, judge } from '../judge/judge.ts';
import type { CaseOutcome, Observation } from '../model.ts';
import { say } from './say.ts';
import { sortRecord } from './sorted-record.ts';
import { createStanding } from './standing.ts';

/** Shows a run while it goes on. */
export interface Progress {
  see(observation: Observation): void;
  /** Takes the live lines away. */
  end(): void;
}

const REDRAW_MS = 100;

/**
 * Progress of a run: lines redrawn in place in a terminal, else a line for each failure and each tenth of the way. Each
 * case is judged by itself as it ends; the verdict on the whole record is the one that counts.
 */
export async function showProgress(judged: Omit<JudgeInput, 'record'>): Promise<Progress> {
  const startedAt = Date.now();
  const journeys = new Map(judged.plan.journeys.map((journey) => [journey.id, journey]));
  const walked = judged.plan.journeys.filter(({ excused }) => excused === undefined);
  const standing = createStanding(walked.length, judged.contract);
  const sorted = sortRecord(judged.contract);
  const stateNow = () => standing.state(Date.now() - startedAt);
  const draw = isWatched() ? (await import('log-update')).createLogUpdate(process.stderr) : undefined;
  const timer = draw && setInterval(() => draw(liveView(stateNow(), process.stderr.columns ?? 80)), REDRAW_MS);
  timer?.unref();

  const outcomeOf = (id: string): CaseOutcome | undefined => {
    const journey = journeys.get(id);
    const plan = { ...judged.plan, journeys: journey ? [journey] : [] };
    return judge({ ...judged, plan, record: sorted.take(id) }).cases[0]?.outcome;
  };

  return {
    see: (observation) => {
      sorted.see(observation);
      if (observation.type !== 'journey-ended') return standing.see(observation);
      const before = stateNow();
      standing.see(observation);
      standing.judged(observation.journey, outcomeOf(observation.journey));
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
