import { Worker } from 'node:worker_threads';
import type { JudgeInput } from '../judge/judge.ts';
import type { Observation, Plan } from '../model.ts';
import { type HeapVerdict, judgeHeap } from './heap-verdict.ts';

/** Some journeys of a load, and all that was observed of them. */
export interface Heap {
  readonly plan: Plan;
  readonly record: readonly Observation[];
}

/** What heaps are judged by; the validators are made of the contract where they are needed. */
export type Law = Omit<JudgeInput, 'record' | 'plan' | 'validators'>;

/** Judges heaps, and gives out their verdicts in the order in which the heaps were handed in. */
export interface Judges {
  judge(heap: Heap, take: Take): void;
  /** Resolves when every heap has been judged; nothing may be handed in any more. */
  end(): Promise<void>;
}

type Take = (verdict: HeapVerdict) => void;

/** Judges each heap at once. */
export function judgesHere(judged: Omit<JudgeInput, 'record' | 'plan'>): Judges {
  return {
    judge: (heap, take) => take(judgeHeap({ ...judged, ...heap })),
    end: () => Promise.resolve(),
  };
}

/** Heaps that may wait for the thread before whoever fills them has to wait, too. */
const MOST_WAITING = 4;

/**
 * Judges on a thread of their own, so that sending and judging take a processor each. `hold` stops the sender's time
 * until the returned function is called: on virtual time nothing else keeps it from running away from the judges.
 */
export function judgesOnThread(law: Law, hold?: () => () => void): Judges {
  const worker = new Worker(new URL('./judge-thread.ts', import.meta.url), { workerData: law });
  const waiting: Take[] = [];
  let release: (() => void) | undefined;
  let hasEnded = (): void => {};

  const letGo = (): void => {
    if (waiting.length <= MOST_WAITING) {
      release?.();
      release = undefined;
    }
    if (waiting.length === 0) hasEnded();
  };
  worker
    .on('message', (verdict: HeapVerdict) => {
      waiting.shift()?.(verdict);
      letGo();
    })
    .on('error', (cause) => {
      // A judge that breaks is our own fault.
      throw new Error('the thread that judges broke', { cause });
    });

  return {
    judge: (heap, take) => {
      waiting.push(take);
      worker.postMessage(heap);
      if (waiting.length > MOST_WAITING) release ??= hold?.();
    },
    end: async () => {
      await new Promise<void>((resolve) => {
        hasEnded = resolve;
        letGo();
      });
      await worker.terminate();
    },
  };
}
