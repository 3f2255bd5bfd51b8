import type { LoadVerdict, Shard, Traffic } from '../model.ts';

/** One of several instances that share a load: the how-manyeth, from 1, of how many. */
export type Segment = Pick<Shard, 'nth' | 'of'>;

/** Files of a segment's folder, beside the inputs; a line of `walked` is a `Walked`. */
export const SEGMENT_FILES = {
  segment: 'segment.json',
  walked: 'walked.ndjson',
  deliveries: 'deliveries.ndjson',
} as const;

/** What `segment.json` says of a segment that has ended. */
export interface SegmentEnd extends Pick<LoadVerdict, 'assay' | 'engine' | 'seed' | 'nonce' | 'startedAt' | 'endedAt'> {
  readonly version: 1;
  readonly segment: Segment;
  readonly traffic: Traffic;
  /** Of the whole load. */
  readonly arrivals: number;
  /** Starts that could not be made in time. */
  readonly dropped: number;
  /** Whether deliveries came in here. */
  readonly receives: boolean;
  /** Its gateway is its own, as on virtual time, and knows nothing of what the other segments do. */
  readonly hasOwnGateway?: boolean;
  /** Why it is not whole. */
  readonly note?: string;
}
