import { Worker } from 'node:worker_threads';
import type { Attempt, Attempted, Job } from './attempt.ts';
import type { Stage } from './walk.ts';

/** Threads that make jobs. */
export interface Crew {
  readonly attempt: Attempt;
  close(): Promise<void>;
}

interface Waiting {
  readonly job: Job;
  readonly resolve: (attempted: Attempted) => void;
  readonly reject: (error: Error) => void;
}

/** A crew of threads, each with a stage of its own; a job goes to the first thread that is free. */
export function createCrew(stage: Stage, threads: number): Crew {
  const queue: Waiting[] = [];
  const idle: Worker[] = [];
  const busy = new Map<Worker, Waiting>();

  const proceed = (): void => {
    while (idle.length > 0 && queue.length > 0) {
      const [worker, waiting] = [idle.pop(), queue.shift()];
      if (!worker || !waiting) return;
      busy.set(worker, waiting);
      worker.postMessage(waiting.job);
    }
  };
  const workers = Array.from({ length: threads }, () => {
    const worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData: stage });
    worker.on('message', (attempted: Attempted) => {
      const waiting = busy.get(worker);
      busy.delete(worker);
      idle.push(worker);
      waiting?.resolve(attempted);
      proceed();
    });
    worker.on('error', (cause) => {
      const name = busy.get(worker)?.job.fault?.fault ?? 'none';
      for (const { reject } of [...busy.values(), ...queue.splice(0)]) {
        reject(new Error(`a thread broke with fault "${name}"`, { cause }));
      }
    });
    return worker;
  });
  idle.push(...workers);

  return {
    attempt: (job) =>
      new Promise((resolve, reject) => {
        queue.push({ job, resolve, reject });
        proceed();
      }),
    close: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}
