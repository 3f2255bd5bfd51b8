import { createHash } from 'node:crypto';
import { noNews } from '../../load/order-book.ts';
import { createLoadPlanner, journeysOf } from '../../load/planner.ts';
import type { Walked } from '../../load/port.ts';
import { scheduleOf } from '../../load/schedule.ts';
import { createSegmentHub, type OwedOrder } from '../../load/segment-hub.ts';
import { ordersIn } from '../../load/walks.ts';
import type { Journey, Traffic } from '../../model.ts';
import { createInbox } from '../../run/inbox.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import type { Inputs } from '../inputs.ts';
import type { Door } from '../open/door.ts';
import { shown } from '../places.ts';
import { Refusal, say } from '../say.ts';
import type { Interrupt } from '../signals.ts';
import { downStatus, type OpenLoad, withOpenLoad } from './open-load.ts';
import { receives, refuseTurningAway, type SegmentChoice, sharedNonce } from './segment-choice.ts';
import { eventsElsewhere, eventsHere, type SegmentEvents } from './segment-events.ts';
import { openSegmentFolder } from './segment-folder.ts';

/** Walks one segment of a load and writes down what was observed; nothing is judged before all segments are joined. */
export async function executeSegment(inputs: Inputs, traffic: Traffic, choice: SegmentChoice): Promise<ExitCode> {
  refuseTurningAway(inputs, traffic);
  const place = { nonce: sharedNonce(inputs, choice), receives: receives(inputs, choice) };
  return withOpenLoad(inputs, traffic, choice, place, (opened) => walk(opened, choice));
}

async function walk(opened: OpenLoad, choice: SegmentChoice): Promise<ExitCode> {
  const { inputs, traffic, door, interrupt, nonce, receiver } = opened;
  const { contract, validators, profile, world, scenarios } = inputs;
  const { target, clock } = door;
  const { segment, engine, seed } = choice;
  const name = `${traffic.id}-${target.target}-${segment.nth}-of-${segment.of}`;
  const folder = openSegmentFolder({ ...opened, name }, choice);
  let startedAt = clock.now();
  const { arrivals, arrivalAt } = scheduleOf({ traffic, target, world, seed, startedAt });
  const planner = createLoadPlanner(scenarios, { contract, target, world, profile, seed, nonce });
  const journeyOf = journeysOf(planner, arrivalAt);
  const owed: OwedOrder[] = [];
  const took = (walked: Walked): void => {
    if (walked.journey) owed.push(...owedIn(walked.index, walked.journey, walked.observed));
    folder.walked(walked);
  };

  const tell = (endedAt: number, dropped: number, note: string | undefined): void =>
    folder.tell({
      ...{ segment, traffic, engine, seed, nonce, arrivals: arrivals.count, startedAt, endedAt, dropped },
      receives: receiver !== undefined,
      ...(door.isVirtual ? { hasOwnGateway: true } : {}),
      ...(note === undefined ? {} : { note }),
    });
  // Where it is killed, this is what is left of it.
  tell(startedAt + arrivals.durationMs, 0, 'it was broken off');
  const inbox = createInbox(profile, folder.record, () => downStatus(traffic, clock.now() - startedAt));
  receiver?.onDelivery(inbox.receive);
  // Who still waits when the time is over must not keep the process alive.
  const over = new AbortController();
  const watching = {
    contract,
    profile,
    target,
    inbox,
    clock,
    signal: AbortSignal.any([interrupt.signal, over.signal]),
  };
  const secret = createHash('sha256').update(`assay-segments/${nonce}`).digest('hex').slice(0, 32);
  const isAlone = door.isVirtual || segment.of === 1;
  const heard = isAlone ? [segment.nth] : Array.from({ length: segment.of }, (_, i) => i + 1);
  const events: SegmentEvents = receiver
    ? await eventsHere(createSegmentHub(heard, journeyOf, watching), choice, { secret, isAlone })
    : await eventsElsewhere(choice, secret, scenarios);
  try {
    let dropped = 0;
    let note: string | undefined;
    if (engine === 'k6') {
      const { walkByK6 } = await import('./k6.ts');
      const { awaitEvents } = events;
      ({ dropped, note } = await walkByK6(
        { ...opened, folder: folder.path, ofK6: choice.ofK6 },
        {
          segment,
          // No segment takes scenarios that would have deliveries turned away, and its collector has nothing to collect.
          port: { learnt: folder.addSecret, walked: took, awaitEvents, turnAway: () => {}, feed: () => NO_NEWS },
          journeys: { count: arrivals.count, of: journeyOf },
          onStarted: () => {
            startedAt = clock.now();
          },
        },
      ));
    } else {
      const { walkSegment } = await import('../../load/segment-native.ts');
      await walkSegment({
        ...{ segment, traffic, contract, profile, world, target, validators, clock, arrivalAt },
        send: door.send,
        signal: interrupt.signal,
        count: arrivals.count,
        journeyOf: planner.journeyOf,
        awaitEvents: (index, step, orderId) => events.awaitEvents(index, step.name, orderId),
        addSecret: folder.addSecret,
        walked: took,
      });
    }
    const isHeard = await events.ended(owed);
    if (!isHeard) say('the segment that holds the receiver could not be told that this one has ended');
    if (receiver) await untilDrained(events, traffic, door, interrupt);
    tell(clock.now(), dropped, interrupt.signal.aborted ? 'it was interrupted' : note);
    if (!choice.quiet) say(`segment ${segment.nth} of ${segment.of} is in ${shown(folder.path)}`);
    if (interrupt.found) throw new Refusal([interrupt.found], EXIT.environment);
    return interrupt.exitCode ?? (note === undefined ? EXIT.passed : EXIT.environment);
  } finally {
    over.abort();
    await events.close();
    folder.close();
  }
}

/** What the collector of a segment is told: nothing. */
const NO_NEWS = { ...noNews(), pending: 0, isDrained: true };

/** Until nothing is on its way any more, but no longer than the traffic awaits events. */
async function untilDrained(events: SegmentEvents, traffic: Traffic, door: Door, interrupt: Interrupt): Promise<void> {
  const interrupted = new Promise<void>((resolve) => {
    if (interrupt.signal.aborted) resolve();
    interrupt.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await door.clock.until(Promise.race([events.drained(), interrupted]), traffic.drainMs);
}

/** The orders of a journey that were answered, of whose events something is promised. */
function owedIn(index: number, journey: Journey, observed: Walked['observed']): readonly OwedOrder[] {
  const { answeredAt, idOf } = ordersIn(journey, observed);
  return journey.kci.flatMap((each, block) => {
    const orderId = idOf(each.for);
    const at = orderId === undefined ? undefined : answeredAt.get(orderId);
    return orderId === undefined || at === undefined ? [] : [{ index, block, orderId, answeredAt: at }];
  });
}
