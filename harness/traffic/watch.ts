import type { Validators } from '../contract/validators.ts';
import { judgeCases } from '../judge/judge.ts';
import type { Observation, Plan, TestSetup, Unrecorded } from '../model.ts';
import { foldOf, growRecord, type Walk } from '../record/fold.ts';
import { createRecorder, type RecorderOptions } from '../run/record.ts';
import { runStarted } from '../run/run-started.ts';
import { IN_PROCESS_URL } from '../wire/in-process.ts';
import { createNamer } from './naming.ts';
import type { SeenTraffic } from './seen.ts';
import { watchedPlan } from './watched-plan.ts';

/** What traffic is judged by, and where its record goes. */
interface WatchOptions extends Pick<RecorderOptions, 'write' | 'secrets' | 'isKnown'>, TestSetup {
  readonly validators: Validators;
  /** The version of Assay. */
  readonly assay: string;
  readonly build?: string | undefined;
  /** The source of the traffic, as reports name it. */
  readonly file: string;
  /** When the traffic began, ms since the epoch. */
  readonly at: number;
}

/** Begins the record of a run of watched traffic, made by others. */
export function createWatch(options: WatchOptions) {
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
    /** Records what was seen, with its names; returns the walks that it belongs to. */
    see: (seen: SeenTraffic): readonly Walk[] => name(seen).flatMap(put),
    /** A plan made from the traffic so far, by which it can be judged. */
    plan: (): Plan => watchedPlan(record, profile, options),
    /** Ends the record at `endedAt`. */
    end: (endedAt: number): void => {
      const { underWay } = foldOf(record, profile);
      for (const journey of [...underWay.keys()])
        put({ type: 'journey-ended', journey, ended: 'finished', at: endedAt });
      put({ type: 'run-ended', ended: 'finished', at: endedAt });
    },
  };
}

/** The failures so far in a conversation that goes on. Checks across several conversations are left to the end. */
export function brokenIn(
  [started]: readonly Observation[],
  walk: Walk,
  input: Pick<WatchOptions, 'contract' | 'validators' | 'profile' | 'target' | 'world'>,
): readonly string[] {
  const part = recordPart(started ? [started] : [], [walk]);
  const plan = watchedPlan(part, input.profile, { ...input, file: '' });
  const { cases } = judgeCases({ ...input, plan, record: part });
  return cases.flatMap(({ id, findings }) =>
    findings.flatMap(({ result, requirements }) =>
      result.outcome === 'failed' ? [`${id}: ${result.finding.summary} (${requirements.join(', ')})`] : [],
    ),
  );
}

/**
 * The part of a record for some journeys: observations outside all journeys, and their own exchanges, deliveries about
 * their orders, and other observations of their run.
 */
export function recordPart(beside: readonly Observation[], walks: readonly Walk[]): readonly Observation[] {
  const its = walks.flatMap(({ started, ended, leases, waits, restored, exchanges, orders }) => [
    ...[started, ended, ...leases, ...waits, ...restored],
    ...exchanges.flatMap(({ sent, response, broke }) => [sent, response, broke]),
    ...orders.flatMap(({ arrivals }) => arrivals.map(({ seen }) => seen)),
  ]);
  const part = new Set([...beside, ...its.filter((each) => each !== undefined)]);
  return [...part].sort((a, b) => a.seq - b.seq);
}
