import { Worker } from 'node:worker_threads';
import { growSlowly } from '../io/memory.ts';
import type { DeliveryRefusal, IncomingDelivery, LoadStanding, LoadVerdict } from '../model.ts';
import { createInbox } from '../run/inbox.ts';
import { TYPED } from '../typed.ts';
import type { Books, BooksOptions, Conclusion } from './books.ts';
import type { Keep, LoadOptions } from './load.ts';
import { requestIdsOf } from './open-journey.ts';
import type { ExpectedJourney, WalkedJourney } from './port.ts';
import { scheduleOf } from './schedule.ts';
import { awaitFor } from './walks.ts';

/** What the thread is given: the options of a load without functions. */
export interface FarBooks extends Omit<LoadOptions, 'clock' | 'judged' | 'keep' | 'isKnown'> {
  /** The thread makes the validators from the contract. */
  readonly judged: Omit<LoadOptions['judged'], 'validators'>;
  readonly startedAt: number;
  /** Whether lines are kept. */
  readonly isKept: boolean;
}

/** What to enter, in the order in which it happened; `at` in ms since the epoch. */
export type Entry = { readonly at: number } & (
  | { readonly walked: WalkedJourney }
  | { readonly delivered: IncomingDelivery }
  | { readonly expected: ExpectedJourney }
  | { readonly secret: readonly [kind: string, value: string] }
  | { readonly turnAway: readonly [orderId: string, how: DeliveryRefusal] }
  /** All journeys have been walked. */
  | { readonly isAll: true }
);

/** A task for the thread: enter these entries, let time pass until `at`, and maybe conclude. */
export interface Task {
  readonly enter: readonly Entry[];
  readonly at: number;
  readonly asks: boolean;
  readonly concludes?: Conclusion;
}

/** The thread's reply, as far as it was asked for. */
export interface Done {
  readonly kept: readonly Parameters<Keep>[];
  readonly isDrained: boolean;
  readonly standing?: LoadStanding;
  readonly concluded?: LoadVerdict;
}

/** How many entries are handed in at once. */
const LOT = 200;
/** How many lots may wait before the walkers have to wait, too. */
const MAX_WAITING = 2;
/** By how much the memory of both threads may exceed what is in use: nearly all objects are soon garbage. */
const GROWTH_PERCENT = 60;

/**
 * Books on virtual time, kept by another thread in which everything happens again at its time. `hold` stops the clock until
 * the returned function is called, because nothing else keeps the walkers from running ahead of the books.
 */
export function openBooksInWorker(options: BooksOptions, hold: () => () => void): Books {
  const { clock, judged, keep, closed, isKnown, signal, ...plain } = options;
  const { validators: _, ...others } = judged;
  const startedAt = clock.now();
  growSlowly(GROWTH_PERCENT);
  const workerData: FarBooks = { ...plain, judged: others, startedAt, isKept: keep !== undefined };
  const worker = new Worker(new URL('./load-thread.ts', import.meta.url), { ...TYPED, workerData });
  let entries: Entry[] = [];
  let waiting = 0;
  let release: (() => void) | undefined;
  let standing: LoadStanding | undefined;
  let [isAsked, isOver] = [false, false];
  const drained = Promise.withResolvers<void>();
  const concluded = Promise.withResolvers<LoadVerdict>();

  worker
    .on('message', (done: Done) => {
      waiting -= 1;
      for (const each of done.kept) keep?.(...each);
      standing = done.standing ?? standing;
      if (done.isDrained) drained.resolve();
      if (done.concluded) concluded.resolve(done.concluded);
      if (waiting > MAX_WAITING) return;
      release?.();
      release = undefined;
    })
    .on('error', (cause) => {
      // An error in the thread is a bug of ours.
      throw new Error('the books of the load broke', { cause });
    });
  const handIn = (concludes?: Conclusion): void => {
    waiting += 1;
    const task: Task = { enter: entries, at: clock.now(), asks: isAsked, ...(concludes ? { concludes } : {}) };
    worker.postMessage(task);
    entries = [];
    isAsked = false;
    if (waiting > MAX_WAITING) release ??= hold();
  };
  const enter = (entry: Entry): void => {
    if (isOver) return;
    entries.push(entry);
    if (entries.length >= LOT) handIn();
  };

  /** Orders whose journeys are under way and may ask for their events. */
  const asking = new Set<string>();
  const inbox = createInbox(
    judged.profile,
    (seen) => {
      if (seen.type === 'delivery-received') enter({ at: clock.now(), delivered: seen });
      return { at: clock.now() };
    },
    { closedWith: () => closed?.(clock.now() - startedAt), asking },
  );
  return {
    ...scheduleOf({ ...options, startedAt }),
    startedAt: () => startedAt,
    receive: inbox.receive,
    learnt: (kind, value) => {
      if (!isKnown?.(value)) enter({ at: clock.now(), secret: [kind, value] });
    },
    expect: ({ id, values }) => {
      for (const each of requestIdsOf({ values })) asking.add(each);
      enter({ at: clock.now(), expected: { id, values: { ids: values.ids ?? null } } });
    },
    walked: (walked) => {
      for (const id of walked.journey ? requestIdsOf(walked.journey) : []) {
        if (asking.delete(id) && !inbox.isRefusing(id)) inbox.forget(id);
      }
      enter({ at: clock.now(), walked });
    },
    awaitEvents: (journey, step, orderId) => awaitFor(journey, step, orderId, { ...judged, inbox, clock, signal }),
    turnAway: (orderId, how) => {
      inbox.turnAway(orderId, how);
      // Deliveries are handed in with their answers, so the thread must not refuse any again.
      enter({ at: clock.now(), turnAway: [orderId, { ...how, refuse: 0 }] });
    },
    standing: () => {
      isAsked = true;
      return standing;
    },
    drained: () => {
      enter({ at: clock.now(), isAll: true });
      return drained.promise;
    },
    conclude: async (end) => {
      isOver = true;
      handIn(end);
      const verdict = await concluded.promise;
      await worker.terminate();
      return verdict;
    },
  };
}
