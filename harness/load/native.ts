import type { Validators } from '../contract/validators.ts';
import type { Clock, Journey, Send, Target, TestSetup, TrafficProfile, Unrecorded } from '../model.ts';
import { createExchange } from '../run/exchange.ts';
import { createInbox } from '../run/inbox.ts';
import { walkJourney } from '../run/journey.ts';
import { createLeases } from '../run/lease.ts';
import type { Ports } from '../run/ports.ts';
import { createSemaphore } from '../run/semaphore.ts';
import { createTokenCache } from '../run/tokens.ts';
import { waitFor } from '../run/wait.ts';
import { abridged, isOfShare } from './abridged.ts';
import type { EngineEnd } from './books.ts';
import { mostMsOf } from './culprits.ts';
import type { JourneyArrival, LoadPlanner } from './planner.ts';
import { BEFORE_ALL, type LoadPort, type TimedObservation, type WalkedJourney } from './port.ts';
import { type Starting, startEach } from './schedule.ts';
import { thinking } from './thinking.ts';

/** What our own engine needs to walk a load, or a part of one. */
interface NativeWalk extends Starting, Omit<TestSetup, 'target'> {
  readonly journeyOf: LoadPlanner;
  readonly traffic: Pick<TrafficProfile, 'think' | 'drainMs' | 'thresholds'>;
  /** One in so many journeys is judged whole. */
  readonly oneIn?: number | undefined;
  /** Includes the credentials, which the judge does not see. */
  readonly target: Target;
  readonly validators: Validators;
  readonly send: Send;
  readonly port: LoadPort;
  readonly isVirtual: boolean;
  /** From the first arrival until everything still going on is aborted. */
  readonly lastMs: number;
}

/** How many journeys are planned ahead at once: more would delay the arrival that is due. */
const PLANNED_AHEAD = 16;

/** How long a finished walk may wait to be handed in. */
const HANDED_IN_MS = 250;

/** How long aborted walks may take to end. */
const LAST_MS = 1_000;

/**
 * Walks journeys at their times with the walker of a certification, and hands in each after its last step. However slow the
 * target is, others start on time (an open model). Resolves when all have ended.
 */
export async function walkNative(options: NativeWalk): Promise<EngineEnd> {
  const { traffic, clock, send, port, world, validators, lastMs, oneIn = 1 } = options;
  const late = new AbortController();
  const signal = AbortSignal.any([options.signal, late.signal]);
  const cancel = clock.schedule(lastMs, () => late.abort());
  const exchangeInto = (observed: TimedObservation[]): Ports['exchange'] =>
    createExchange({ send, clock, addSecret: port.learnt, signal, record: into(observed, clock) });
  const walked = handingIn(options);
  const ofTokens: TimedObservation[] = [];
  const forTokens = exchangeInto(ofTokens);
  let asking = 0;
  const tokens = createTokenCache(options, async (of, request) => {
    asking += 1;
    const outcome = await forTokens(of, request);
    asking -= 1;
    // Several may be requested at once: all are handed in when the last is answered.
    if (asking === 0)
      walked.add({ index: BEFORE_ALL, intendedAt: clock.now(), journey: null, observed: ofTokens.splice(0) });
    return outcome;
  });
  const ports = {
    ...options,
    signal,
    tokens,
    addSecret: port.learnt,
    // Deliveries go to the books: none ever comes here.
    inbox: { ...createInbox(options.profile, () => ({ at: 0 })), turnAway: port.turnAway },
    leases: createLeases(world),
    semaphore: createSemaphore(Number.POSITIVE_INFINITY),
    isSchema: validators.schema,
  };
  const journeyOf = plannedAhead(options);
  const bounds = { isSchema: validators.schema, mostMs: mostMsOf(traffic.thresholds) };
  const walk = async (arrival: JourneyArrival): Promise<void> => {
    const { index, at } = arrival;
    const journey = journeyOf(arrival);
    const observed: TimedObservation[] = [];
    port.expect(journey);
    await walkJourney(
      { ...journey, kci: [] },
      {
        ...ports,
        exchange: exchangeInto(observed),
        pace: thinking({ index, journey }, { think: traffic.think, clock, signal }),
        record: into(observed, clock),
        awaitElsewhere: ({ name }, orderId) => port.awaitEvents(journey, name, orderId),
      },
    );
    const told = isOfShare(index, oneIn) ? observed : abridged(journey, observed, bounds);
    walked.add({ index, intendedAt: at, journey, observed: told });
  };

  const walks = new Set<Promise<void>>();
  await startEach({ ...options, signal }, (arrival) => {
    const walking = walk(arrival).finally(() => walks.delete(walking));
    walks.add(walking);
  });
  const ended = Promise.all(walks);
  await waitFor(clock, signal, ended, lastMs);
  await clock.until(ended, LAST_MS);
  cancel();
  walked.end();
  return {};
}

/** Plans several journeys at a time: one alone, a while after the one before, takes several times as long. */
function plannedAhead({ journeyOf, arrivalAt, segment, count }: NativeWalk): LoadPlanner {
  let planned = new Map<number, Journey>();
  return (arrival) => {
    const known = planned.get(arrival.index);
    if (known) return known;
    const ahead = Array.from({ length: PLANNED_AHEAD }, (_, nth) => arrival.index + nth * segment.of);
    planned = new Map(ahead.filter((index) => index < count).map((index) => [index, journeyOf(arrivalAt(index))]));
    return planned.get(arrival.index) ?? journeyOf(arrival);
  };
}

/** Hands in several walks at a time, because one alone is slower; on virtual time each at its own time. */
function handingIn({ port, clock, isVirtual }: NativeWalk) {
  let waiting: WalkedJourney[] = [];
  const end = (): void => {
    const all = waiting;
    waiting = [];
    for (const each of all) port.walked(each);
  };
  const add = (each: WalkedJourney): void => {
    waiting.push(each);
    if (isVirtual) end();
    else if (waiting.length === 1) clock.schedule(HANDED_IN_MS, end);
  };
  return { add, end };
}

function into(observed: TimedObservation[], clock: Clock): (unrecorded: Unrecorded) => void {
  return (unrecorded) => void observed.push({ ...unrecorded, at: clock.now() });
}
