import type { Unrecorded } from '../model.ts';
import { createRecorder, type RecorderOptions } from '../run/record.ts';
import type { Timed, WalkedJourney } from './port.ts';

/** Writes down what the walks of a segment observed, each journey with it, so that nobody has to plan it again. */
export interface SegmentLog {
  walked(walked: WalkedJourney): void;
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
    walked: (walked) => {
      const observed = walked.observed.map((each) => (each.type === 'measured' ? each : redacted(each)));
      write(JSON.stringify({ ...walked, observed }));
    },
    addSecret: recorder.addSecret,
  };
}
