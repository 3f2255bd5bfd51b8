import { join } from 'node:path';
import { displayPath } from '../../home.ts';
import { writeInParts } from '../../io/files.ts';
import { readLines } from '../../io/lines.ts';
import { openRecord, type RecordWriter } from '../../io/record-file.ts';
import type { WalkedJourney } from '../../load/port.ts';
import { scheduleOf } from '../../load/schedule.ts';
import { createSegmentHub, type OwedOrder, SEGMENT_FILES, type SegmentEnd } from '../../load/segment.ts';
import { owedIn } from '../../load/walks.ts';
import type { Observation, TrafficProfile, Unrecorded } from '../../model.ts';
import { createFold, type Fold } from '../../record/fold.ts';
import { createInbox } from '../../run/inbox.ts';
import { createRecorder } from '../../run/record.ts';
import { waitFor } from '../../run/wait.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import { RUN_FILES, type RunInputs, writeFile } from '../folder/folder.ts';
import { folderForRun } from '../folder/hold-folder.ts';
import type { Inputs } from '../inputs.ts';
import { journeyWithoutSecrets, secretsOf, targetWithoutSecrets } from '../open/secrets.ts';
import { Refusal, say } from '../say.ts';
import { asBytes, knownTo } from '../unhideable.ts';
import { VERSION } from '../version.ts';
import { journeysFor, walkBy } from './engine.ts';
import { downStatus, type OpenLoad, withOpenLoad } from './open-load.ts';
import { receives, refuseTurningAway, type SegmentChoice, secretOf, sharedNonce } from './segment-choice.ts';
import { eventsElsewhere, eventsHere } from './segment-events.ts';

/** Walks one segment of a load and writes down what was observed; judging waits until all segments are joined. */
export async function executeSegment(
  inputs: Inputs,
  traffic: TrafficProfile,
  choice: SegmentChoice,
): Promise<ExitCode> {
  refuseTurningAway(inputs, traffic);
  const place = { nonce: sharedNonce(inputs, choice), receives: receives(inputs, choice) };
  return withOpenLoad(inputs, traffic, choice, place, (opened) => walk(opened, choice));
}

async function walk(opened: OpenLoad, choice: SegmentChoice): Promise<ExitCode> {
  const { inputs, traffic, transport, interrupt, nonce, receiver } = opened;
  const { profile, world, scenarios } = inputs;
  const { target, clock } = transport;
  const { segment, seed } = choice;
  const folder = openSegmentFolder(opened, choice);
  let startedAt = clock.now();
  const schedule = scheduleOf({ traffic, world, seed, startedAt });
  const { arrivals } = schedule;
  const journeyOf = journeysFor({ ...opened, ...schedule, seed });
  const owed: OwedOrder[] = [];
  const took = (walked: WalkedJourney): void => {
    const { index, journey } = walked;
    const { exchanges } = folder.walked(walked);
    for (const { kci: _, ...each } of journey ? owedIn(journey, exchanges) : []) owed.push({ index, ...each });
  };

  const told = { arrivals: arrivals.count, receives: receiver !== undefined };
  // What is left if the process is killed.
  const lastAt = startedAt + arrivals.durationMs;
  folder.tell({ ...told, startedAt, endedAt: lastAt, dropped: 0, note: 'it was broken off' });
  const inbox = createInbox(profile, folder.record, { closedWith: () => downStatus(traffic, clock.now() - startedAt) });
  receiver?.onDelivery(inbox.receive);
  // Waits that last beyond the end must not keep the process alive.
  const over = new AbortController();
  const signal = AbortSignal.any([interrupt.signal, over.signal]);
  const secret = secretOf('segments', nonce);
  const isAlone = transport.isVirtual || segment.of === 1;
  const heard = isAlone ? [segment.nth] : Array.from({ length: segment.of }, (_, i) => i + 1);
  const hub = receiver && createSegmentHub(heard, journeyOf, { ...inputs, target, inbox, clock, signal });
  const events = hub
    ? await eventsHere(hub, choice, { secret, isAlone, journeyOf })
    : await eventsElsewhere(choice, secret, scenarios);
  // The receiver takes events of any order, and no scenario of a segment has deliveries turned away.
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
    if (hub) await waitFor(clock, interrupt.signal, hub.drained(), traffic.drainMs);
    const why = interrupt.signal.aborted ? 'it was interrupted' : note;
    folder.tell({ ...told, startedAt, endedAt: clock.now(), dropped, ...(why === undefined ? {} : { note: why }) });
    if (!choice.quiet) say(`segment ${segment.nth} of ${segment.of} is in ${displayPath(folder.path)}`);
    if (interrupt.found) throw new Refusal([interrupt.found], EXIT.environment);
    return interrupt.exitCode ?? (note === undefined ? EXIT.passed : EXIT.environment);
  } finally {
    over.abort();
    await events.close();
    folder.close();
  }
}

