import type { JudgeInput } from '../judge/judge.ts';
import type { Batch, CasesFound, Judges } from './judges.ts';
import { openThread } from './thread.ts';

/** What judges judge by; the validators are made of the contract, on their own side. */
export type Law = Omit<JudgeInput, 'record' | 'plan' | 'validators'>;

/** Batches that may wait before whoever fills them has to wait, too. */
const MOST_WAITING = 2;

/**
 * Judges on a thread of their own, so that the sender has a processor for itself. `hold` stops the sender's time until the
 * returned function is called: on virtual time nothing else keeps it from running away from the judges.
 */
export function judgesInWorker(law: Law, hold?: () => () => void): Judges {
  const thread = openThread<Batch, CasesFound>(new URL('./judges-thread.ts', import.meta.url), law);
  let waiting = 0;
  let release: (() => void) | undefined;
  let hasEnded = (): void => {};
  const letGo = (): void => {
    if (waiting <= MOST_WAITING) {
      release?.();
      release = undefined;
    }
    if (waiting === 0) hasEnded();
  };
  return {
    judge: (batch, take) => {
      waiting += 1;
      thread.ask(batch, (verdict) => {
        waiting -= 1;
        take(verdict);
        letGo();
      });
      if (waiting > MOST_WAITING) release ??= hold?.();
    },
    end: async () => {
      await new Promise<void>((resolve) => {
        hasEnded = resolve;
        letGo();
      });
      await thread.end();
    },
  };
}
