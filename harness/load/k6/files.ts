import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Contract, Journey, Json, Target, Traffic, TrafficStage } from '../../model.ts';
import { bundleScript } from './bundle.ts';
import { createColumns } from './columns.ts';
import { graceOf, k6Options } from './options.ts';
import { contractForWalking, FILES, type Settings, withoutSecrets } from './settings.ts';
import { type WalkTime, walkTime } from './walk-time.ts';

/** The journeys of a load by their index. */
export interface LoadJourneys {
  readonly count: number;
  of(index: number): Journey;
}

/** A load for k6, before anything is written. */
export interface K6Load {
  readonly traffic: Traffic;
  /** Where they are not those of the traffic: with the weights of a week. */
  readonly stages?: readonly TrafficStage[];
  readonly journeys: LoadJourneys;
  readonly target: Target;
  readonly contract: Contract;
  readonly mostVus?: number;
  /** Whether what is run is a part of the load (`--execution-segment`). */
  readonly isSegment?: boolean;
  /** Instances of k6 that report to the same Assay. */
  readonly instances?: number;
}

/** Writes all that k6 opens into a folder: the script, its settings, and the journeys. No secret is in it. */
export async function writeK6Files(load: K6Load, folder: string): Promise<Settings> {
  mkdirSync(folder, { recursive: true });
  const { traffic, target, contract, stages = traffic.stages, isSegment = false, instances = 1 } = load;
  const walk = writeJourneys(load, folder);
  const settings: Settings = {
    options: k6Options({
      traffic,
      stages,
      target,
      walk,
      isSegment,
      ...(load.mostVus === undefined ? {} : { mostVus: load.mostVus }),
    }),
    target: withoutSecrets(target),
    contract: contractForWalking(contract),
    think: traffic.think,
    loadMs: stages.reduce((sum, { forMs }) => sum + forMs, 0),
    graceMs: graceOf(walk, traffic),
    drainMs: traffic.drainMs,
    instances,
  };
  writeFileSync(join(folder, FILES.settings), JSON.stringify(settings, null, 1));
  writeFileSync(join(folder, FILES.script), await bundleScript());
  return settings;
}

/** Writes the journeys as they are planned, one at a time, and says how long they take. */
function writeJourneys({ journeys, target, traffic }: K6Load, folder: string): WalkTime {
  const columns = createColumns();
  const file = openSync(join(folder, FILES.rows), 'w');
  let usualMs = 0;
  let longestMs = 0;
  for (let index = 0; index < journeys.count; index++) {
    const journey = journeys.of(index);
    const time = walkTime(journey, target, traffic.think);
    usualMs = Math.max(usualMs, time.usualMs);
    longestMs = Math.max(longestMs, time.longestMs);
    // What is owed of its events, k6 does not look at.
    writeSync(file, `${index === 0 ? '' : '\n'}${columns.add({ ...journey, kci: [] } as unknown as Json)}`);
  }
  closeSync(file);
  writeFileSync(join(folder, FILES.templates), JSON.stringify(columns.templates()));
  return { usualMs, longestMs };
}
