import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { openRecord, type RecordWriter } from '../../io/record-file.ts';
import { ordersIn } from '../../load/k6-port.ts';
import { beginLoad } from '../../load/load.ts';
import { createLoadPlanner } from '../../load/planner.ts';
import type { Timed } from '../../load/port.ts';
import { SEGMENT_FILES, type Segment, type SegmentEnd } from '../../load/segment.ts';
import { createSegmentHub, type OwedOrder } from '../../load/segment-hub.ts';
import { createSegmentLog } from '../../load/segment-log.ts';
import type { Journey, Traffic } from '../../model.ts';
import { createInbox } from '../../run/inbox.ts';
import { createRecorder } from '../../run/record.ts';
import { cleanLines } from '../clean-lines.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import type { Inputs } from '../inputs.ts';
import { shown } from '../places.ts';
import { connect, meet } from '../run/connect.ts';
import { type Door, openDoor } from '../run/door.ts';
import { FILES, newFolder, type RunInputs, writeFile } from '../run/folder.ts';
import { holdFolder, holdWhereThere } from '../run/hold-folder.ts';
import { type OpenReceiver, openReceiver } from '../run/receiver.ts';
import { secretsOf, targetWithoutSecrets } from '../run/secrets.ts';
import { problem, Refusal, say } from '../say.ts';
import { type Interrupt, listenForInterrupt } from '../signals.ts';
import { VERSION } from '../version.ts';
import { refuseUnlessAllowed, turnsAway } from './allowed.ts';
import { downStatus, LOAD_CONNECTIONS, type LoadChoice } from './execute-load.ts';
import { eventsElsewhere, eventsHere, eventsOfOwn, type SegmentEvents } from './segment-events.ts';

/** What the user chose for one segment of a load. */
export interface SegmentChoice extends LoadChoice {
  readonly segment: Segment;
  readonly nonce?: string;
  /** `here`, `none`, or the address of the segment that holds it. The first segment holds it unless something is said. */
  readonly receiver?: string;
  /** Where the holder of the receiver listens for the other segments, as host and port. */
  readonly control?: string;
}

/** Walks one segment of a load and writes down what was observed; nothing is judged before all segments are joined. */
export async function executeSegment(inputs: Inputs, traffic: Traffic, choice: SegmentChoice): Promise<ExitCode> {
  refuseUnlessAllowed(inputs, traffic);
  refuseTurningAway(inputs, traffic);
  const isVirtual = choice.engine === 'simulated' && inputs.target.baseUrl === 'embedded';
  const nonce = isVirtual ? (choice.nonce ?? `seed-${choice.seed}`) : sharedNonce(inputs, choice);
  holdWhereThere(choice.out);
  // On virtual time each segment has a gateway of its own, whose events come in where it is.
  const receives = isVirtual || (choice.receiver ?? (choice.segment.nth === 1 ? 'here' : 'none')) === 'here';
  const isOwn = isVirtual ? { door: 'function' as const } : {};
  const door = await openDoor(inputs, { ...choice, ...isOwn, connections: LOAD_CONNECTIONS });
  const interrupt = listenForInterrupt();
  try {
    if (receives) {
      const { pathSecret = isVirtual ? `hook-${nonce}` : randomBytes(16).toString('hex') } = door.target.webhook;
      const receiver = await openReceiver({
        target: door.target,
        profile: inputs.profile,
        pathSecret,
        inProcess: isVirtual,
        now: door.clock.now,
      });
      receiver.onLost(interrupt.breakOff);
      try {
        const knowing = await connect(inputs, door, receiver, { quiet: choice.quiet, pathSecret });
        return await walk({ inputs: knowing, traffic, door, interrupt, nonce, receiver, pathSecret }, choice);
      } finally {
        await receiver.close();
      }
    }
    const knowing = await meet(inputs, door, '');
    return await walk({ inputs: knowing, traffic, door, interrupt, nonce }, choice);
  } finally {
    interrupt.release();
    await door.close();
  }
}

