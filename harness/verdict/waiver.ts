import type { CaseVerdict, Check, Span, Verdict } from '../model.ts';
import { globOf } from '../values/glob.ts';

/**
 * An entry of a waiver file: a failure that somebody answers for, until a day. It changes no verdict. It decides whether
 * the failure counts for the exit status, and every report shows it as waived.
 */
export interface Waiver {
  /** The id of the check: `kci.sequence`. */
  readonly check: string;
  /** The case, or with `*` for any text several; `run` for the run as a whole. Absent: any. */
  readonly case?: string;
  /** The row of the register, or with `*` several. Absent: any. */
  readonly requirement?: string;
  readonly reason: string;
  readonly owner: string;
  /** The last day on which it holds: `2026-12-31`, in UTC. */
  readonly expires: string;
  readonly span: Span;
}

/** A waiver and the failures that it covers. */
export interface WaiverUse {
  readonly waiver: Waiver;
  readonly failures: number;
  /** Case ids, `run` for findings of the run as a whole. */
  readonly cases: readonly string[];
}

/** What waivers make of a verdict. The same verdict, waivers and day give the same. */
export interface Waiving {
  /** The day of the run, by which waivers expire: `2026-11-21`. */
  readonly on: string;
  /** Whether all scenarios were run, so that a waiver which names no case of it is one too many. */
  readonly isWhole: boolean;
  readonly used: readonly WaiverUse[];
  /** Those that covered no failure although there was one to look for. */
  readonly stale: readonly Waiver[];
  /** Those that hold no longer; they cover nothing. */
  readonly expired: readonly Waiver[];
  /** Those of cases that were not run, or came to no result. */
  readonly idle: readonly Waiver[];
  /** Failed cases of which every failed check is waived. */
  readonly waivedCases: readonly string[];
  /** Failures that no waiver covers: failed cases that have one, and findings of the run as a whole. */
  readonly open: number;
}

/** What `case` of a waiver says for findings of the run as a whole. */
export const RUN = 'run';

/** The waiver that covers a failed check of a case, if one does on that day; `RUN` is the case of the run as a whole. */
export function waiverFor(
  waivers: readonly Waiver[],
  on: string,
  failure: { readonly caseId: string; readonly check: Check },
): Waiver | undefined {
  return waivers.find((waiver) => waiver.expires >= on && covers(waiver, failure));
}

/** Whether a waiver speaks of a failed check, whatever the day. */
export function covers(waiver: Waiver, { caseId, check }: { readonly caseId: string; readonly check: Check }): boolean {
  return waiver.check === check.check && fits(waiver.case, [caseId]) && fits(waiver.requirement, check.requirements);
}

/** Whether a pattern fits one of the names; no pattern fits all. */
export function fits(pattern: string | undefined, names: readonly string[]): boolean {
  if (pattern === undefined) return true;
  const glob = globOf(pattern);
  return names.some((name) => glob.test(name));
}

/** The failed checks of a case. */
export function failuresOf({ findings }: Pick<CaseVerdict, 'findings'> | Pick<Verdict, 'findings'>): Check[] {
  return findings.filter(({ result }) => result.outcome === 'failed');
}
