import type { Clock, LoadStanding, LoadVerdict, TrafficProfile, Usage } from '../model.ts';
import { createInbox, type Inbox } from '../run/inbox.ts';
import { waitFor } from '../run/wait.ts';
import { beginLoad, type LoadOptions } from './load.ts';
import type { Feed, LoadPort } from './port.ts';
import type { Schedule } from './schedule.ts';
import { awaitFor, followWalks } from './walks.ts';

/** The books of a load: what follows from the walks and deliveries handed in, live or afterwards. */
export interface Books extends Schedule, LoadPort {
  /** When it began, ms since the epoch. */
  startedAt(): number;
  /** Takes a delivery. */
  readonly receive: Inbox['receive'];
  /** The state of the load; undefined if not yet known. */
  standing(): LoadStanding | undefined;
  /** To be called when all journeys have been walked. Resolves when none waits for events any more. */
  drained(): Promise<void>;
  /** Ends the load, judges the rest and returns the verdict. Anything handed in after this is ignored. */
  conclude(end: Conclusion): Promise<LoadVerdict>;
}

/** What the books cannot know by themselves. */
export interface Conclusion {
  /** Starts that could not be made in time. */
  readonly dropped: number;
  /** Why the load is incomplete. */
  readonly note?: string | undefined;
}

/** What the books of a load need. */
export interface BooksOptions extends LoadOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** The status with which deliveries are refused at a time after the start of the load; undefined: they are accepted. */
  readonly closed?: (sinceStartMs: number) => number | undefined;
}

/** Books that are kept on this thread. */
export interface BooksHere extends Books {
  /** The load begins now: everything before was preparation. */
  begins(): void;
  /** What happened since the last call. */
  feed(): Feed;
  standing(): LoadStanding;
}

/** Opens the books of a load that begins now. */
export function openBooks(options: BooksOptions): BooksHere {
  const { clock, judged, closed } = options;
  // Waits that remain at the end must not keep the process alive.
  const over = new AbortController();
  const signal = AbortSignal.any([options.signal, over.signal]);
  const load = beginLoad(options);
  const inbox = createInbox(judged.profile, load.record, {
    closedWith: () => closed?.(clock.now() - load.startedAt()),
  });
  const ports = { ...judged, inbox, clock, signal };
  const { walked, drained, isDrained } = followWalks(load, ports);
  return {
    ...load,
    walked,
    drained,
    receive: inbox.receive,
    turnAway: inbox.turnAway,
    learnt: load.addSecret,
    expect: load.ledger.expect,
    awaitEvents: (journey, step, orderId) => awaitFor(journey, step, orderId, ports),
    feed: () => ({ ...load.news(), pending: load.pending(), isDrained: isDrained() }),
    conclude: async (end) => {
      const verdict = load.conclude(end);
      over.abort();
      return verdict;
    },
  };
}

/** How an engine ended. */
export interface EngineEnd extends Partial<Conclusion> {
  /** What it used, if it is a process of its own. */
  readonly usage?: Usage | undefined;
}

/** Waits until an engine has walked all journeys and no events are awaited any more, and returns the verdict. */
export async function runLoad(
  books: Books,
  engine: Promise<EngineEnd>,
  { clock, signal, traffic }: { readonly clock: Clock; readonly signal: AbortSignal; readonly traffic: TrafficProfile },
): Promise<LoadVerdict> {
  const { usage, dropped = 0, note } = await engine;
  const endsAt = books.startedAt() + books.arrivals.durationMs + traffic.drainMs;
  if (note === undefined) await waitFor(clock, signal, books.drained(), endsAt - clock.now());
  const verdict = await books.conclude({ dropped, note: note ?? (signal.aborted ? 'interrupted' : undefined) });
  return usage ? { ...verdict, generator: usage } : verdict;
}