/** The receiver is told by the journey itself, just before it sends, and in a segment it may be another's. */
function refuseTurningAway({ scenarios }: Inputs, { id }: Traffic): void {
  const turning = scenarios.filter((scenario) => turnsAway([scenario]));
  if (turning.length === 0) return;
  throw new Refusal([
    problem(
      `"${id}" cannot be sent in segments`,
      `${turning.map((scenario) => scenario.id).join(', ')}: a step has the receiver turn deliveries away, which only a whole load can`,
      'leave --segment out, or mix other scenarios',
    ),
  ]);
}

/** Ids and addresses of the segments are told apart by index under one nonce. */
function sharedNonce({ target }: Inputs, { nonce, engine }: SegmentChoice): string {
  if (target.baseUrl === 'embedded') {
    throw new Refusal([
      problem(
        'segments need a gateway that all of them reach',
        `target "${target.target}" is embedded: each process would have its own`,
        'use "assay simulate --segment", or start "assay fake --port 8080" and use --target fake-http',
      ),
    ]);
  }
  if (engine === 'simulated') {
    throw new Refusal([
      problem(
        '"assay simulate --segment" is for the embedded fake, on virtual time',
        `target "${target.target}" is at ${target.baseUrl}`,
        'use "assay load --engine native --segment", or leave --segment out',
      ),
    ]);
  }
  if (nonce !== undefined) return nonce;
  throw new Refusal([
    problem(
      '--segment needs --nonce',
      'all segments of a load must share one, or they would use the same ids and addresses',
      'give all of them the same, which no earlier load had: --nonce build-71',
    ),
  ]);
}

interface Walked {
  readonly inputs: Inputs;
  readonly traffic: Traffic;
  readonly door: Door;
  readonly interrupt: Interrupt;
  readonly nonce: string;
  /** Where this segment holds it. */
  readonly receiver?: OpenReceiver;
  readonly pathSecret?: string;
}

