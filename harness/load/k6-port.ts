import { owedName } from '../journey/calls.ts';
import type { Journey, Unrecorded } from '../model.ts';
import type { Stop } from '../run/journey.ts';
import type { Watcher } from '../run/watch.ts';
import type { Load } from './load.ts';
import { awaitOutside, type WatchPorts, watchOutside } from './outside-watch.ts';
import { ordersIn, type Placed } from './placed.ts';
import { BEFORE_ALL, type LoadPort, type Timed } from './port.ts';

/** What takes in the walks that k6 makes. */
export interface K6PortOptions extends WatchPorts {
  readonly load: Load;
  readonly journeyOf: (index: number) => Journey;
}

/** The port, and whether all that was handed in has been seen to its end. */
export interface K6Port extends LoadPort {
  /** Resolves when no journey waits for events any more. */
  drained(): Promise<void>;
}

/**
 * Takes journeys that k6 has walked: puts what was observed on record as if it had been observed here, and then waits for
 * the events of their orders, as the walker does in a certification.
 */
export function createK6Port(options: K6PortOptions): K6Port {
  const { load, journeyOf, inbox, clock } = options;
  const exchanges = numbers();
  const waiting = new Set<Promise<void>>();

  const recordAll = (observed: readonly Timed[]): void => {
    const renumber = exchanges.fresh();
    for (const { at, ...each } of observed) load.record(renumber(each as Unrecorded), at);
  };

  /** As the walker does after the last step. */
  const watchAll = async (journey: Journey, placed: Placed, watcher: Watcher): Promise<Unrecorded | undefined> => {
    const stopped = (stop: Stop | undefined): Unrecorded | undefined =>
      stop && { type: 'journey-ended', journey: journey.id, ...stop };
    for (const [i, owed] of journey.kci.entries()) {
      const orderId = placed.idOf(owed.for);
      if (orderId === undefined) return undefined;
      const stop = await watcher.watchOrder(owedName(i), { ...owed, for: orderId });
      if (stop?.ended === 'interrupted') return stopped(stop);
      if (stop) return stopped((await watcher.watchRetries()) ?? stop);
    }
    return stopped(await watcher.watchRetries());
  };

  const finish = async (journey: Journey, observed: readonly Timed[]): Promise<void> => {
    const ended = observed.find((each) => each.type === 'journey-ended');
    recordAll(observed.filter((each) => each !== ended));
    const placed = ordersIn(journey, observed);
    const ids = [...placed.answeredAt.keys()];
    const watcher = watchOutside(journey.id, (id) => placed.answeredAt.get(id), load.record, options, ids);
    const stop = ended?.ended === 'finished' ? await watchAll(journey, placed, watcher) : ended;
    watcher.forget();
    load.record(stop ?? { type: 'journey-ended', journey: journey.id, ended: 'finished' });
    load.ledger.close(journey.id, clock.now());
  };

  return {
    learnt: load.addSecret,
    walked: (index, observed, intendedAt) => {
      if (index === BEFORE_ALL) return recordAll(observed);
      const journey = journeyOf(index);
      load.ledger.open(journey, intendedAt ?? observed[0]?.at ?? clock.now());
      const finishing = finish(journey, observed).finally(() => waiting.delete(finishing));
      waiting.add(finishing);
    },
    awaitEvents: (index, step, orderId) => awaitOutside(journeyOf(index), step, orderId, options),
    turnAway: inbox.turnAway,
    feed: () => ({
      ...load.news(),
      pending: load.pending(),
      isDrained: waiting.size === 0,
    }),
    drained: async () => {
      while (waiting.size > 0) await Promise.all(waiting);
    },
  };
}

/** Exchange numbers that are unique over the load; a walk numbers its own from 1. */
function numbers(): { fresh(): (unrecorded: Unrecorded) => Unrecorded } {
  let count = 0;
  return {
    fresh: () => {
      const known = new Map<number, number>();
      return (unrecorded) => {
        if (!('exchange' in unrecorded)) return unrecorded;
        let exchange = known.get(unrecorded.exchange);
        if (exchange === undefined) {
          count += 1;
          exchange = count;
          known.set(unrecorded.exchange, exchange);
        }
        return { ...unrecorded, exchange };
      };
    },
  };
}
