import { createHash } from 'node:crypto';
import type { WalkedJourney } from '../../load/port.ts';
import { scheduleOf } from '../../load/schedule.ts';
import { createSegmentHub, type OwedOrder } from '../../load/segment-hub.ts';
import { ordersIn } from '../../load/walks.ts';
import type { Journey, Traffic } from '../../model.ts';
import { createInbox } from '../../run/inbox.ts';
import { waitFor } from '../../run/wait.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import type { Inputs } from '../inputs.ts';
import { shown } from '../places.ts';
import { Refusal, say } from '../say.ts';
import { journeysFor, walkBy } from './engine.ts';
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
  const { contract, profile, world, scenarios } = inputs;
  const { target, clock } = door;
  const { segment, engine, seed } = choice;
  const name = `${traffic.id}-${target.target}-${segment.nth}-of-${segment.of}`;
  const folder = openSegmentFolder({ ...opened, name }, choice);
  let startedAt = clock.now();
  const schedule = scheduleOf({ traffic, target, world, seed, startedAt });
  const { arrivals } = schedule;
  const journeyOf = journeysFor({ ...opened, ...schedule, seed });
  const owed: OwedOrder[] = [];
  const took = (walked: WalkedJourney): void => {
    if (walked.journey) owed.push(...owedIn(walked.index, walked.journey, walked.observed));
    folder.walked(walked);
  };

  const tell = (endedAt: number, dropped: number, note: string | undefined): void =>
    folder.tell({
      segment,
      traffic,
      engine,
      seed,
      nonce,
      arrivals: arrivals.count,
      startedAt,
      endedAt,
      dropped,
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
    ? await eventsHere(createSegmentHub(heard, journeyOf, watching), choice, { secret, isAlone, journeyOf })
    : await eventsElsewhere(choice, secret, scenarios);
  // Events of whichever order come in where the receiver is; none of a segment's scenarios has deliveries turned away.
  const port = { learnt: folder.addSecret, walked: took, expect: () => {}, turnAway: () => {}, ...events };
  try {
    const { dropped = 0, note } = await walkBy({
      ...opened,
      ...choice,
      ...schedule,
      nonce,
      port,
      folder: folder.path,
      onStarted: () => {
        startedAt = clock.now();
      },
    });
    const isHeard = await events.ended(owed);
    if (!isHeard) say('the segment that holds the receiver could not be told that this one has ended');
    if (receiver) await waitFor(clock, interrupt.signal, events.drained(), traffic.drainMs);
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

/** The orders of a journey that were answered, of whose events something is promised. */
function owedIn(index: number, journey: Journey, observed: WalkedJourney['observed']): readonly OwedOrder[] {
  const { answeredAt, idOf } = ordersIn(journey, observed);
  return journey.kci.flatMap((each, block) => {
    const orderId = idOf(each.for);
    const at = orderId === undefined ? undefined : answeredAt.get(orderId);
    return orderId === undefined || at === undefined ? [] : [{ index, block, orderId, answeredAt: at }];
  });
}