/** Opens the folder in which a segment writes down what it sees, redacted like a record, until all segments are joined. */
function openSegmentFolder(
  { inputs, traffic, transport, interrupt, nonce, pathSecret }: OpenLoad,
  choice: SegmentChoice,
) {
  const { engine, segment, seed } = choice;
  const { contract, profile, world } = inputs;
  const name = `${traffic.id}-${transport.target.target}-${segment.nth}-of-${segment.of}`;
  const path = folderForRun(name, choice);
  const open = (file: string): RecordWriter => openRecord(join(path, file), { onProblem: interrupt.breakOff });
  const walks = open(SEGMENT_FILES.walked);
  const deliveries = pathSecret === '' ? undefined : open(SEGMENT_FILES.deliveries);
  const target = targetWithoutSecrets(transport.target, inputs.secrets);
  const stored: RunInputs = { contract, profile, world, target, command: '', assay: VERSION };
  writeFile(join(path, RUN_FILES.inputs), `${JSON.stringify(stored)}\n`);
  const made = { assay: VERSION, segment, traffic, engine, seed, nonce, hasOwnGateway: transport.isVirtual };
  const recorder = createRecorder({
    clock: transport.clock,
    write: null,
    secrets: secretsOf(inputs, pathSecret),
    isKnown: knownTo(inputs, asBytes(inputs.scenarios)),
  });

  return {
    path,
    /** Writes each journey down with its walk, so that it need not be planned again. Returns its fold. */
    walked: (walked: WalkedJourney): Fold => {
      const journey = walked.journey && journeyWithoutSecrets(walked.journey, inputs.secrets);
      const fold = createFold(profile);
      const observed = walked.observed.map((each) => {
        if (each.type === 'measured') return each;
        const seen = recorder.record(each);
        fold.see(seen);
        // Numbers are given when the segments are joined.
        return { ...seen, seq: undefined };
      });
      walks.write(JSON.stringify({ ...walked, journey, observed }));
      return fold;
    },
    /** Writes down what the receiver takes, if the segment holds it. */
    record: (unrecorded: Unrecorded): Observation => {
      const seen = recorder.record(unrecorded);
      deliveries?.write(JSON.stringify(seen));
      return seen;
    },
    addSecret: recorder.addSecret,
    /** Writes what the segment has come to; may be called again. */
    tell: (told: Omit<SegmentEnd, 'version' | keyof typeof made>): void => {
      const end: SegmentEnd = { version: 1, ...made, ...told };
      writeFile(join(path, SEGMENT_FILES.segment), `${JSON.stringify(end, null, 2)}\n`);
    },
    close: (): void => {
      walks.close();
      deliveries?.close();
      if (engine !== 'k6') return;
      // k6 reports a token as it comes; when it is busy, a text that repeats the token may be here first.
      cleanLines(join(path, SEGMENT_FILES.walked), recorder.clean);
      if (deliveries) cleanLines(join(path, SEGMENT_FILES.deliveries), recorder.clean);
    },
  };
}

/** Rewrites a file of lines without secrets that became known after they were written. */
function cleanLines(path: string, clean: (text: string) => string): void {
  writeInParts(path, (write) => {
    for (const line of readLines(path)) write(`${clean(line)}\n`);
  });
}
