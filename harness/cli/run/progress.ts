import { liveView } from '../../../reports/terminal/live.ts';
import { plainLine } from '../../../reports/terminal/live-lines.ts';
import type { JudgeInput } from '../../judge/judge.ts';
import type { Clock, Observation } from '../../model.ts';
import { say } from '../say.ts';
import { type CaseSoFar, judgeSoFar } from './cases-so-far.ts';
import { openBlock } from './live-block.ts';
import { createStanding } from './standing.ts';
import { createTeller } from './teller.ts';
import { terminalOf } from './terminal.ts';

/** Shows a run while it goes on. */
export interface Progress {
  see(observation: Observation): void;
  /** Takes the live lines away. */
  end(): void;
}

/** What arrives late is judged, and a log is written on, so often. */
const LOOK_MS = 500;
/** Cases judged again at a time, so that no exchange waits for it. */
const MOST_LATE = 10;

/**
 * Progress of a run: a block redrawn at the end of the terminal, else a line now and then. Cases that fail are told as they
 * end, each judged by itself; the verdict on the whole record is the one that counts.
 */
export async function showProgress(judged: Omit<JudgeInput, 'record'>, clock: Pick<Clock, 'now'>): Promise<Progress> {
  const startedAt = Date.now();
  const { screen } = terminalOf(process.stderr);
  const cases = judgeSoFar(judged);
  const standing = createStanding(judged);
  const stateNow = () => standing.state(Date.now() - startedAt, clock.now());
  const block = await openBlock((seen) => liveView(stateNow(), seen));
  let told = stateNow();
  const tell = createTeller();
  const print = (line: string): void => (block ? block.above(line) : say(line));

  const take = (one: CaseSoFar): void => {
    standing.judged(one);
    const line = tell(one, screen());
    if (line !== null) print(line);
  };
  const look = (): void => {
    for (const one of cases.late(MOST_LATE)) take(one);
    if (block) return;
    const now = stateNow();
    const line = plainLine(told, now, screen());
    if (line === null) return;
    told = now;
    say(line);
  };
  const timer = setInterval(look, LOOK_MS);
  timer.unref();

  return {
    see: (observation) => {
      standing.see(observation);
      const one = cases.see(observation);
      if (one) take(one);
    },
    end: () => {
      clearInterval(timer);
      look();
      block?.end();
    },
  };
}
