import { linesOf } from '../io/lines.ts';
import { virtualClock } from '../io/virtual-clock.ts';
import type { DeliveryReceived, Journey, LoadVerdict } from '../model.ts';
import { createInbox } from '../run/inbox.ts';
import { beginLoad, type LoadOptions } from './load.ts';
import { ROUNDED } from './planner.ts';
import { BEFORE_ALL, type Walked } from './port.ts';
import { followWalks } from './walks.ts';

/** A load that was made in segments, from what they wrote down. */
export interface Replay extends Omit<LoadOptions, 'clock' | 'secrets' | 'batch'> {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly dropped: number;
  /** Files of walks and of deliveries, each in the order of time. */
  readonly walked: readonly string[];
  readonly deliveries: readonly string[];
  /** Why the load is not whole, beside what shows here. */
  readonly note?: string;
}

const BATCH = 200;

/**
 * Makes the verdict on a load from the files of its segments: on a virtual clock everything happens again at its time, to
 * the same ledger that hears of a load while it goes on.
 */
export async function replayLoad(replay: Replay): Promise<LoadVerdict> {
  const { startedAt, endedAt, judged } = replay;
  const { profile } = judged;
  const clock = virtualClock(startedAt);
  const load = beginLoad({ ...replay, clock, secrets: [], batch: BATCH });
  const indexes = expectAll(replay.walked, load.ledger.expect);

  let answered = 0;
  const inbox = createInbox(profile, load.record, () =>
    answered === profile.delivery.acknowledge ? undefined : answered,
  );
  const { signal } = new AbortController();
  const { walked: walk } = followWalks(load, { ...judged, inbox, clock, signal });
  const deliver = ({ type: _type, seq: _seq, delivery: _delivery, at: _at, ...rest }: DeliveryReceived): void => {
    answered = rest.answered;
    inbox.receive(rest);
  };
  for (const file of replay.walked) play(clock, walks(file), walk);
  for (const file of replay.deliveries) play(clock, deliveries(file), deliver);
  await clock.until(new Promise(() => {}), endedAt - startedAt);

  for (let i = 0; i < replay.dropped; i++) load.dropped(endedAt);
  const unwalked = load.arrivals.count - indexes.size - replay.dropped;
  const missing = unwalked > ROUNDED ? `${unwalked} of ${load.arrivals.count} journeys were not walked` : undefined;
  return load.conclude(replay.note ?? missing);
}

/** Something that happened, and when. */
interface Moment<T> {
  readonly at: number;
  readonly what: T;
}

/** Has everything happen at its time, reading on only then. */
function play<T>(clock: ReturnType<typeof virtualClock>, moments: Iterator<Moment<T>>, take: (what: T) => void): void {
  const { done, value } = moments.next();
  if (done) return;
  clock.schedule(value.at - clock.now(), () => {
    take(value.what);
    play(clock, moments, take);
  });
}

function* walks(file: string): Generator<Moment<Walked>> {
  for (const text of linesOf(file)) {
    const line = JSON.parse(text) as Walked;
    // A walk is told of when it is over.
    yield { at: Math.max(...line.observed.map(({ at }) => at)), what: line };
  }
}

function* deliveries(file: string): Generator<Moment<DeliveryReceived>> {
  for (const text of linesOf(file)) {
    const seen = JSON.parse(text) as DeliveryReceived;
    yield { at: seen.at, what: seen };
  }
}

/** Events may come before their journey is told of, so all orders are known beforehand. */
function expectAll(files: readonly string[], expect: (journey: Journey) => void): ReadonlySet<number> {
  const indexes = new Set<number>();
  for (const file of files) {
    for (const text of linesOf(file)) {
      const { index, journey } = JSON.parse(text) as Walked;
      if (index === BEFORE_ALL || !journey) continue;
      if (indexes.has(index)) throw new WalkedTwice(index);
      indexes.add(index);
      expect(journey);
    }
  }
  return indexes;
}

/** Two segments walked the same journey: they were not parts of one load. */
export class WalkedTwice extends Error {
  readonly index: number;

  constructor(index: number) {
    super(`journey ${index + 1} was walked twice`);
    this.index = index;
  }
}
