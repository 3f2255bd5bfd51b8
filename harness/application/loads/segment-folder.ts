import { join } from 'node:path';
import { openRecord, type RecordWriter } from '../../io/record-file.ts';
import type { WalkedJourney } from '../../load/port.ts';
import { SEGMENT_FILES, type SegmentEnd } from '../../load/segment.ts';
import { createSegmentLog } from '../../load/segment-log.ts';
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

/** The folder in which a segment writes down what it sees, until all segments are joined. */
export interface SegmentFolder {
  readonly path: string;
  walked(walked: WalkedJourney): void;
  /** Takes what comes in, where the segment holds the receiver. */
  record(unrecorded: Unrecorded): Observation;
  addSecret(kind: string, value: string): void;
  /** Says what it has come to; may be said again. */
  tell(end: Omit<SegmentEnd, 'version' | 'assay'>): void;
  close(): void;
}

/** Opens the folder of a segment, and writes down what it is given. */
export function openSegmentFolder(
  { inputs, door, interrupt, name, pathSecret }: SegmentOpened,
  { out, engine }: SegmentChoice,
): SegmentFolder {
  const { contract, profile, world } = inputs;
  const path = newFolder(out, name, new Date());
  holdFolder(path);
  const isKnown = knownTo(inputs, asBytes(inputs.scenarios));
  const hidden = { secrets: secretsOf(inputs, pathSecret), isKnown };
  const open = (file: string): RecordWriter => openRecord(join(path, file), { onProblem: interrupt.breakOff });
  const walks = open(SEGMENT_FILES.walked);
  const deliveries = pathSecret === '' ? undefined : open(SEGMENT_FILES.deliveries);
  const target = targetWithoutSecrets(door.target, inputs.secrets);
  const stored: RunInputs = { contract, profile, world, target, command: '', assay: VERSION };
  writeFile(join(path, FILES.inputs), `${JSON.stringify(stored)}\n`);
  const log = createSegmentLog(walks.write, hidden);
  const recorder = createRecorder({ clock: door.clock, write: deliveries?.write ?? null, ...hidden });

  return {
    path,
    walked: (walked) => {
      const { journey } = walked;
      log.walked({ ...walked, journey: journey && journeyWithoutSecrets(journey, inputs.secrets) });
    },
    record: recorder.record,
    // What a delivery repeats of a token is told by other lines than what an answer does.
    addSecret: (kind, value) => {
      log.addSecret(kind, value);
      recorder.addSecret(kind, value);
    },
    tell: (told) => {
      const end: SegmentEnd = { version: 1, assay: VERSION, ...told };
      writeFile(join(path, SEGMENT_FILES.segment), `${JSON.stringify(end, null, 2)}\n`);
    },
    close: () => {
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
