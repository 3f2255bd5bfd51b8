import { join } from 'node:path';
import { schemasAsCode } from '../../contract/schemas-as-code.ts';
import { FileError, writeInParts, writeWhole } from '../../io/files.ts';
import { callsOf } from '../../journey/calls.ts';
import type { Contract, Journey, Json, KciProfile, Target, Traffic, TrafficStage } from '../../model.ts';
import { bundleScript } from './bundle.ts';
import { createColumns } from './columns.ts';
import { graceOf, k6Options } from './options.ts';
import { contractForWalking, FILES, type Settings, withoutSecrets } from './settings.ts';
import { k6Stages } from './stages.ts';
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
  readonly profile: Pick<KciProfile, 'delivery' | 'events'>;
  /** What the target file took from the environment. */
  readonly secrets?: readonly string[];
  readonly mostVus?: number;
  /** Whether what is run is a part of the load (`--execution-segment`). */
  readonly isSegment?: boolean;
  /** Instances of k6 that report to the same Assay. */
  readonly instances?: number;
}

/** Writes all that k6 opens into a folder: the script, its settings, and the journeys. No secret is in it. Throws a `FileError`. */
export async function writeK6Files(load: K6Load, folder: string): Promise<Settings> {
  const { traffic, target, contract, stages = traffic.stages, isSegment = false, instances = 1 } = load;
  const { walk, schemas } = writeJourneys(load, folder);
  const settings: Settings = {
    options: k6Options({
      traffic,
      stages,
      target,
      walk,
      isSegment,
      ...(load.mostVus === undefined ? {} : { mostVus: load.mostVus }),
    }),
    stages: k6Stages(stages),
    target: withoutSecrets(target, load.secrets),
    contract: contractForWalking(contract),
    delivery: load.profile.delivery,
    fulfils: Object.keys(load.profile.events).filter((name) => load.profile.events[name]?.fulfils === true),
    think: traffic.think,
    loadMs: stages.reduce((sum, { forMs }) => sum + forMs, 0),
    graceMs: graceOf(walk, traffic),
    drainMs: traffic.drainMs,
    instances,
  };
  writeText(folder, FILES.settings, JSON.stringify(settings, null, 1));
  const code = schemas.length === 0 ? {} : { schemas: schemasAsCode(contract, schemas) };
  writeText(folder, FILES.script, await bundleScript(code));
  return settings;
}

/** Writes one file whole. */
export function writeText(folder: string, name: string, text: string): void {
  const failed = writeWhole(join(folder, name), text);
  if (failed) throw new FileError(failed);
}

/** What has to be known of all journeys before any is walked. */
interface Written {
  readonly walk: WalkTime;
  /** Names of the contract's schemas that steps hold answers against. */
  readonly schemas: readonly string[];
}

/** Writes the journeys as they are planned, one at a time. */
function writeJourneys({ journeys, target, traffic, contract }: K6Load, folder: string): Written {
  const columns = createColumns();
  const schemas = new Set<string>();
  const walk = writeInParts(join(folder, FILES.rows), (write) => {
    let usualMs = 0;
    let longestMs = 0;
    for (let index = 0; index < journeys.count; index++) {
      const journey = journeys.of(index);
      const took = walkTime(journey, target, traffic.think);
      usualMs = Math.max(usualMs, took.usualMs);
      longestMs = Math.max(longestMs, took.longestMs);
      for (const name of schemasIn(journey)) schemas.add(name);
      // What is owed of its events, k6 does not look at.
      write(`${index === 0 ? '' : '\n'}${columns.add({ ...journey, kci: [] } as unknown as Json)}`);
    }
    return { usualMs, longestMs };
  });
  writeText(folder, FILES.templates, JSON.stringify(columns.templates()));
  return { walk, schemas: [...schemas].filter((name) => contract.schemas[name]).sort() };
}

/** Names in the place of a schema's in what the steps expect and need: `~Timeslot`. */
function schemasIn(journey: Journey): readonly string[] {
  const shapes = JSON.stringify(callsOf(journey).map(({ expect, need }) => [expect, need]));
  return [...shapes.matchAll(/~([A-Z]\w*)/g)].map(([, name = '']) => name);
}
