import { parentPort, workerData } from 'node:worker_threads';
import { openQueue } from './delivery-queue.ts';
import { EnvironmentError } from './file-problem.ts';
import { createQueueingReceiver } from './queueing-receiver.ts';
import { realClock } from './real-clock.ts';
import { RECEIVER_LIMITS } from './receiver.ts';
import type { FromReceiver, ReceiverThreadOptions } from './receiver-worker.ts';
import { serve } from './serve.ts';
import { createAuthenticate } from './webhook-authentication.ts';

/** The receiver's thread: it listens, stores and acknowledges until it is told to end. */
const { queuePath, server, authentication, ...options } = workerData as ReceiverThreadOptions;
const tell = (message: FromReceiver): void => parentPort?.postMessage(message);

const queue = openQueue(queuePath);
const authenticate = authentication && createAuthenticate(authentication, realClock.now);
const receiver = createQueueingReceiver({ ...options, authenticate }, queue, (sizeBytes) => tell({ sizeBytes }));
try {
  const onLost = (lost: string): void => tell({ lost });
  const served = await serve(receiver.send, {
    limits: RECEIVER_LIMITS,
    ...server,
    onTurnedAway: receiver.turnedAway,
    onLost,
  });
  parentPort?.once('message', async () => {
    await served.close();
    queue.flush();
    tell({ sizeBytes: queue.sizeBytes() });
    queue.close();
    parentPort?.close();
  });
  tell({ url: served.url });
} catch (error) {
  if (!(error instanceof EnvironmentError)) throw error;
  tell({ problem: error.problem });
  parentPort?.close();
}
