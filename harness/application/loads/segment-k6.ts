import { randomBytes } from 'node:crypto';
import { findK6 } from '../../load/k6/binary.ts';
import { runK6 } from '../../load/k6/run.ts';
import { SPARE } from '../../load/planner.ts';
import type { Walked } from '../../load/port.ts';
import type { Segment } from '../../load/segment.ts';
import { stagesFrom } from '../../load/week.ts';
import type { Journey, Traffic } from '../../model.ts';
import { EXIT } from '../exit.ts';
import type { Inputs } from '../inputs.ts';
import type { Door } from '../open/door.ts';
import { shown } from '../places.ts';
import { Refusal } from '../say.ts';
import type { Interrupt } from '../signals.ts';
import type { SegmentEvents } from './segment-events.ts';

/** What k6 needs to walk a segment. */
export interface SegmentByK6 {
  readonly inputs: Inputs;
  readonly traffic: Traffic;
  readonly door: Door;
  readonly folder: string;
  readonly interrupt: Interrupt;
  readonly segment: Segment;
  /** Journeys of the whole load. */
  readonly count: number;
  readonly journeyOf: (index: number) => Journey;
  readonly events: Pick<SegmentEvents, 'awaitEvents'>;
  readonly took: (walked: Walked) => void;
  readonly addSecret: (kind: string, value: string) => void;
  readonly onStarted: () => void;
  readonly oneIn?: number | undefined;
}

/** Runs k6 with its segment of the load; what its journeys observe is handed on. */
export async function segmentByK6(options: SegmentByK6): Promise<{ readonly dropped: number; readonly note?: string }> {
  const { inputs, traffic, door, folder, interrupt, segment, count, journeyOf, events, took, onStarted } = options;
  const k6 = await findK6(process.env);
  if ('message' in k6) throw new Refusal([k6], EXIT.environment);
  const { target, clock } = door;
  const { contract, world } = inputs;
  const result = await runK6({
    k6,
    traffic,
    stages: stagesFrom(traffic, world, clock.now()),
    target,
    secrets: inputs.secrets,
    contract,
    profile: inputs.profile,
    clock,
    folder,
    segment,
    port: {
      learnt: options.addSecret,
      walked: took,
      awaitEvents: events.awaitEvents,
      // No segment takes scenarios that would have it do so.
      turnAway: () => {},
      feed: () => NOTHING,
    },
    journeys: { count: count + SPARE, of: journeyOf },
    oneIn: options.oneIn,
    control: { host: '127.0.0.1', listenPort: 0, secret: randomBytes(16).toString('hex') },
    environment: process.env,
    signal: interrupt.signal,
    onStarted,
  });
  const { kind, note, lost, dropped, lines } = result;
  const isWhole = kind === 'held' || kind === 'crossed';
  if (!isWhole) return { dropped, note: [note ?? `k6 was ${kind}`, ...lines, `see ${shown(folder)}`].join('; ') };
  return lost > 0 ? { dropped, note: `of ${lost} journeys Assay was not told` } : { dropped };
}

/** The collector of a segment has nothing to collect. */
const NOTHING = {
  lags: [],
  received: 0,
  missing: 0,
  duplicate: 0,
  unexpected: 0,
  pending: 0,
  isDrained: true,
} as const;
