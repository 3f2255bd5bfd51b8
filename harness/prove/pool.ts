import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { TYPED } from '../typed.ts';
import type { Job, Stage } from './certification.ts';
import { type JobResult, type RunJob, UNJUDGED } from './job.ts';

/** A pool of threads that do jobs. */
export type Pool = ReturnType<typeof createPool>;

/** What a test may change. */
interface PoolOptions {
  readonly longestJobMs?: number;
  /** The code of a thread. */
  readonly script?: URL;
}

/** Many times what the whole plan takes on a slow, busy machine. */
const MAX_JOB_MS = 60_000;

const ENDLESS: JobResult = { ...UNJUDGED, isEndless: true };

/** Creates a pool of threads, each with a stage of its own; a job goes to the first free thread. */
export function createPool(
  stage: Stage,
  threads: number,
  { longestJobMs = MAX_JOB_MS, script = new URL('./thread.ts', import.meta.url) }: PoolOptions = {},
) {
  /** Every live thread, with its current job. */
  const workers = new Map<Worker, Job | null>();
  const free: Worker[] = [];
  const waiting: { readonly job: Job; readonly turn: PromiseWithResolvers<Worker> }[] = [];
  /** Aborted, with the reason, once the pool stops. */
  const end = new AbortController();
  end.signal.addEventListener('abort', () => {
    for (const { turn } of waiting.splice(0)) turn.reject(end.signal.reason);
  });

  const start = (): void => {
    const worker = new Worker(script, { ...TYPED, workerData: stage });
    // A thread that broke would break again with the next job or stage, so the pool stops.
    const fail = (cause: Error): void => {
      if (!workers.has(worker)) return;
      const job = workers.get(worker);
      const at = job ? `with ${nameOf(job)}` : 'before it was given anything to do';
      end.abort(new Error(`a thread broke ${at}: ${cause.message}`, { cause }));
    };
    worker
      .on('error', (cause) => fail(cause instanceof Error ? cause : new Error(String(cause))))
      .on('exit', (code) => fail(new Error(`it ended by itself, with status ${code}`)))
      // Its first message says that it is ready: loading time does not count for a job.
      .once('message', () => release(worker));
    workers.set(worker, null);
  };
  const release = (worker: Worker): void => {
    const next = waiting.shift();
    workers.set(worker, next?.job ?? null);
    if (next) next.turn.resolve(worker);
    else free.push(worker);
  };
  const turnFor = (job: Job): Worker | Promise<Worker> => {
    const worker = free.shift();
    const turn = Promise.withResolvers<Worker>();
    if (worker) workers.set(worker, job);
    else waiting.push({ job, turn });
    return worker ?? turn.promise;
  };
  const stop = (worker: Worker): Promise<number> => {
    workers.delete(worker);
    return worker.terminate();
  };
  for (let i = 0; i < threads; i += 1) start();

  const runJob: RunJob = async (job) => {
    end.signal.throwIfAborted();
    const worker = await turnFor(job);
    worker.postMessage(job);
    try {
      const signal = AbortSignal.any([end.signal, AbortSignal.timeout(longestJobMs)]);
      const [result] = (await once(worker, 'message', { signal })) as [JobResult];
      release(worker);
      return result;
    } catch {
      end.signal.throwIfAborted();
      // A fault may make the fake run without end; such a thread never returns.
      void stop(worker);
      start();
      return ENDLESS;
    }
  };
  return {
    /** Rejects if a thread broke: that is a bug of ours, and the pool stops. */
    runJob,
    close: async (): Promise<void> => {
      end.abort(new Error('the pool is closed'));
      await Promise.all([...workers.keys()].map(stop));
    },
  };
}

function nameOf({ fault, only }: Job): string {
  const what = fault === undefined ? 'no fault' : `fault "${fault.fault}"`;
  return only === undefined ? `${what} and the whole plan` : `${what} and ${only.length} cases`;
}
