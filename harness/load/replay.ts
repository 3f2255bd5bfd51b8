import { readLines } from '../io/lines.ts';
import { virtualClock } from '../io/virtual-clock.ts';
import type { DeliveryReceived, IncomingDelivery, LoadVerdict } from '../model.ts';
import { type BooksOptions, openBooks } from './books.ts';
import { ROUNDED } from './planner.ts';
import { BEFORE_ALL, type ExpectedJourney, type WalkedJourney } from './port.ts';

type Replay = ReturnType<typeof openReplay>;

/** What a replay needs. */
type ReplayOptions = Omit<BooksOptions, 'clock' | 'signal' | 'closed'> & { readonly startedAt: number };

/** Opens the books on a clock of their own that starts with the load. Everything known happens again at its time. */
export function openReplay(options: ReplayOptions) {
  const clock = virtualClock(options.startedAt, { byPromises: true });
  const { acknowledge } = options.judged.profile.delivery;
  let answered = acknowledge;
  const books = openBooks({
    ...options,
    clock,
    signal: new AbortController().signal,
    closed: () => (answered === acknowledge ? undefined : answered),
  });
  let release = clock.hold();
  const stopped = Promise.withResolvers<void>();
  return {
    books,
    /** Stops the clock. */
    stop: (): void => {
      clock.hold();
      stopped.resolve();
    },
    /** Runs a task at `at`. */
    plan: (at: number, task: () => void): void => void clock.schedule(at - clock.now(), task),
    /** Takes a delivery that was answered. */
    deliver: (delivery: IncomingDelivery): void => {
      answered = delivery.answered;
      books.receive(delivery);
    },
    /** Resolves at `at`, or when the clock has been stopped; no time passes until the next call. */
    reach: async (at: number): Promise<void> => {
      const reached = Promise.withResolvers<void>();
      clock.schedule(at - clock.now(), () => {
        release = clock.hold();
        reached.resolve();
      });
      release();
      await Promise.race([reached.promise, stopped.promise]);
    },
    /** Resolves when that instant is over. */
    end: async (at: number): Promise<void> => {
      release();
      await clock.until(stopped.promise, at - clock.now());
    },
  };
}

/** A load made in segments, from the files they wrote. */
interface Segments extends Omit<ReplayOptions, 'secrets'> {
  readonly endedAt: number;
  readonly dropped: number;
  /** Files of walks and of deliveries, each in chronological order. */
  readonly walked: readonly string[];
  readonly deliveries: readonly string[];
  /** Why the load is incomplete, besides what shows here. */
  readonly note?: string;
}

/** Makes the verdict on a load from the files of its segments, with the same books as a running load. */
export async function replayLoad(segments: Segments): Promise<LoadVerdict> {
  const { endedAt, dropped, note } = segments;
  const replay = openReplay({ ...segments, secrets: [] });
  const { books } = replay;
  const indexes = expectAll(segments.walked, books.expect);
  for (const file of segments.walked) play(replay, walks(file), books.walked);
  for (const file of segments.deliveries) play(replay, deliveries(file), replay.deliver);
  await replay.end(endedAt);
  const unwalked = books.arrivals.count - indexes.size - dropped;
  const missing = unwalked > ROUNDED ? `${unwalked} of ${books.arrivals.count} journeys were not walked` : undefined;
  return books.conclude({ dropped, note: note ?? missing });
}

/** Something that happened, and when. */
interface Timed<T> {
  readonly at: number;
  readonly what: T;
}

/** Makes each moment happen at its time; reads the next one only then. */
function play<T>(replay: Replay, moments: Iterator<Timed<T>>, take: (what: T) => void): void {
  const { done, value } = moments.next();
  if (done) return;
  replay.plan(value.at, () => {
    take(value.what);
    play(replay, moments, take);
  });
}

function* walks(file: string): Generator<Timed<WalkedJourney>> {
  for (const text of readLines(file)) {
    const line = JSON.parse(text) as WalkedJourney;
    // A walk is reported when it is over.
    yield { at: Math.max(...line.observed.map(({ at }) => at)), what: line };
  }
}

function* deliveries(file: string): Generator<Timed<IncomingDelivery>> {
  for (const text of readLines(file)) {
    const { type: _type, seq: _seq, delivery: _delivery, at, ...what } = JSON.parse(text) as DeliveryReceived;
    yield { at, what };
  }
}

/** Events may come before the report of their journey, so all orders are announced first. */
function expectAll(files: readonly string[], expect: (journey: ExpectedJourney) => void): ReadonlySet<number> {
  const indexes = new Set<number>();
  for (const file of files) {
    for (const text of readLines(file)) {
      const { index, journey } = JSON.parse(text) as WalkedJourney;
      if (index === BEFORE_ALL || !journey) continue;
      if (indexes.has(index)) throw new WalkedTwice(index);
      indexes.add(index);
      expect(journey);
    }
  }
  return indexes;
}

/** Two segments walked the same journey, so they are not parts of one load. */
export class WalkedTwice extends Error {
  readonly index: number;

  constructor(index: number) {
    super(`journey ${index + 1} was walked twice`);
    this.index = index;
  }
}
