import { parentPort, workerData } from 'node:worker_threads';
import type { Job, Stage } from './certification.ts';
import { jobRunner } from './job.ts';

/** A thread of the pool: it gets the stage once, reports that it is ready, and then does one job after the other. */
const runJob = jobRunner(workerData as Stage);
parentPort?.on('message', async (job: Job) => {
  // An error here is a bug of ours: it ends the thread, and the pool says which job it was.
  parentPort?.postMessage(await runJob(job));
});
parentPort?.postMessage('ready');
