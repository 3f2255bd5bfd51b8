import { readDelivery } from '../kci/read.ts';
import type { DeliveryReceived, Journey, KciProfile, Observation, TrafficProfile } from '../model.ts';
import type { Fold } from '../record/fold.ts';
import { isSuccess } from '../wire/answer.ts';
import { type Awaiting, awaitingIn } from './awaiting.ts';
import type { Batches } from './batches.ts';
import { type ExchangeMeasures, measureExchanges } from './exchanges.ts';
import {
  acceptedOf,
  mayHear,
  type OpenJourney,
  openJourney,
  requestIdsOf,
  unansweredOf,
  unchecked,
  unmetOf,
} from './open-journey.ts';
import type { OrderBook } from './order-book.ts';
import type { ExpectedJourney, Measured } from './port.ts';
import type { Slowest } from './slowest.ts';

/** The journeys of a load that are not judged yet, and the totals of those that are. */
export type Ledger = ReturnType<typeof createLedger>;

/** What the ledger works with, and what it calls. */
interface LedgerOptions extends ExchangeMeasures {
  readonly profile: KciProfile;
  readonly book: OrderBook;
  readonly slowest: Slowest;
  readonly batches: Batches;
  /** How long after its end a journey is kept for late deliveries, ms. */
  readonly lingerMs: number;
  /** A journey whose walker has checked all its exchanges. */
  readonly onChecked: (journey: string) => void;
  /** Orders of a journey whose events did not all come. */
  readonly onMissing: (journey: string, awaiting: readonly Awaiting[]) => void;
  readonly think: TrafficProfile['think'];
}

/** Everything known of a load while it goes on: each journey until it is judged, then only totals. */
export function createLedger(options: LedgerOptions) {
  const { profile, meter, book, slowest, batches, lingerMs, onMissing, onChecked } = options;
  const exchanges = measureExchanges(options);
  const journeys = new Map<string, OpenJourney>();
  const early = new Map<string, Observation[]>();
  /** Journeys that are over and still kept, and until when, in the order in which they ended. */
  const lingering = new Map<OpenJourney, number>();
  const judged = { orders: 0, count: 0, whole: 0 };
  let walking = 0;

  const place = (of: OpenJourney | undefined, observation: Observation): void => {
    if (of) of.observed.push(observation);
    else batches.addLoose(observation);
  };

  const keepEarly = (journey: string, observation: Observation): void => {
    const kept = early.get(journey);
    if (kept) kept.push(observation);
    else early.set(journey, [observation]);
  };

  const delivered = (delivery: DeliveryReceived): void => {
    const events = delivery.expectedPath ? readDelivery(profile, delivery).map(({ event }) => event) : [];
    const isTaken = isSuccess(delivery.answered);
    const told = events.map((event) => (isTaken ? book.came(event, delivery.at) : book.ownerOf(event)));
    // Its journey has already been judged: the event is counted, and that is all.
    if (events.length > 0 && events.every((event, i) => told[i] === undefined && book.isOver(event))) return;
    const owners = new Set(told.filter((each) => each !== undefined));
    for (const journey of owners.size > 0 ? owners : [undefined]) {
      const of = journey === undefined ? undefined : journeys.get(journey);
      if (of || journey === undefined) place(of, delivery);
      else keepEarly(journey, delivery);
    }
  };

  /** `unmet`: how many of its own waits for events ended in vain. */
  const judgeOne = (open: OpenJourney, at: number, unmet = unmetOf(open)): void => {
    const { journey, observed, measured } = open;
    if (!journeys.delete(journey.id)) return;
    const orders = acceptedOf(open).size;
    const missing = Math.min(unmet, orders);
    if (missing > 0) onMissing(journey.id, awaitingIn(journey, observed, profile, at));
    book.closed(requestIdsOf(journey), missing, at, unansweredOf(open));
    judged.orders += orders;
    const left = unchecked(open);
    if (left) batches.add(left, observed);
    else onChecked(journey.id);
    judged.count += 1;
    if (measured.length === 0) judged.whole += 1;
  };

  /** The ledger's time is that of the last observation; a deadline equal to it has not passed. */
  const passTo = (at: number): void => {
    for (const [open, until] of lingering) {
      if (until >= at) return;
      lingering.delete(open);
      judgeOne(open, until);
    }
  };

  return {
    /** A journey is about to be walked: deliveries for its orders that come before it is opened are kept for it. */
    expect: (journey: ExpectedJourney): void => book.expect(requestIdsOf(journey), journey.id),
    /** A journey starts, and should have at `intendedAt`. Returns the fold that its walk is read into. */
    open: (journey: Journey, intendedAt: number): Fold => {
      const ids = requestIdsOf(journey);
      if (!book.isExpected(ids)) book.expect(ids, journey.id);
      meter.count('journeys', intendedAt);
      walking += 1;
      const open = openJourney(journey, intendedAt, options);
      journeys.set(journey.id, open);
      open.observed.push(...(early.get(journey.id) ?? []));
      early.delete(journey.id);
      return open.fold;
    },
    /** Takes an observation of any journey. */
    see: (observation: Observation) => {
      passTo(observation.at);
      if (observation.type === 'delivery-received') return delivered(observation);
      if (!('journey' in observation)) return;
      const of = journeys.get(observation.journey);
      place(of, observation);
      of?.fold.see(observation);
      switch (observation.type) {
        case 'request-sent':
          exchanges.sent(observation, of);
          break;
        case 'response-received':
          exchanges.answered(observation, of);
          if (of && observation.verb === 'order') for (const [id, at] of acceptedOf(of)) book.accepted(id, at);
          break;
        case 'exchange-broke':
          exchanges.broke(observation, of);
          break;
        case 'wait-ended':
          of?.due.freeAt(observation.at);
      }
    },
    /** Takes an exchange that its walker has checked. */
    measured: (exchange: Measured): void => {
      const of = journeys.get(exchange.journey);
      passTo(exchange.sentAt);
      exchanges.checked(exchange, of);
      of?.measured.push(exchange);
    },
    /** The walk of the journey is over; no events of its orders are awaited any more. */
    close: (id: string, at: number): void => {
      const open = journeys.get(id);
      if (!open) return;
      slowest.add({ ...open, journey: id, endedAt: at });
      open.isOver = true;
      book.settled(requestIdsOf(open.journey), at);
      walking -= 1;
      if (mayHear(open)) lingering.set(open, at + lingerMs);
      else judgeOne(open, at);
    },
    /**
     * Judges what is left. Orders of journeys that have not ended lack events, unless the load was interrupted before they
     * could come.
     */
    end: (endedAt: number, isBrokenOff = false): void => {
      passTo(endedAt);
      for (const open of [...journeys.values()]) {
        if (!open.isOver) walking -= 1;
        // A journey that still waits has waited in vain.
        judgeOne(open, endedAt, open.isOver || isBrokenOff ? undefined : Number.POSITIVE_INFINITY);
      }
      batches.end();
    },
    /** How many orders with their journeys, journeys, and whole journeys were judged. */
    judged: (): Readonly<typeof judged> => judged,
    /** Journeys that have begun and not ended, or whose orders still await events. */
    underWay: (): number => walking,
  };
}
