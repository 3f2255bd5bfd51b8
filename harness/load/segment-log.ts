import type { Journey, Unrecorded } from '../model.ts';
import { createRecorder, type RecorderOptions } from '../run/record.ts';
import type { Timed } from './port.ts';
import type { WalkedLine } from './segment.ts';

/** Writes down what the walks of a segment observed, each journey with it, so that nobody has to plan it again. */
export interface SegmentLog {
  walked(index: number, intendedAt: number, journey: Journey | null, observed: readonly Timed[]): void;
  addSecret(kind: string, value: string): void;
}

/** A log that redacts as a record does. */
export function createSegmentLog(
  write: (line: string) => void,
  hidden: Pick<RecorderOptions, 'secrets' | 'isKnown'>,
): SegmentLog {
  let at = 0;
  const recorder = createRecorder({ clock: { now: () => at }, write: null, ...hidden });
  const redacted = ({ at: madeAt, ...unrecorded }: Timed): Timed => {
    at = madeAt;
    const { seq: _, ...rest } = recorder.record(unrecorded as Unrecorded);
    return rest as Timed;
  };
  return {
    walked: (index, intendedAt, journey, observed) => {
      const line: WalkedLine = { index, intendedAt, journey, observed: observed.map(redacted) };
      write(JSON.stringify(line));
    },
    addSecret: recorder.addSecret,
  };
}
