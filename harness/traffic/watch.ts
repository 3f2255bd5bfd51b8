import type { Validators } from '../contract/validators.ts';
import type { Ground, Observation, Plan, Unrecorded } from '../model.ts';
import { foldOf, growRecord, type Walk } from '../record/fold.ts';
import { createRecorder, type RecorderOptions } from '../run/record.ts';
import { runStarted } from '../run/run-started.ts';
import { IN_PROCESS_URL } from '../wire/in-process.ts';
import { createNamer } from './naming.ts';
import type { Seen } from './seen.ts';
import { watchedPlan } from './watched-plan.ts';

/** What traffic is held against, and where its record goes. */
export interface WatchOptions extends Pick<RecorderOptions, 'write' | 'secrets' | 'isKnown'>, Ground {
  readonly validators: Validators;
  /** The version of Assay. */
  readonly assay: string;
  readonly build?: string | undefined;
  /** Where the traffic stands, as reports name it. */
  readonly file: string;
  /** When it began, ms since the epoch. */
  readonly at: number;
}

/** A run of which only the traffic is seen. */
export interface Watch {
  readonly record: readonly Observation[];
  /** Puts on record what was seen, with its names, and gives the walks that it belongs to. */
  see(seen: Seen): readonly Walk[];
  /** What there was so far as a plan, by which it can be judged. */
  plan(): Plan;
  /** Ends the record: up to then was watched. */
  end(at: number): void;
}

/** Begins a record of traffic that others make. */
export function createWatch(options: WatchOptions): Watch {
  const { contract, profile, target, at } = options;
  const { record, add } = growRecord(profile);
  const recorder = createRecorder({ ...options, clock: { now: () => at } });
  const name = createNamer(contract, target);
  const put = (one: Unrecorded & { readonly at: number }): readonly Walk[] => add(recorder.record(one));
  const baseUrl = target.baseUrl === 'embedded' ? IN_PROCESS_URL : target.baseUrl;
  const named = { seed: 0, nonce: 'watched', target: target.target, baseUrl, journeys: 0 };
  put({ ...runStarted({ ...options, ...named }), at });
  return {
    record,
    see: (seen) => name(seen).flatMap(put),
    plan: () => watchedPlan(record, profile, options),
    end: (endedAt) => {
      const { underWay } = foldOf(record, profile);
      for (const journey of [...underWay.keys()])
        put({ type: 'journey-ended', journey, ended: 'finished', at: endedAt });
      put({ type: 'run-ended', ended: 'finished', at: endedAt });
    },
  };
}
