import { parentPort, workerData } from 'node:worker_threads';
import { createAttempt, type Job } from './attempt.ts';
import type { Stage } from './walk.ts';

/** A thread of the crew: it is given the stage once, and then one job after the other. */
const attempt = createAttempt(workerData as Stage);
parentPort?.on('message', async (job: Job) => {
  // What is thrown here is our own fault: it ends the thread, and the crew says which job it was.
  parentPort?.postMessage(await attempt(job));
});
