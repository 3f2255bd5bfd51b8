import type { CaseVerdict, Check, Span, Verdict } from '../model.ts';
import { globOf } from '../values/glob.ts';

/**
 * An entry of a waiver file: a failure that somebody answers for, until a day. It changes no verdict, but decides whether
 * the failure counts for the exit code; every report shows it as waived.
 */
export interface Waiver {
  /** The id of the check: `kci.sequence`. */
  readonly check: string;
  /** The case; with `*`, several; `run` for the run as a whole. Absent: any. */
  readonly case?: string;
  /** The row of the register; with `*`, several. Absent: any. */
  readonly requirement?: string;
  readonly reason: string;
  readonly owner: string;
  /** The last day on which it applies: `2026-12-31`, in UTC. */
  readonly expires: string;
  readonly span: Span;
}

/** A waiver with the failures that it covers. */
export interface WaiverUse {
  readonly waiver: Waiver;
  readonly failures: number;
  /** Case ids; `run` for findings of the run as a whole. */
  readonly cases: readonly string[];
}

/** The effect of waivers on a verdict: the same verdict, waivers and day give the same result. */
export interface Waiving {
  /** The day of the run, by which waivers expire: `2026-11-21`. */
  readonly on: string;
  /** Whether all scenarios were run: then a waiver that matches no case is stale. */
  readonly isWhole: boolean;
  readonly used: readonly WaiverUse[];
  /** Waivers that covered no failure although what they name was judged. */
  readonly stale: readonly Waiver[];
  /** Waivers that have expired; they cover nothing. */
  readonly expired: readonly Waiver[];
  /** Waivers for cases that were not run, or had no result. */
  readonly idle: readonly Waiver[];
  /** Failed cases whose failed checks are all waived. */
  readonly waivedCases: readonly string[];
  /** Failures without a waiver: failed cases with such a check, and findings of the run as a whole. */
  readonly open: number;
}

/** The `case` of waivers for findings of the run as a whole. */
export const RUN = 'run';

/**
 * The waiver that covers a failed check of a case on that day; undefined if none does. `RUN` is the case of the run as a
 * whole.
 */
export function waiverFor(
  waivers: readonly Waiver[],
  on: string,
  failure: { readonly caseId: string; readonly check: Check },
): Waiver | undefined {
  return waivers.find((waiver) => waiver.expires >= on && covers(waiver, failure));
}

/** Whether a waiver covers a failed check, whatever the day. */
export function covers(waiver: Waiver, { caseId, check }: { readonly caseId: string; readonly check: Check }): boolean {
  return (
    waiver.check === check.check &&
    matchesAny(waiver.case, [caseId]) &&
    matchesAny(waiver.requirement, check.requirements)
  );
}

/** Whether a pattern matches one of the names; an absent pattern always does. */
export function matchesAny(pattern: string | undefined, names: readonly string[]): boolean {
  if (pattern === undefined) return true;
  const glob = globOf(pattern);
  return names.some((name) => glob.test(name));
}

/** The failed checks of a case. */
export function failuresOf({ findings }: Pick<CaseVerdict, 'findings'> | Pick<Verdict, 'findings'>): Check[] {
  return findings.filter(({ result }) => result.outcome === 'failed');
}
