import { Worker } from 'node:worker_threads';
import { TYPED } from '../typed.ts';
import type { Attempt, Attempted, Job } from './attempt.ts';
import type { Stage } from './walk.ts';

/** Threads that make jobs. */
export interface Crew {
  /** Rejects where a thread broke: that is our own fault, and the crew makes nothing more. */
  readonly attempt: Attempt;
  close(): Promise<void>;
}

/** What a test may want otherwise. */
export interface CrewOptions {
  readonly longestJobMs?: number;
  /** What a thread runs. */
  readonly script?: URL;
}

/** Many times what the whole plan takes on a slow machine with much else to do. */
const LONGEST_JOB_MS = 60_000;

const ENDLESS: Attempted = {
  reds: [],
  told: { kinds: [] },
  cases: { passed: 0, failed: 0, inconclusive: 0, 'not-applicable': 0 },
  inconclusive: [],
  breached: [],
  digest: '',
  isEndless: true,
};

interface Waiting {
  readonly job: Job;
  readonly resolve: (attempted: Attempted) => void;
  readonly reject: (error: Error) => void;
}

interface Mate {
  readonly worker: Worker;
  /** What it is at, and until when. */
  task?: { readonly waiting: Waiting; readonly timer: NodeJS.Timeout };
}

/** A crew of threads, each with a stage of its own; a job goes to the first thread that is free. */
export function createCrew(
  stage: Stage,
  threads: number,
  { longestJobMs = LONGEST_JOB_MS, script = new URL('./thread.ts', import.meta.url) }: CrewOptions = {},
): Crew {
  const queue: Waiting[] = [];
  const mates = new Set<Mate>();
  /** Why nothing more is made. */
  let end: Error | undefined;

  const hire = (): void => {
    const mate: Mate = { worker: new Worker(script, { ...TYPED, workerData: stage }) };
    mates.add(mate);
    mate.worker
      .on('message', (attempted: Attempted) => {
        finish(mate)?.resolve(attempted);
        proceed();
      })
      .on('error', (cause) => lose(mate, cause))
      .on('exit', (code) => lose(mate, new Error(`it ended by itself, with status ${code}`)));
  };

  /** Takes its task from a thread. */
  const finish = (mate: Mate): Waiting | undefined => {
    const { task } = mate;
    clearTimeout(task?.timer);
    delete mate.task;
    return task?.waiting;
  };

  const dismiss = (mate: Mate): Promise<number> => {
    mates.delete(mate);
    return mate.worker.terminate();
  };

  /** A thread that breaks does so again with the next job, or would with the next stage: there is no going on. */
  const lose = (mate: Mate, cause: unknown): void => {
    if (!mates.delete(mate)) return;
    const waiting = finish(mate);
    const at = waiting ? `with ${nameOf(waiting.job)}` : 'before it was given anything to do';
    const { message } = cause instanceof Error ? cause : new Error(String(cause));
    end = new Error(`a thread broke ${at}: ${message}`, { cause });
    for (const each of [...(waiting ? [waiting] : []), ...queue.splice(0)]) each.reject(end);
  };

  const proceed = (): void => {
    const mate = queue.length > 0 ? [...mates].find(({ task }) => task === undefined) : undefined;
    const waiting = mate && queue.shift();
    if (!mate || !waiting) return;
    // A fault may make the fake talk without end; that thread never comes back.
    const timer = setTimeout(() => {
      finish(mate);
      void dismiss(mate);
      hire();
      waiting.resolve(ENDLESS);
      proceed();
    }, longestJobMs);
    mate.task = { waiting, timer };
    mate.worker.postMessage(waiting.job);
    proceed();
  };
  for (let i = 0; i < threads; i += 1) hire();

  return {
    attempt: (job) =>
      new Promise((resolve, reject) => {
        if (end) return reject(end);
        queue.push({ job, resolve, reject });
        proceed();
      }),
    close: async () => {
      end ??= new Error('the crew has gone home');
      for (const mate of mates) finish(mate)?.reject(end);
      for (const each of queue.splice(0)) each.reject(end);
      await Promise.all([...mates].map(dismiss));
    },
  };
}

function nameOf({ fault, only }: Job): string {
  const what = fault === undefined ? 'no fault' : `fault "${fault.fault}"`;
  return only === undefined ? `${what} and the whole plan` : `${what} and ${only.length} cases`;
}
