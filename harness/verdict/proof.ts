import type { CaseOutcome, Requirement, RunIdentity } from '../model.ts';

/**
 * What the proof of Assay itself came to: the fake was made to misbehave in every way that `fixtures/faults/` names, and
 * was certified each time.
 */
export interface Proof extends Omit<RunIdentity, 'baseUrl' | 'startedAt' | 'endedAt'> {
  readonly version: 1;
  /** False where only some faults were chosen: what no fault turned red then says nothing. */
  readonly isWhole: boolean;
  /** Cases of the whole plan. */
  readonly cases: number;
  readonly rates: {
    /** Of the faults that break a promise: turned red a check that rests on a row they break. */
    readonly kill: Rate;
    /** Of the faults that turned anything red: did so for the right cause. */
    readonly rightCause: Rate;
    /** Of the departures where the spec is silent: put on record. */
    readonly observed: Rate;
    /** Of the faults that turned anything red: the first failure that a reader sees rests on what they break. */
    readonly causeFirst: Rate;
    /** Of the legal variants: failed. */
    readonly falseAlarm: Rate;
  };
  /** Kinds of failure that the median fault makes. */
  readonly medianKinds: number;
  /** The fake without any fault, before everything else. */
  readonly baseline: Trial;
  readonly trials: readonly Trial[];
  /** Every check that can fail, with the faults that turned it red. */
  readonly checks: readonly { readonly check: string; readonly faults: readonly string[] }[];
  /** Rows that promise something, each facet with the faults that turned it red, at most 5. */
  readonly rows: readonly (Pick<Requirement, 'id' | 'level' | 'place' | 'sentence'> & {
    readonly facets: readonly { readonly id: string; readonly faults: readonly string[] }[];
  })[];
}

/** A share with the bounds between which the true share lies with 95 % confidence. */
export interface Rate {
  readonly hits: number;
  readonly of: number;
  readonly low: number;
  readonly high: number;
}

/**
 * How a trial ended. Of a fault: `killed` by a failed check on a row that it breaks, `wrong-cause` where only others
 * failed, `observed` where it departs from a silence of the spec and that was put on record, `survived` otherwise.
 * Of a legal variant: `clean`, or a `false-alarm` where anything failed. Of a fault that shows under load alone:
 * `left-to-load` where nothing failed. Of any: `endless` where the run did not end.
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
 * A `fault` breaks a promise, a `departure` only an assumption where the spec is silent, a `variant` nothing at all;
 * what a `load` fault breaks, a traffic profile shows and a certification need not.
 */
export type TrialKind = 'fault' | 'departure' | 'variant' | 'load';

/** Certification of the fake with one fault, or with one legal variant. */
export interface Trial {
  readonly fault: string;
  readonly title: string;
  readonly kind: TrialKind;
  /** Rows and check ids as the fault's file names them. */
  readonly breaks: readonly string[];
  /** Of a fault that shows under load alone: the traffic profile that catches it. */
  readonly caughtBy?: string;
  readonly outcome: TrialOutcome;
  readonly cases: Readonly<Record<CaseOutcome, number>>;
  readonly reds: readonly TrialRed[];
  /** Facets that were breached, each with its row: `HDR-03 order refused`. */
  readonly breached: readonly string[];
  readonly told: TrialSummary;
  /** Ids of cases that could not be judged, at most 20. */
  readonly inconclusive: readonly string[];
  /** The record is, byte for byte, that of the fake without the fault: it never showed. */
  readonly isIdle: boolean;
}

/** What a reader of the run is told: the kinds of failure there are, in their order, and more of the first. */
export interface FailureSummary {
  readonly kinds: readonly string[];
  readonly first?: { readonly checks: readonly string[]; readonly rows: readonly string[]; readonly summary: string };
}

/** What is told under a fault. */
interface TrialSummary extends FailureSummary {
  /** What stands first rests on what the fault breaks. */
  readonly isCauseFirst: boolean;
}

/** A finding under a fault. */
export interface TrialRed extends Red {
  /** It rests on what the fault breaks. */
  readonly isCause: boolean;
}

/** Failed or observed checks of one kind: the same check, resting on the same rows. */
export interface Red {
  readonly check: string;
  readonly rows: readonly string[];
  readonly outcome: 'failed' | 'observed';
  readonly times: number;
  /** The first of them: its case (empty for what belongs to none), and what the finding says. */
  readonly example: { readonly case: string; readonly summary: string };
  /** Cases, at most 20. */
  readonly cases: readonly string[];
}

/** Whether a finding says that something is wrong, and is no observation. */
export function isFailed({ outcome }: Pick<Red, 'outcome'>): boolean {
  return outcome === 'failed';
}

/** A facet among those of all rows: `HDR-03 order refused`. */
export function facetKey(row: string, facet: string): string {
  return `${row} ${facet}`.trimEnd();
}

/** The facets that no fault turned red. */
export function facetsNeverRed({ rows }: Pick<Proof, 'rows'>): string[] {
  return rows.flatMap(({ id, facets }) =>
    facets.flatMap((facet) => (facet.faults.length === 0 ? [facetKey(id, facet.id)] : [])),
  );
}
