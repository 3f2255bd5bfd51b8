import type { Validators } from '../contract/validators.ts';
import type { AwaitStep, Clock, Send, Traffic, Unrecorded, World } from '../model.ts';
import { createExchange } from '../run/exchange.ts';
import { createGate } from '../run/gate.ts';
import type { Inbox } from '../run/inbox.ts';
import { walkJourney } from '../run/journey.ts';
import { createLeases } from '../run/lease.ts';
import type { Ports } from '../run/ports.ts';
import { createTokens } from '../run/tokens.ts';
import type { Arrival, LoadPlanner } from './planner.ts';
import { type Awaited, BEFORE_ALL, type Timed } from './port.ts';
import { type Starting, startEach } from './schedule.ts';
import type { SegmentLog } from './segment-log.ts';
import { thinking } from './thinking.ts';
import type { WatchPorts } from './walks.ts';

/** What the native engine needs to walk its part of a load. */
export interface SegmentWalk extends Omit<WatchPorts, 'inbox'>, LoadPlanner, Starting {
  readonly traffic: Traffic;
  readonly world: World;
  readonly validators: Validators;
  readonly send: Send;
  readonly awaitEvents: (index: number, step: AwaitStep, orderId: string) => Promise<Awaited>;
  readonly addSecret: SegmentLog['addSecret'];
  readonly walked: SegmentLog['walked'];
}

/** Walks the journeys of one segment at their times, without a look at their orders' events; resolves when all have ended. */
export async function walkSegment(options: SegmentWalk): Promise<void> {
  const { traffic, clock, send, signal, journeyOf, addSecret, walked } = options;
  const exchangeInto = (observed: Timed[]): Ports['exchange'] =>
    createExchange({ send, clock, addSecret, signal, record: into(observed, clock) });
  const ofTokens: Timed[] = [];
  const forTokens = exchangeInto(ofTokens);
  let asking = 0;
  const tokens = createTokens(options, async (of, request) => {
    asking += 1;
    const outcome = await forTokens(of, request);
    asking -= 1;
    // Several may be asked for at once: all are handed in when the last has its answer.
    if (asking === 0)
      walked({ index: BEFORE_ALL, intendedAt: clock.now(), journey: null, observed: ofTokens.splice(0) });
    return outcome;
  });
  const ports = {
    ...options,
    tokens,
    inbox: NO_INBOX,
    leases: createLeases(options.world),
    gate: createGate(Number.POSITIVE_INFINITY),
    pace: () => Promise.resolve(),
    isSchema: options.validators.schema,
  };
  const walk = async (arrival: Arrival): Promise<void> => {
    const { index, at } = arrival;
    const journey = journeyOf(arrival);
    const observed: Timed[] = [];
    await walkJourney(
      { ...journey, kci: [] },
      {
        ...ports,
        exchange: exchangeInto(observed),
        pace: thinking({ index, journey }, { think: traffic.think, clock, signal }),
        record: into(observed, clock),
        awaitElsewhere: (step, orderId) => options.awaitEvents(index, step, orderId),
      },
    );
    walked({ index, intendedAt: at, journey, observed });
  };

  const walks: Promise<void>[] = [];
  await startEach(options, (arrival) => walks.push(walk(arrival)));
  await Promise.all(walks);
}

function into(observed: Timed[], clock: Clock): (unrecorded: Unrecorded) => void {
  return (unrecorded) => void observed.push({ ...unrecorded, at: clock.now() });
}

/** The inbox of walks whose deliveries come in at another process, or are none of their business: nothing ever comes. */
const NO_INBOX: Inbox = {
  receive: () => undefined,
  turnAway: () => {},
  isTurnedAway: () => false,
  eventsOf: () => [],
  nextOf: () => new Promise(() => {}),
  forget: () => {},
};
