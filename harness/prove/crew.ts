import { Worker } from 'node:worker_threads';
import type { Attempt, Attempted, Job } from './attempt.ts';
import type { Stage } from './walk.ts';

/** Threads that make jobs. */
export interface Crew {
  readonly attempt: Attempt;
  close(): Promise<void>;
}

/** Many times what the whole plan takes on a slow machine. */
const LONGEST_JOB_MS = 20_000;

const ENDLESS: Attempted = {
  reds: [],
  cases: { passed: 0, failed: 0, inconclusive: 0, 'not-applicable': 0 },
  inconclusive: [],
  digest: '',
  isEndless: true,
};

interface Waiting {
  readonly job: Job;
  readonly resolve: (attempted: Attempted) => void;
  readonly reject: (error: Error) => void;
}

/** A crew of threads, each with a stage of its own; a job goes to the first thread that is free. */
export function createCrew(stage: Stage, threads: number, longestJobMs = LONGEST_JOB_MS): Crew {
  const queue: Waiting[] = [];
  const idle: Worker[] = [];
  const workers = new Set<Worker>();
  let isClosed = false;

  const hire = (): void => {
    const worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData: stage });
    workers.add(worker);
    idle.push(worker);
  };

  const proceed = (): void => {
    const worker = queue.length > 0 ? idle.pop() : undefined;
    const waiting = worker && queue.shift();
    if (!worker || !waiting) return;
    const { job, resolve, reject } = waiting;
    const end = (): void => {
      clearTimeout(timer);
      worker.off('message', onDone).off('error', onError);
    };
    const onDone = (attempted: Attempted): void => {
      end();
      idle.push(worker);
      resolve(attempted);
      proceed();
    };
    const onError = (cause: unknown): void => {
      end();
      reject(new Error(`a thread broke with fault "${job.fault?.fault ?? 'none'}"`, { cause }));
    };
    // A fault may make the fake talk without end; that thread never comes back.
    const timer = setTimeout(() => {
      end();
      workers.delete(worker);
      void worker.terminate();
      if (!isClosed) hire();
      resolve(ENDLESS);
      proceed();
    }, longestJobMs);
    worker.on('message', onDone).on('error', onError);
    worker.postMessage(job);
    proceed();
  };
  for (let i = 0; i < threads; i += 1) hire();

  return {
    attempt: (job) =>
      new Promise((resolve, reject) => {
        queue.push({ job, resolve, reject });
        proceed();
      }),
    close: async () => {
      isClosed = true;
      await Promise.all([...workers].map((worker) => worker.terminate()));
    },
  };
}
