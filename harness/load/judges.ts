import type { JudgeInput } from '../judge/judge.ts';
import type { Observation, Plan } from '../model.ts';
import { type HeapVerdict, judgeHeap } from './heap-verdict.ts';

/** Some journeys of a load, and all that was observed of them. */
export interface Heap {
  readonly plan: Plan;
  readonly record: readonly Observation[];
}

/** Judges heaps, and gives out their verdicts in the order in which the heaps were handed in. */
export interface Judges {
  judge(heap: Heap, take: (verdict: HeapVerdict) => void): void;
  /** Resolves when every heap has been judged; nothing may be handed in any more. */
  end(): Promise<void>;
}

/** Judges each heap at once. */
export function judgesHere(judged: Omit<JudgeInput, 'record' | 'plan'>): Judges {
  return {
    judge: (heap, take) => take(judgeHeap({ ...judged, ...heap })),
    end: () => Promise.resolve(),
  };
}