async function walk(walked: Walked, choice: SegmentChoice): Promise<ExitCode> {
  const { inputs, traffic, door, interrupt, nonce, receiver, pathSecret = '' } = walked;
  const { contract, validators, profile, world, scenarios } = inputs;
  const { target, clock } = door;
  const { segment, engine, seed } = choice;
  const folder = newFolder(choice.out, `${traffic.id}-${target.target}-${segment.nth}-of-${segment.of}`, new Date());
  holdFolder(folder);
  const secrets = secretsOf(inputs, pathSecret);
  const walks = openFile(folder, SEGMENT_FILES.walked, interrupt);
  const deliveries = receiver ? openFile(folder, SEGMENT_FILES.deliveries, interrupt) : undefined;
  const judgedTarget = targetWithoutSecrets(target, inputs.secrets);
  const stored: RunInputs = { contract, profile, world, target: judgedTarget, command: '', assay: VERSION };
  writeFile(join(folder, FILES.inputs), `${JSON.stringify(stored)}\n`);

  // For its arrivals alone: nothing is recorded through it.
  const load = beginLoad({
    traffic,
    world,
    judged: { contract, validators, profile, target: judgedTarget },
    engine,
    seed,
    nonce,
    assay: VERSION,
    clock,
    secrets: [],
    heap: 1,
  });
  const planner = createLoadPlanner(scenarios, { contract, target, world, profile, seed, nonce });
  const journeyOf = (index: number): Journey => planner.journeyOf(load.arrivalAt(index));
  const log = createSegmentLog(walks.write, secrets);
  const owed: OwedOrder[] = [];
  const took = (index: number, intendedAt: number, journey: Journey | null, observed: readonly Timed[]): void => {
    if (journey) owed.push(...owedIn(index, journey, observed));
    log.walked(index, intendedAt, journey, observed);
  };

  let startedAt = clock.now();
  const tell = ({ note, ...ended }: Pick<SegmentEnd, 'endedAt' | 'dropped'> & { note: string | undefined }): void => {
    const end: SegmentEnd = {
      version: 1,
      assay: VERSION,
      segment,
      traffic,
      engine,
      seed,
      nonce,
      arrivals: load.arrivals.count,
      startedAt,
      ...ended,
      receives: receiver !== undefined,
      ...(door.isVirtual ? { hasOwnGateway: true } : {}),
      ...(note === undefined ? {} : { note }),
    };
    writeFile(join(folder, SEGMENT_FILES.segment), `${JSON.stringify(end, null, 2)}\n`);
  };
  // Where it is killed, this is what is left of it.
  tell({ endedAt: startedAt + load.arrivals.durationMs, dropped: 0, note: 'it was broken off' });
  const recorder = createRecorder({ clock, write: deliveries?.write ?? null, secrets });
  // What a delivery repeats of a token is told by other lines than what an answer does.
  const addSecret = (kind: string, value: string): void => {
    log.addSecret(kind, value);
    recorder.addSecret(kind, value);
  };
  const inbox = createInbox(profile, recorder.record, () => downStatus(traffic, clock.now() - startedAt));
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
  const events: SegmentEvents = receiver
    ? door.isVirtual
      ? eventsOfOwn(createSegmentHub(ALONE, journeyOf, watching))
      : await eventsHere(createSegmentHub(segment.of, journeyOf, watching), choice, secret)
    : await eventsElsewhere(choice, secret, scenarios);
  try {
    let dropped = 0;
    let note: string | undefined;
    if (engine === 'k6') {
      const { segmentByK6 } = await import('./segment-k6.ts');
      const came = await segmentByK6({
        inputs,
        traffic,
        door,
        folder,
        interrupt,
        segment,
        load,
        journeyOf,
        events,
        took,
        addSecret,
        onStarted: () => {
          startedAt = clock.now();
        },
      });
      ({ dropped, note } = came);
    } else {
      const { walkSegment } = await import('../../load/segment-native.ts');
      await walkSegment({
        segment,
        traffic,
        contract,
        profile,
        world,
        target,
        validators,
        clock,
        send: door.send,
        signal: interrupt.signal,
        count: load.arrivals.count,
        arrivalAt: load.arrivalAt,
        journeyOf: planner.journeyOf,
        awaitEvents: (index, step, orderId) => events.awaitEvents(index, step.name, orderId),
        addSecret,
        walked: took,
      });
    }
    const isHeard = await events.ended(owed);
    if (!isHeard) say('the segment that holds the receiver could not be told that this one has ended');
    if (receiver) await untilDrained(events, traffic, door, interrupt);
    tell({ endedAt: clock.now(), dropped, note: interrupt.signal.aborted ? 'it was interrupted' : note });
    if (!choice.quiet) say(`segment ${segment.nth} of ${segment.of} is in ${shown(folder)}`);
    if (interrupt.found) throw new Refusal([interrupt.found], EXIT.environment);
    return interrupt.exitCode ?? (note === undefined ? EXIT.passed : EXIT.environment);
  } finally {
    over.abort();
    await events.close();
    walks.close();
    deliveries?.close();
    // k6 tells of a token as it comes; in a busy moment, what repeats it may be here before that.
    if (engine === 'k6') {
      cleanLines(join(folder, SEGMENT_FILES.walked), recorder.clean);
      if (deliveries) cleanLines(join(folder, SEGMENT_FILES.deliveries), recorder.clean);
    }
  }
}

/** Segments that a receiver waits for, where each has its own. */
const ALONE = 1;

/** Until nothing is on its way any more, but no longer than the traffic awaits events. */
async function untilDrained(events: SegmentEvents, traffic: Traffic, door: Door, interrupt: Interrupt): Promise<void> {
  const interrupted = new Promise<void>((resolve) => {
    if (interrupt.signal.aborted) resolve();
    interrupt.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await door.clock.until(Promise.race([events.drained(), interrupted]), traffic.drainMs);
}

/** The orders of a journey that were answered, of whose events something is promised. */
function owedIn(index: number, journey: Journey, observed: readonly Timed[]): readonly OwedOrder[] {
  const { answeredAt, idOf } = ordersIn(journey, observed);
  return journey.kci.flatMap((each, block) => {
    const orderId = idOf(each.for);
    const at = orderId === undefined ? undefined : answeredAt.get(orderId);
    return orderId === undefined || at === undefined ? [] : [{ index, block, orderId, answeredAt: at }];
  });
}

function openFile(folder: string, name: string, interrupt: Interrupt): RecordWriter {
  const opened = openRecord(join(folder, name), { onProblem: interrupt.breakOff });
  if ('problem' in opened) throw new Refusal([opened.problem], EXIT.environment);
  return opened.record;
}
