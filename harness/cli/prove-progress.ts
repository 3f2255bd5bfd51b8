import { type LiveProof, liveProofView, proofLine } from '../../reports/proof-live.ts';
import { UNWANTED } from '../../reports/proof-words.ts';
import type { Trial } from '../proof.ts';
import { say } from './say.ts';

/** Shows a proof while it goes on. */
export interface ProofProgress {
  see(trial: Trial): void;
  /** How many trials it will be after all. */
  expect(total: number): void;
  /** Takes the live lines away; further calls do nothing. */
  end(): void;
}

const REDRAW_MS = 100;

/** Progress of a proof: a bar redrawn in place in a terminal, else a line for each tenth of the way. */
export async function showProof(total: number): Promise<ProofProgress> {
  const startedAt = Date.now();
  let state: LiveProof = { total, done: 0, bad: [], elapsedMs: 0 };
  const isWatched = process.stderr.isTTY === true && process.env.TERM !== 'dumb' && !process.env.CI;
  const draw = isWatched ? (await import('log-update')).createLogUpdate(process.stderr) : undefined;
  const redraw = (): void => {
    draw?.(liveProofView({ ...state, elapsedMs: Date.now() - startedAt }, process.stderr.columns ?? 80));
  };
  const timer = draw && setInterval(redraw, REDRAW_MS);
  timer?.unref();
  return {
    see: ({ fault, outcome }) => {
      const before = state;
      const bad = UNWANTED.includes(outcome) ? [...state.bad, fault] : state.bad;
      state = { ...state, done: state.done + 1, bad, elapsedMs: Date.now() - startedAt };
      const line = draw ? null : proofLine(before, state);
      if (line !== null) say(line);
    },
    expect: (trials) => {
      state = { ...state, total: trials };
    },
    end: () => {
      clearInterval(timer);
      draw?.clear();
    },
  };
}
