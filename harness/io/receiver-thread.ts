import { parentPort, workerData } from 'node:worker_threads';
import { stayLean } from './lean.ts';
import { ListenError } from './listen-error.ts';
import { realClock } from './real-clock.ts';
import { RECEIVER_CROWD } from './receiver.ts';
import type { FromReceiver, ReceiverThreadOptions } from './receiver-apart.ts';
import { serve } from './serve.ts';
import { openSpool } from './spool.ts';
import { createSpoolingReceiver } from './spooling-receiver.ts';
import { createAuthenticate } from './webhook-authentication.ts';

/** The receiver's thread: it listens, writes down and acknowledges, until it is told to end. */
const { spoolPath, server, authentication, ...options } = workerData as ReceiverThreadOptions;
const tell = (message: FromReceiver): void => parentPort?.postMessage(message);

const tidy = stayLean();
const spool = openSpool(spoolPath);
const authenticate = authentication && (await createAuthenticate(authentication, realClock.now));
const receiver = createSpoolingReceiver(
  { ...options, ...(authenticate ? { authenticate } : {}) },
  spool,
  (sizeBytes) => {
    tell({ sizeBytes });
    tidy();
  },
);
try {
  const onLost = (lost: string): void => tell({ lost });
  const served = await serve(receiver.send, {
    crowd: RECEIVER_CROWD,
    ...server,
    onTurnedAway: receiver.turnedAway,
    onLost,
  });
  parentPort?.once('message', async () => {
    await served.close();
    spool.flush();
    tell({ sizeBytes: spool.sizeBytes() });
    spool.close();
    parentPort?.close();
  });
  tell({ url: served.url });
} catch (error) {
  if (!(error instanceof ListenError)) throw error;
  tell({ problem: error.problem });
  parentPort?.close();
}
