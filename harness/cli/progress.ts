import type { LiveState } from '../../reports/live.ts';
import { liveView, plainLine } from '../../reports/live.ts';
import { type JudgeInput, judge } from '../judge/judge.ts';
import type { CaseVerdict, Observation } from '../model.ts';
import { say } from './say.ts';

/** Shows a run while it goes on. */
export interface Progress {
  see(observation: Observation): void;
  /** Takes the live lines away. */
  end(): void;
}

const REDRAW_MS = 100;

/**
 * Progress of a run: lines redrawn in place in a terminal, else a line for each tenth of the way. `record` grows while
 * the run goes on; each case is judged as it ends.
 */
export async function showProgress(judged: Omit<JudgeInput, 'record'>, record: readonly Observation[]): Promise<Progress> {
  const total = judged.plan.journeys.length;
  const startedAt = Date.now();
  const underWay = new Map<string, boolean>();
  const counts = { done: 0, failed: 0, inconclusive: 0, requests: 0, deliveries: 0 };
  const failures: string[] = [];
  const stateNow = (): LiveState => ({
    total,
    ...counts,
    inFlight: [...underWay.keys()],
    pendingKcis: 0,
    elapsedMs: Date.now() - startedAt,
    failures: [...failures],
  });
  const isTerminal = process.stderr.isTTY && process.env.TERM !== 'dumb' && !process.env.CI;
  const draw = isTerminal ? (await import('log-update')).createLogUpdate(process.stderr) : undefined;
  const timer = draw && setInterval(() => draw(liveView(stateNow(), process.stderr.columns ?? 80)), REDRAW_MS);
  timer?.unref();

  const ended = (id: string): void => {
    underWay.delete(id);
    const before = stateNow();
    counts.done += 1;
    const outcome = judgeCase(id, judged, record)?.outcome;
    if (outcome === 'failed') {
      counts.failed += 1;
      failures.push(id);
    }
    if (outcome === 'inconclusive') counts.inconclusive += 1;
    const line = draw ? null : plainLine(before, stateNow());
    if (line !== null) say(line);
  };

  return {
    see: (observation) => {
      if (observation.type === 'journey-started') underWay.set(observation.journey, true);
      else if (observation.type === 'request-sent') counts.requests += 1;
      else if (observation.type === 'delivery-received') counts.deliveries += 1;
      else if (observation.type === 'journey-ended') ended(observation.journey);
    },
    end: () => {
      clearInterval(timer);
      draw?.clear();
    },
  };
}

/** The verdict on one case, from what is recorded of it and of the deliveries since it began. */
function judgeCase(id: string, judged: Omit<JudgeInput, 'record'>, record: readonly Observation[]): CaseVerdict | undefined {
  const journeys = judged.plan.journeys.filter((journey) => journey.id === id);
  const from = record.findLastIndex((each) => each.type === 'journey-started' && each.journey === id);
  const own = record.slice(from).filter((each) => !('journey' in each) || each.journey === id || each.journey === '');
  const verdict = judge({ ...judged, plan: { ...judged.plan, journeys }, record: own });
  return verdict.cases.find((each) => each.id === id);
}
