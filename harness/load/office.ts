import { Worker } from 'node:worker_threads';
import { growSlowly } from '../io/lean.ts';
import type { JudgeInput } from '../judge/judge.ts';
import type { Journey, Plan, Scenario } from '../model.ts';
import type { PlanInput } from '../plan/context.ts';
import type { HeapVerdict } from './heap-verdict.ts';
import type { Heap, Judges } from './judges.ts';
import type { Arrival } from './planner.ts';

/** What the office works by; the validators are made of the contract, on its own side. */
export interface Law extends Omit<JudgeInput, 'record' | 'plan' | 'validators'> {
  /** Absent where journeys are planned elsewhere. */
  readonly planning?: { readonly scenarios: readonly Scenario[]; readonly input: Omit<PlanInput, 'now'> };
}

/** What is asked of the office. Journeys that it has planned itself are named by their ids. */
export type Task =
  | { readonly plan: readonly Arrival[] }
  | {
      readonly judge: Omit<Heap, 'plan'> & {
        readonly plan: Omit<Plan, 'journeys'> & { readonly journeys: readonly JourneyOrId[] };
      };
    };
export type JourneyOrId = Journey | string;
export type Done = { readonly planned: readonly Journey[] } | { readonly verdict: HeapVerdict };

/** A thread that plans journeys before their time and judges them after it, so that the sender has a processor for itself. */
export interface Office extends Judges {
  /** Has journeys planned; they arrive in `take`. Planning goes before judging. */
  plan(arrivals: readonly Arrival[], take: (journeys: readonly Journey[]) => void): void;
}

/** How much larger than what is in use the memory of both threads grows: nearly all they make is soon thrown away. */
const GROWTH_PERCENT = 80;

/** Heaps that may wait before whoever fills them has to wait, too. */
const MOST_WAITING = 2;

/**
 * Opens an office. `hold` stops the sender's time until the returned function is called: on virtual time nothing else
 * keeps it from running away from the judges.
 */
export function openOffice(law: Law, hold?: () => () => void): Office {
  growSlowly(GROWTH_PERCENT);
  const worker = new Worker(new URL('./office-thread.ts', import.meta.url), { workerData: law });
  const verdicts: ((verdict: HeapVerdict) => void)[] = [];
  const plans: ((journeys: readonly Journey[]) => void)[] = [];
  const planned = new Set<string>();
  let release: (() => void) | undefined;
  let hasEnded = (): void => {};

  const letGo = (): void => {
    if (verdicts.length <= MOST_WAITING) {
      release?.();
      release = undefined;
    }
    if (verdicts.length === 0) hasEnded();
  };
  const ask = (task: Task): void => {
    worker.ref();
    worker.postMessage(task);
  };
  // An office with nothing to do keeps nobody's process alive.
  worker.unref();
  worker
    .on('message', (done: Done) => {
      if (plans.length + verdicts.length === 1) worker.unref();
      if ('planned' in done) {
        for (const { id } of done.planned) planned.add(id);
        plans.shift()?.(done.planned);
        return;
      }
      verdicts.shift()?.(done.verdict);
      letGo();
    })
    .on('error', (cause) => {
      // What breaks there is our own fault.
      throw new Error('the thread that plans and judges broke', { cause });
    });

  return {
    plan: (arrivals, take) => {
      plans.push(take);
      ask({ plan: arrivals });
    },
    judge: ({ plan, record }, take) => {
      verdicts.push(take);
      const journeys = plan.journeys.map((journey) => (planned.delete(journey.id) ? journey.id : journey));
      ask({ judge: { plan: { ...plan, journeys }, record } });
      if (verdicts.length > MOST_WAITING) release ??= hold?.();
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
