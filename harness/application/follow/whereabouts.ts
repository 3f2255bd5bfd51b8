import type { Doing } from '../../../reports/terminal/live.ts';
import { callsOf } from '../../journey/calls.ts';
import type { AwaitStep, Journey, Observation, ScenarioKci, Step, TurningAway, WaitStep } from '../../model.ts';

/** A stretch of a journey, as its plan has it. */
export type Stretch =
  | { readonly kind: 'calls'; readonly name: string; readonly steps: readonly string[] }
  | { readonly kind: 'awaits'; readonly name: string; readonly owed: ScenarioKci | AwaitStep }
  | { readonly kind: 'waits'; readonly name: string; readonly step: WaitStep }
  | { readonly kind: 'awaits-retries'; readonly name: string; readonly turned: readonly TurningAway[] };

/** Where a journey is. */
export interface Whereabouts {
  readonly id: string;
  /** What is left of it, the present stretch first. */
  readonly left: readonly Stretch[];
  /** When it came to the present stretch, or sent its request. */
  readonly since: number;
  /** Whether a request is out and not answered. */
  readonly isAsking: boolean;
}

/** Follows journeys through their plan, by what is observed of them. */
export interface Follower {
  see(observation: Observation): void;
  underWay(): readonly Whereabouts[];
  /** The stretch that a journey under way is in. */
  stretchOf(journey: string): Stretch | undefined;
  /** What is planned of journeys that have not begun, in their order. */
  ahead(): Iterable<readonly Stretch[]>;
  /** How long a stretch of calls takes, held back or not; undefined before the first. */
  callsMs(): number | undefined;
}

/** A follower of those journeys. */
export function followJourneys(journeys: readonly Journey[]): Follower {
  const plans = new Map(journeys.map((journey) => [journey.id, stretchesOf(journey)]));
  const begun = new Map<string, Open>();
  const ahead = new Set(plans.keys());
  const calls = { count: 0, ms: 0 };

  const arrive = (open: Open, at: number, now: number): void => {
    open.at = at;
    open.cameAt = now;
    open.since = now;
    open.asked.clear();
    open.answered.clear();
  };

  const see = (seen: Observation): void => {
    switch (seen.type) {
      case 'journey-started': {
        const plan = plans.get(seen.journey);
        if (!plan) return;
        ahead.delete(seen.journey);
        const times = { cameAt: seen.at, since: seen.at };
        begun.set(seen.journey, { plan, at: 0, ...times, asked: new Map(), answered: new Set() });
        return;
      }
      case 'request-sent': {
        const open = begun.get(seen.journey);
        const at = open?.plan.findIndex((each) => each.kind === 'calls' && each.steps.includes(seen.step)) ?? -1;
        if (!open || at < 0) return;
        // A request that a rate limit turned away is sent again.
        if (at !== open.at) arrive(open, at, seen.at);
        open.since = seen.at;
        open.asked.set(seen.exchange, seen.step);
        return;
      }
      case 'response-received':
      case 'exchange-broke': {
        const open = begun.get(seen.journey);
        const step = open?.asked.get(seen.exchange);
        if (!open || step === undefined) return;
        open.asked.delete(seen.exchange);
        open.answered.add(step);
        const stretch = open.plan[open.at];
        if (stretch?.kind !== 'calls' || open.answered.size < stretch.steps.length) return;
        calls.count += 1;
        calls.ms += seen.at - open.cameAt;
        arrive(open, open.at + 1, seen.at);
        return;
      }
      case 'wait-ended': {
        const open = begun.get(seen.journey);
        const at = open?.plan.findIndex(({ name }) => name === seen.wait) ?? -1;
        if (open && at >= 0) arrive(open, at + 1, seen.at);
        return;
      }
      case 'journey-ended':
        begun.delete(seen.journey);
        ahead.delete(seen.journey);
    }
  };

  return {
    see,
    underWay: () =>
      [...begun].map(([id, { plan, at, since, asked }]) => ({
        id,
        left: plan.slice(at),
        since,
        isAsking: asked.size > 0,
      })),
    stretchOf: (journey) => {
      const open = begun.get(journey);
      return open?.plan[open.at];
    },
    ahead: function* () {
      for (const id of ahead) yield plans.get(id) ?? [];
    },
    callsMs: () => (calls.count === 0 ? undefined : calls.ms / calls.count),
  };
}

interface Open {
  readonly plan: readonly Stretch[];
  at: number;
  cameAt: number;
  since: number;
  /** Requests that are out, by exchange. */
  readonly asked: Map<number, string>;
  readonly answered: Set<string>;
}

/** What a journey goes through, in its order. */
function stretchesOf({ steps, kci }: Journey): readonly Stretch[] {
  const walked = steps.map(stretchOf);
  const watched = kci.map((owed, i): Stretch => ({ kind: 'awaits', name: i === 0 ? 'kci' : `kci:${i + 1}`, owed }));
  const turned = callsOf({ steps }).flatMap(({ receiver }) => receiver ?? []);
  const retried: Stretch[] = turned.length > 0 ? [{ kind: 'awaits-retries', name: 'retries', turned }] : [];
  return [...walked, ...watched, ...retried];
}

function stretchOf(step: Step): Stretch {
  const { name } = step;
  switch (step.kind) {
    case 'call':
      return { kind: 'calls', name, steps: [name] };
    case 'parallel':
      return { kind: 'calls', name, steps: step.steps.map((each) => each.name) };
    case 'await':
      return { kind: 'awaits', name, owed: step };
    case 'wait':
      return { kind: 'waits', name, step };
  }
}

/** What a journey does, as a reader is told; `came` are the events of its orders so far. */
export function doingOf(
  { left, isAsking }: Whereabouts,
  came: { readonly count: number; readonly last?: string },
): Doing {
  const [now] = left;
  switch (now?.kind) {
    case 'calls':
      return { kind: isAsking ? 'sends' : 'holds', step: now.name };
    case 'awaits':
      if ('noneWithinMs' in now.owed) return { kind: 'awaits-silence' };
      return { kind: 'awaits', came: came.count, ...(came.last === undefined ? {} : { last: came.last }) };
    case 'waits':
      return { kind: 'waits', ...(now.step.forMs === undefined ? {} : { forMs: now.step.forMs }) };
    case 'awaits-retries':
      return { kind: 'awaits-retries' };
    case undefined:
      return { kind: 'holds', step: '' };
  }
}
