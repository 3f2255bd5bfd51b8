import { parentPort, Worker } from 'node:worker_threads';
import { collectAlone, growSlowly } from '../io/memory.ts';
import { TYPED } from '../typed.ts';

/** A thread that is given tasks, and answers each. */
export interface Thread<Task, Done> {
  ask(task: Task, take: (done: Done) => void): void;
  /** Ends it, whatever it is at. */
  end(): Promise<void>;
}

/** A task or its answer, by the number that both have. */
type Numbered<T> = readonly [number: number, what: T];

/** How much larger than what is in use the memory of both threads grows: nearly all they make is soon thrown away. */
const GROWTH_PERCENT = 100;

/** Starts a thread on a file that calls `workFor`. `workerData` is copied. One with nothing to do keeps no process alive. */
export function openThread<Task, Done>(file: URL, workerData: unknown): Thread<Task, Done> {
  growSlowly(GROWTH_PERCENT);
  collectAlone();
  const worker = new Worker(file, { ...TYPED, workerData });
  const asked = new Map<number, (done: Done) => void>();
  let number = 0;
  worker.unref();
  worker
    .on('message', ([answered, done]: Numbered<Done>) => {
      const take = asked.get(answered);
      asked.delete(answered);
      if (asked.size === 0) worker.unref();
      take?.(done);
    })
    .on('error', (cause) => {
      // What breaks there is our own fault.
      throw new Error('a thread of the load broke', { cause });
    });
  return {
    ask: (task, take) => {
      number += 1;
      asked.set(number, take);
      worker.ref();
      worker.postMessage([number, task] satisfies Numbered<Task>);
    },
    end: async () => {
      await worker.terminate();
    },
  };
}

/**
 * The thread's own side: works at one task after the other, in the order in which they came, but for those that are urgent.
 */
export function workFor<Task, Done>(work: (task: Task) => Promise<Done>, isUrgent: (task: Task) => boolean): void {
  const waiting: Numbered<Task>[] = [];
  let isWorking = false;
  const next = async (): Promise<void> => {
    const urgent = waiting.findIndex(([, task]) => isUrgent(task));
    const [asked] = waiting.splice(Math.max(0, urgent), 1);
    if (asked) parentPort?.postMessage([asked[0], await work(asked[1])] satisfies Numbered<Done>);
    isWorking = waiting.length > 0;
    if (isWorking) setImmediate(next);
  };
  parentPort?.on('message', (asked: Numbered<Task>) => {
    waiting.push(asked);
    if (isWorking) return;
    isWorking = true;
    setImmediate(next);
  });
}
