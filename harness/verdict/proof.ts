import type { CaseOutcome, Requirement, RunIdentity } from '../model.ts';

/**
 * The result of proving Assay itself: the fake misbehaved in every way that `fixtures/faults/` names, and was certified
 * each time.
 */
export interface Proof extends Omit<RunIdentity, 'baseUrl' | 'startedAt' | 'endedAt'> {
  readonly version: 1;
  /** False if only some faults were chosen: then checks and facets that no fault turned red prove nothing. */
  readonly isWhole: boolean;
  /** Cases of the whole plan. */
  readonly cases: number;
  readonly rates: {
    /** Of the faults that break a promise: the share that turned red a check resting on a row they break. */
    readonly kill: Rate;
    /** Of the faults that turned anything red: the share that did so for the right cause. */
    readonly rightCause: Rate;
    /** Of the departures where the spec is silent: the share that was recorded. */
    readonly observed: Rate;
    /** Of the faults that turned anything red: the share whose first reported failure rests on what they break. */
    readonly causeFirst: Rate;
    /** Of the legal variants: the share that failed. */
    readonly falseAlarm: Rate;
  };
  /** How many kinds of failure the median fault causes. */
  readonly medianKinds: number;
  /** The trial of the fake without any fault. */
  readonly baseline: Trial;
  readonly trials: readonly Trial[];
  /** Every check that can fail, with the faults that turned it red. */
  readonly checks: readonly { readonly check: string; readonly faults: readonly string[] }[];
  /** Rows that promise something, each facet with the faults that turned it red, at most 5. */
  readonly rows: readonly (Pick<Requirement, 'id' | 'level' | 'place' | 'sentence'> & {
    readonly facets: readonly { readonly id: string; readonly faults: readonly string[] }[];
  })[];
}

/** A share, with the bounds of its 95 % confidence interval. */
export interface Rate {
  readonly hits: number;
  readonly of: number;
  readonly low: number;
  readonly high: number;
}

/**
 * How a trial ended. A fault is `killed` by a failed check on a row that it breaks, `wrong-cause` if only others failed,
 * `observed` if it departs from a silence of the spec and was recorded, else `survived`. A legal variant is `clean`, or a
 * `false-alarm` if anything failed. A fault that shows only under load is `left-to-load` if nothing failed. Any trial is
 * `endless` if its run did not end.
 */
export type TrialOutcome =
  | 'killed'
  | 'wrong-cause'
  | 'observed'
  | 'survived'
  | 'clean'
  | 'false-alarm'
  | 'left-to-load'
  | 'endless';

/**
 * A `fault` breaks a promise, a `departure` only an assumption where the spec is silent, a `variant` nothing. A `load`
 * fault shows with a traffic profile, and need not show in a certification.
 */
export type TrialKind = 'fault' | 'departure' | 'variant' | 'load';

/** Certification of the fake with one fault, or with one legal variant. */
export interface Trial {
  readonly fault: string;
  readonly title: string;
  readonly kind: TrialKind;
  /** Rows and check ids as the fault's file names them. */
  readonly breaks: readonly string[];
  /** For a fault that shows only under load: the traffic profile that catches it. */
  readonly caughtBy?: string;
  readonly outcome: TrialOutcome;
  readonly cases: Readonly<Record<CaseOutcome, number>>;
  readonly reds: readonly TrialRed[];
  /** Facets that were breached, each with its row: `HDR-03 order refused`. */
  readonly breached: readonly string[];
  readonly told: TrialSummary;
  /** Ids of cases that could not be judged, at most 20. */
  readonly inconclusive: readonly string[];
  /** Whether the record equals that without the fault, to the byte: the fault never showed. */
  readonly isIdle: boolean;
}

/** What a reader of the run sees: the kinds of failure in order, and details of the first. */
export interface FailureSummary {
  readonly kinds: readonly string[];
  readonly first?: { readonly checks: readonly string[]; readonly rows: readonly string[]; readonly summary: string };
}

/** What a reader sees under a fault. */
interface TrialSummary extends FailureSummary {
  /** Whether the first failure rests on what the fault breaks. */
  readonly isCauseFirst: boolean;
}

/** A finding under a fault. */
export interface TrialRed extends Red {
  /** Whether it rests on what the fault breaks. */
  readonly isCause: boolean;
}

/** Failed or observed checks of one kind: the same check on the same rows. */
export interface Red {
  readonly check: string;
  readonly rows: readonly string[];
  readonly outcome: 'failed' | 'observed';
  readonly times: number;
  /** The first one: its case (empty if it belongs to none), and its summary. */
  readonly example: { readonly case: string; readonly summary: string };
  /** Cases, at most 20. */
  readonly cases: readonly string[];
}

/** Whether it is a failure, not just an observation. */
export function isFailure({ outcome }: Pick<Red, 'outcome'>): boolean {
  return outcome === 'failed';
}

/** The key of a facet among all rows: `HDR-03 order refused`. */
export function facetKey(row: string, facet: string): string {
  return `${row} ${facet}`.trimEnd();
}

/** The keys of facets that no fault turned red. */
export function facetsNeverRed({ rows }: Pick<Proof, 'rows'>): string[] {
  return rows.flatMap(({ id, facets }) =>
    facets.flatMap((facet) => (facet.faults.length === 0 ? [facetKey(id, facet.id)] : [])),
  );
}
