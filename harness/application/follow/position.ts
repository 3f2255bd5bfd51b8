import type { Doing } from '../../../reports/terminal/live.ts';
import { callsOf, owedName } from '../../journey/calls.ts';
import type {
  AwaitStep,
  CallStep,
  DeliveryRefusal,
  Journey,
  Pattern,
  ScenarioKci,
  Step,
  WaitStep,
} from '../../model.ts';
import { isOver, type RecordedExchange } from '../../record/exchange.ts';
import type { Walk } from '../../record/fold.ts';

/** A stretch of a journey, as its plan has it. Waits with the same `key` take about as long. */
export type JourneyStretch =
  | { readonly kind: 'calls'; readonly name: string; readonly key: string; readonly steps: readonly string[] }
  | {
      readonly kind: 'awaits';
      readonly name: string;
      readonly key: string;
      readonly owed: ScenarioKci | AwaitStep;
      /** The fewest that must come. */
      readonly events: number;
    }
  | {
      readonly kind: 'waits';
      readonly name: string;
      readonly key: string;
      readonly step: WaitStep;
      /** The call whose answer says until when, and the name under which the step uses it. */
      readonly told?: { readonly by: string; readonly as: string } | undefined;
    }
  | {
      readonly kind: 'awaits-retries';
      readonly name: string;
      readonly key: string;
      readonly turned: readonly DeliveryRefusal[];
    };

/** Where a journey is. */
interface JourneyPosition {
  /** The stretches that are left, the present one first. */
  readonly left: readonly JourneyStretch[];
  /** When the journey came to the present stretch, or sent its request. */
  readonly since: number;
  /** Whether a request awaits its answer. */
  readonly isAsking: boolean;
}

/** The stretches of a journey, in order. */
export function stretchesOf({ steps, kci }: Pick<Journey, 'steps' | 'kci'>): readonly JourneyStretch[] {
  const calls = callsOf({ steps });
  const turned = calls.flatMap(({ receiver }) => receiver ?? []);
  return [
    ...steps.map((step) => stretchOf(step, calls)),
    ...kci.map((owed, i) => awaiting(owedName(i), owed)),
    ...(turned.length > 0 ? [{ kind: 'awaits-retries', name: 'retries', key: 'retries', turned } as const] : []),
  ];
}

function stretchOf(step: Step, calls: readonly CallStep[]): JourneyStretch {
  const { name } = step;
  switch (step.kind) {
    case 'call':
      return { kind: 'calls', name, key: 'calls', steps: [name] };
    case 'parallel':
      return { kind: 'calls', name, key: 'calls', steps: step.steps.map((each) => each.name) };
    case 'await':
      return awaiting(name, step);
    case 'wait': {
      const by = calls.find(({ as }) => as !== undefined && step.until?.startsWith(`$${as}.`));
      const told = by?.as === undefined ? undefined : { by: by.name, as: by.as };
      return { kind: 'waits', name, key: `${step.short ?? ''} until ${step.until ?? ''}`, step, told };
    }
  }
}

function awaiting(name: string, owed: ScenarioKci | AwaitStep): JourneyStretch {
  const { pattern, withinMs } = owed;
  const key = JSON.stringify([pattern, withinMs, 'noneWithinMs' in owed ? owed.noneWithinMs : null]);
  return { kind: 'awaits', name, key, owed, events: fewestIn(pattern) };
}

function fewestIn(pattern: Pattern): number {
  switch (pattern.kind) {
    case 'event':
      return 1;
    case 'one-of':
      return Math.min(...pattern.of.map(fewestIn));
    case 'repeat':
      return pattern.min * fewestIn(pattern.of);
    default:
      return pattern.of.reduce((sum, each) => sum + fewestIn(each), 0);
  }
}

/** How far a walk has come along the stretches of its journey. */
export function positionOf(stretches: readonly JourneyStretch[], { started, exchanges, waits }: Walk): JourneyPosition {
  for (const [i, stretch] of [...stretches.entries()].reverse()) {
    const wait = waits.findLast((each) => each.wait === stretch.name);
    if (wait) return { left: stretches.slice(i + 1), since: wait.at, isAsking: false };
    const asked = exchanges.filter(({ sent }) => isCallOf(stretch, sent.step));
    const last = asked.at(-1);
    if (!last) continue;
    const endedAt = endOf(stretch, asked);
    if (endedAt !== undefined) return { left: stretches.slice(i + 1), since: endedAt, isAsking: false };
    return { left: stretches.slice(i), since: last.sent.at, isAsking: asked.some((each) => !isOver(each)) };
  }
  return { left: stretches, since: started?.at ?? 0, isAsking: false };
}

/** How long the calls of a stretch took, waits for limits included; undefined until all are over. */
export function callsTook(stretch: JourneyStretch, { started, exchanges, waits }: Walk): number | undefined {
  const asked = exchanges.filter(({ sent }) => isCallOf(stretch, sent.step));
  const endedAt = endOf(stretch, asked);
  const [first] = asked;
  if (!first || endedAt === undefined) return undefined;
  const ends = [...exchanges.map(({ response, broke }) => response ?? broke), ...waits].flatMap((end) => end?.at ?? []);
  return endedAt - Math.max(started?.at ?? 0, ...ends.filter((at) => at <= first.sent.at));
}

/** Whether a step is one of the stretch's calls. */
export function isCallOf(stretch: JourneyStretch, step: string): boolean {
  return stretch.kind === 'calls' && stretch.steps.includes(step);
}

/** When the last of a stretch's calls was over. Of requests repeated after a rate limit, the last counts. */
function endOf(stretch: JourneyStretch, asked: readonly RecordedExchange[]): number | undefined {
  const steps = stretch.kind === 'calls' ? stretch.steps : [];
  const lasts = steps.map((step) => asked.findLast(({ sent }) => sent.step === step));
  const ends = lasts.map((each) => (each?.response ?? each?.broke)?.at);
  return ends.length > 0 && ends.every((at) => at !== undefined) ? Math.max(...ends) : undefined;
}

/** The events of a walk's orders so far: how many, and the name and time of the last. */
export function cameTo({ orders }: Walk): { readonly count: number; readonly last?: string; readonly at?: number } {
  const arrivals = orders.flatMap((order) => order.arrivals).sort((a, b) => a.seen.seq - b.seen.seq);
  const { event, at } = arrivals.at(-1) ?? {};
  const last = event?.name;
  return { count: arrivals.length, ...(last === undefined ? {} : { last }), ...(at === undefined ? {} : { at }) };
}

/** What a journey does now, for readers. `came` are the events of its orders so far. */
export function doingOf(
  { left, isAsking }: JourneyPosition,
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
