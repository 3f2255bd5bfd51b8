import { join } from 'node:path';
import { openRecord, type RecordWriter } from '../../io/record-file.ts';
import type { WalkedJourney } from '../../load/port.ts';
import { SEGMENT_FILES, type SegmentEnd } from '../../load/segment.ts';
import type { Observation, Unrecorded } from '../../model.ts';
import { createRecorder } from '../../run/record.ts';
import { cleanLines } from '../clean-lines.ts';
import { FILES, newFolder, type RunInputs, writeFile } from '../folder/folder.ts';
import { holdFolder } from '../folder/hold-folder.ts';
import { journeyWithoutSecrets, secretsOf, targetWithoutSecrets } from '../open/secrets.ts';
import { asBytes, knownTo } from '../unhideable.ts';
import { VERSION } from '../version.ts';
import type { OpenLoad } from './open-load.ts';
import type { SegmentChoice } from './segment-choice.ts';

/** Opens the folder in which a segment writes down what it sees, redacted as a record is, until all segments are joined. */
export function openSegmentFolder(
  { inputs, door, interrupt, name, pathSecret }: SegmentOpened,
  { out, engine }: SegmentChoice,
) {
  const { contract, profile, world } = inputs;
  const path = newFolder(out, name, new Date());
  holdFolder(path);
  const open = (file: string): RecordWriter => openRecord(join(path, file), { onProblem: interrupt.breakOff });
  const walks = open(SEGMENT_FILES.walked);
  const deliveries = pathSecret === '' ? undefined : open(SEGMENT_FILES.deliveries);
  const target = targetWithoutSecrets(door.target, inputs.secrets);
  const stored: RunInputs = { contract, profile, world, target, command: '', assay: VERSION };
  writeFile(join(path, FILES.inputs), `${JSON.stringify(stored)}\n`);
  const recorder = createRecorder({
    clock: door.clock,
    write: null,
    secrets: secretsOf(inputs, pathSecret),
    isKnown: knownTo(inputs, asBytes(inputs.scenarios)),
  });

  return {
    path,
    /** Writes each journey down with its walk, so that nobody has to plan it again. */
    walked: (walked: WalkedJourney): void => {
      const journey = walked.journey && journeyWithoutSecrets(walked.journey, inputs.secrets);
      const observed = walked.observed.map((each) => (each.type === 'measured' ? each : recorder.record(each)));
      walks.write(JSON.stringify({ ...walked, journey, observed }));
    },
    /** Takes what comes in, where the segment holds the receiver. */
    record: (unrecorded: Unrecorded): Observation => {
      const seen = recorder.record(unrecorded);
      deliveries?.write(JSON.stringify(seen));
      return seen;
    },
    addSecret: recorder.addSecret,
    /** Says what it has come to; may be said again. */
    tell: (told: Omit<SegmentEnd, 'version' | 'assay'>): void => {
      const end: SegmentEnd = { version: 1, assay: VERSION, ...told };
      writeFile(join(path, SEGMENT_FILES.segment), `${JSON.stringify(end, null, 2)}\n`);
    },
    close: (): void => {
      walks.close();
      deliveries?.close();
      if (engine !== 'k6') return;
      // k6 tells of a token as it comes; in a busy moment, what repeats it may be here before that.
      cleanLines(join(path, SEGMENT_FILES.walked), recorder.clean);
      if (deliveries) cleanLines(join(path, SEGMENT_FILES.deliveries), recorder.clean);
    },
  };
}

interface SegmentOpened extends Pick<OpenLoad, 'inputs' | 'door' | 'interrupt' | 'pathSecret'> {
  /** Of the folder, where none was chosen. */
  readonly name: string;
}
