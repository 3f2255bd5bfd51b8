import type { Clock, Journey, LoadStanding, LoadVerdict, Scenario, Unrecorded } from '../model.ts';
import type { PlanInput } from '../plan/context.ts';
import type { LoadOptions, WalkedLoad } from './load.ts';
import type { Arrival } from './planner.ts';
import { scheduleOf } from './schedule.ts';
import { openThread } from './thread.ts';

/** What the thread is given: a load without what is a function. */
export interface Books extends Omit<LoadOptions, 'clock' | 'judged' | 'keep'> {
  /** The validators are made of the contract, on the thread. */
  readonly judged: Omit<LoadOptions['judged'], 'validators'>;
  readonly scenarios: readonly Scenario[];
  readonly planned: Omit<PlanInput, 'now'>;
  readonly startedAt: number;
  /** Somebody takes the record of failed journeys. */
  readonly isKept: boolean;
}

/** What walkers have to say, in the order in which it happened; `at` in ms since the epoch. Journeys are known by their ids. */
export type Entry =
  | { readonly at: number; readonly seen: Unrecorded }
  | { readonly at: number; readonly opened: string; readonly intendedAt: number }
  | { readonly at: number; readonly closed: string }
  | { readonly kind: string; readonly secret: string };

/** What is asked of the thread: plans, or that something is entered, whereupon it may be asked where things stand. */
export type Task =
  | { readonly plan: readonly Arrival[] }
  | {
      readonly enter: readonly Entry[];
      readonly at: number;
      readonly asks?: boolean;
      readonly concludes?: boolean;
      readonly incomplete?: string;
    };

/** What comes back, as far as it was asked for. */
export interface Done {
  readonly journeys?: readonly Journey[];
  readonly kept?: readonly string[];
  readonly standing?: LoadStanding;
  readonly concluded?: LoadVerdict;
}

/** A load whose books are kept on another thread, where its journeys are planned, too. */
export interface LoadInWorker extends WalkedLoad {
  /** Has journeys planned; they arrive in `take`. Only such journeys may be opened. */
  plan(arrivals: readonly Arrival[], take: (journeys: readonly Journey[]) => void): void;
}

/** What is entered at once. */
const LOT = 500;
/** Lots that may wait before the walkers have to wait, too. */
const MOST_WAITING = 2;

/**
 * Begins a load on virtual time at the clock's present: this thread walks its journeys, another plans them, keeps the books
 * and judges. `hold` stops the clock until the returned function is called, for nothing else keeps the walkers from running
 * away from the books.
 */
export function beginLoadInWorker(
  options: LoadOptions & Pick<Books, 'scenarios' | 'planned'> & { readonly clock: Clock },
  hold: () => () => void,
): LoadInWorker {
  const { clock, judged, keep, traffic, world, seed, nonce, engine, assay, secrets, batch, scenarios, planned } =
    options;
  const { isVirtual = false } = options;
  const { contract, profile, target } = judged;
  const startedAt = clock.now();
  const books: Books = {
    ...{ traffic, world, seed, nonce, engine, assay, secrets, batch, scenarios, planned, startedAt, isVirtual },
    judged: { contract, profile, target },
    isKept: keep !== undefined,
  };
  const thread = openThread<Task, Done>(new URL('./load-thread.ts', import.meta.url), books);
  let entries: Entry[] = [];
  let waiting = 0;
  let release: (() => void) | undefined;
  let standing: LoadStanding | undefined;
  let isAsked = false;
  let isOver = false;

  const hear = (done: Done): void => {
    for (const line of done.kept ?? []) keep?.(line);
    standing = done.standing ?? standing;
  };
  const handIn = (): void => {
    waiting += 1;
    thread.ask({ enter: entries, at: clock.now(), asks: isAsked }, (done) => {
      waiting -= 1;
      hear(done);
      if (waiting > MOST_WAITING) return;
      release?.();
      release = undefined;
    });
    entries = [];
    isAsked = false;
    if (waiting > MOST_WAITING) release ??= hold();
  };
  const enter = (entry: Entry): void => {
    if (isOver) return;
    entries.push(entry);
    if (entries.length >= LOT) handIn();
  };

  return {
    startedAt: () => startedAt,
    ...scheduleOf({ traffic, target, world, seed, startedAt }),
    ledger: {
      open: ({ id }, intendedAt) => enter({ at: clock.now(), opened: id, intendedAt }),
      close: (closed, at) => enter({ at, closed }),
    },
    record: (seen, at = 'at' in seen && typeof seen.at === 'number' ? seen.at : clock.now()) => {
      enter({ at, seen });
      return { at };
    },
    addSecret: (kind, secret) => {
      if (!options.isKnown?.(secret)) enter({ kind, secret });
    },
    standing: () => {
      isAsked = true;
      return standing;
    },
    plan: (arrivals, take) => thread.ask({ plan: arrivals }, ({ journeys = [] }) => take(journeys)),
    conclude: async (incomplete) => {
      isOver = true;
      const concluded = await new Promise<LoadVerdict>((resolve) => {
        const last = { enter: entries, at: clock.now(), concludes: true };
        thread.ask({ ...last, ...(incomplete === undefined ? {} : { incomplete }) }, (done) => {
          hear(done);
          if (done.concluded) resolve(done.concluded);
        });
      });
      await thread.end();
      return concluded;
    },
  };
}
