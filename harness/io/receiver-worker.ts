import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { IncomingDelivery, Problem, WebhookAuthentication } from '../model.ts';
import { TYPED } from '../typed.ts';
import { readQueue } from './delivery-queue.ts';
import { EnvironmentError } from './file-problem.ts';
import { growSlowly } from './memory.ts';
import { deliveryOf } from './receiver.ts';
import type { ServeOptions } from './serve.ts';

/** What the thread is given. */
export interface ReceiverThreadOptions {
  readonly queuePath: string;
  readonly pathSecret: string;
  readonly acknowledge: number;
  /** How the target proves that a delivery is its own. */
  readonly authentication?: WebhookAuthentication | undefined;
  readonly server: Omit<ServeOptions, 'onTurnedAway'>;
}

/** What the thread tells. */
export type FromReceiver =
  | { readonly url: string }
  | { readonly problem: Problem }
  /** The receiver can no longer be reached, or cannot store anything. */
  | { readonly lost: string }
  | { readonly sizeBytes: number };

/**
 * The memory of a delivery is garbage as soon as it is answered. It would fill V8's young generation of 96 MB before a
 * collection.
 */
const YOUNG_MB = 24;
/** By how much the memory of both threads may exceed what is in use: less would slow the receiver. */
const GROWTH_PERCENT = 150;

/** A receiver on a thread of its own. */
interface ReceiverWorker {
  readonly url: string;
  /** Processor time of its thread so far. */
  cpuUsage(): Promise<NodeJS.CpuUsage>;
  /** Stops listening; resolves when every delivery has been handed over. */
  close(): Promise<void>;
}

/**
 * Opens a receiver that acknowledges on a thread of its own, and hands over deliveries with their arrival times as fast as
 * they are taken. In between they are in a file, so memory does not depend on which side is faster. Rejects with an
 * `EnvironmentError` if it cannot listen.
 */
export async function openReceiverWorker(
  options: Omit<ReceiverThreadOptions, 'queuePath'>,
  onDelivery: (delivery: IncomingDelivery) => void,
  onLost: (why: string, isBroken?: boolean) => void = () => {},
): Promise<ReceiverWorker> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-deliveries-'));
  const queuePath = join(folder, 'queue');
  const workerData: ReceiverThreadOptions = { ...options, queuePath };
  growSlowly(GROWTH_PERCENT);
  const worker = new Worker(new URL('./receiver-thread.ts', import.meta.url), {
    ...TYPED,
    workerData,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
  const remove = (): void => rmSync(folder, { recursive: true, force: true });

  const opened = await new Promise<{ readonly url: string } | { readonly problem: Problem }>((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (first: FromReceiver) => {
      if ('url' in first || 'problem' in first) resolve(first);
    });
  });
  if ('problem' in opened) {
    remove();
    throw new EnvironmentError(opened.problem);
  }
  worker.removeAllListeners('error').on('error', ({ message }) => onLost(message, true));

  const reader = readQueue(queuePath);
  // The open file stays readable, and disappears however this process ends.
  remove();
  let sizeBytes = 0;
  let isReading = false;
  let isClosed = false;
  let whenEmpty = (): void => {};
  const readOn = (): void => {
    if (isReading) return;
    isReading = true;
    read();
  };

  /** One piece in each turn of the event loop, so that a backlog blocks nothing. */
  const read = (): void => {
    const calls = reader.next(sizeBytes);
    for (const { at, answered, unproven, ...call } of calls)
      onDelivery({ ...deliveryOf(options.pathSecret, call, answered, unproven), at });
    isReading = calls.length > 0;
    if (isReading) setImmediate(read);
    else if (isClosed) whenEmpty();
  };
  worker.on('message', (news: FromReceiver) => {
    if ('lost' in news) onLost(news.lost);
    if (!('sizeBytes' in news)) return;
    sizeBytes = news.sizeBytes;
    readOn();
  });
  // Also after an error: nothing more comes.
  worker.on('exit', () => {
    isClosed = true;
    readOn();
  });

  return {
    url: opened.url,
    cpuUsage: () => worker.cpuUsage(),
    close: async () => {
      const empty = new Promise<void>((resolve) => {
        whenEmpty = resolve;
        worker.postMessage('close');
        if (isClosed && !isReading) resolve();
      });
      await empty;
      reader.close();
    },
  };
}
