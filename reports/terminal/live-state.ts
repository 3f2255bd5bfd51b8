import type { LoadStanding, Reason } from '../../harness/model.ts';
import { formatDuration } from '../../harness/values/duration.ts';
import { count, thousands } from '../../harness/words/text.ts';

/** How many cases of a section have which outcome, so far. */
export interface LiveSection {
  readonly name: string;
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
  readonly inconclusive: number;
}

/**
 * What a journey is doing: `sends` and waits for the answer, `holds` a request back, `awaits` events, `waits` for time to
 * pass.
 */
export type Doing =
  | { readonly kind: 'sends' | 'holds'; readonly step: string }
  | { readonly kind: 'awaits'; readonly came: number; readonly last?: string }
  | { readonly kind: 'awaits-silence' | 'awaits-retries' }
  | { readonly kind: 'waits'; readonly forMs?: number };

/** A journey under way. */
export interface LiveJourney {
  readonly id: string;
  readonly doing: Doing;
  /** How long it has been doing that. */
  readonly forMs: number;
}

/** The progress of a run, from its observations. Outcomes are preliminary: a late delivery may still fail a case. */
export interface LiveState {
  /** In the order of the plan. */
  readonly sections: readonly LiveSection[];
  /** How many cases a certification has; absent if this is one. */
  readonly partOf?: number;
  /** Those with the longest-lasting activity come first. */
  readonly underWay: readonly LiveJourney[];
  /** Accepted orders whose final event has not come, and how long the oldest has waited. */
  readonly awaited: { readonly orders: number; readonly oldestMs: number };
  readonly requests: number;
  /** Recent requests per second. */
  readonly perSecond: number;
  /** Calls that the receiver took. */
  readonly deliveries: number;
  /** Real time since the start. */
  readonly elapsedMs: number;
  /** The estimated remaining time; absent if unknown. */
  readonly leftMs?: number;
  /** Set when all is walked: for how long deliveries may still come. */
  readonly settlesInMs?: number;
}

/** The progress of a load, and what a view of it needs besides. */
export interface LiveLoad extends LoadStanding {
  readonly title: string;
  /** How long journeys are started, and how long their events are awaited after that. */
  readonly durationMs: number;
  readonly drainMs: number;
  /** Recent requests per second. */
  readonly perSecond: number;
}

/** A case that did not pass: what failed first, or why it could not be judged. */
export type LiveFailure = { readonly id: string } & (
  | {
      readonly outcome: 'failed';
      readonly check: string;
      readonly requirements: readonly string[];
      readonly summary: string;
      /** How many more findings the case has. */
      readonly more: number;
    }
  | { readonly outcome: 'inconclusive'; readonly reason: Reason; readonly detail: string }
);

/** The sums over all sections. */
export function sumsOf({
  sections,
}: Pick<LiveState, 'sections'>): Omit<LiveSection, 'name'> & { readonly done: number } {
  const sum = (of: (each: LiveSection) => number): number => sections.reduce((all, each) => all + of(each), 0);
  const passed = sum((each) => each.passed);
  const failed = sum((each) => each.failed);
  const inconclusive = sum((each) => each.inconclusive);
  return { total: sum((each) => each.total), passed, failed, inconclusive, done: passed + failed + inconclusive };
}

/** What a journey is doing, in a few words. */
export function doingWords(doing: Doing): string {
  switch (doing.kind) {
    case 'sends':
      return `${doing.step}, no answer yet`;
    case 'holds':
      return doing.step === '' ? 'begins' : `${doing.step} is next`;
    case 'awaits':
      return doing.came === 0
        ? 'awaits KCIs, none yet'
        : `${count(doing.came, 'KCI')} so far${doing.last === undefined ? '' : `, last ${doing.last}`}`;
    case 'waits':
      return doing.forMs === undefined ? 'lets time pass' : `lets ${formatDuration(doing.forMs)} pass`;
    case 'awaits-silence':
      return 'awaits that no KCI comes';
    case 'awaits-retries':
      return 'awaits KCIs that were turned away';
  }
}

/** A duration in whole seconds, so that a displayed clock does not flicker. */
export function spellWhole(ms: number): string {
  return ms < 1_000 ? '0 s' : formatDuration(Math.floor(ms / 1_000) * 1_000);
}

/** `12 of 21 cases, a part of 796`: the progress of a run. */
export function farWords(
  { partOf }: LiveState,
  { done, total }: { readonly done: number; readonly total: number },
): string {
  const part = partOf === undefined ? '' : `, a part of ${thousands(partOf)}`;
  return `${thousands(done)} of ${count(total, 'case')}${part}`;
}

/** The most rows shown for a failure, which also define its kind. */
export const MAX_IDS = 3;

/** What cases that fail for the same reason have in common; only the first few of each kind are shown. */
export function liveKindOf(failure: LiveFailure): string {
  return failure.outcome === 'inconclusive'
    ? failure.reason
    : [...failure.requirements.slice(0, MAX_IDS), failure.check].join(' ');
}
