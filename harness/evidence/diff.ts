import type { CaseOutcome, CaseVerdict, Cause, Check, Observation, Plan, Verdict } from '../model.ts';
import { RUN } from '../verdict/waiver.ts';
import { medianOf } from './rates.ts';

/** A run to compare: its verdict, with all checks behind it. */
export interface ComparedRun {
  readonly verdict: Verdict;
  readonly checks: readonly Check[];
  readonly plan: Plan;
  readonly record: readonly Observation[];
  /** Whether a failed check is waived in a case, or in the run as a whole (`run`). Absent: none is. */
  readonly isWaived?: (failure: { readonly caseId: string; readonly check: Check }) => boolean;
}

/** A check made in a case; `step` and `check` are named as in record and verdict. */
export interface LookedAt {
  readonly case: string;
  readonly step?: string | undefined;
  readonly check: string;
}

/** A check that failed in only one of the runs. */
export interface ChangedFailure extends LookedAt, Pick<ChangedCase, 'other'> {
  readonly requirements: readonly string[];
  readonly summary: string;
  readonly isWaived?: true;
}

/** A case that was judged in only one of the runs. */
export interface ChangedCase {
  readonly case: string;
  /** Its outcome in the other run. */
  readonly other: CaseOutcome | 'not-run';
  readonly reason?: string;
}

/** A median that changed by more than the factor asked for. */
interface ChangedTiming {
  readonly operation: string;
  readonly beforeMs: number;
  readonly afterMs: number;
  /** Above 1: slower. */
  readonly factor: number;
}

/** A cause, by its kind, and the number of cases that show it. */
export interface ChangedCause {
  readonly kind: string;
  readonly cases: number;
}

/** New causes and fixed ones. */
type ChangedCauses = ReturnType<typeof changedCauses>;

/** What is different between two loads. */
export interface LoadDiff {
  /** Thresholds that held before and do not now, and new kinds of failures. */
  readonly newFailures: readonly string[];
  readonly fixed: readonly string[];
  /**
   * Medians and 95th percentiles that changed by the factor or more, and the highest rate that holds, if both loads have
   * one.
   */
  readonly timings: readonly string[];
  /** Other differences: thresholds that only one load measured, and the set-up of the loads. */
  readonly beside: readonly string[];
}

/** What is different between two runs. */
export interface RunDiff {
  readonly version: 1;
  /** Causes that only one of the runs shows. */
  readonly causes: ChangedCauses;
  readonly newFailures: readonly ChangedFailure[];
  readonly fixed: readonly ChangedFailure[];
  readonly lost: { readonly cases: readonly ChangedCase[]; readonly checks: readonly LookedAt[] };
  readonly added: { readonly cases: readonly ChangedCase[]; readonly checks: readonly LookedAt[] };
  readonly timings: readonly ChangedTiming[];
}

/**
 * Compares two runs. Failures are compared by what failed, not by words: the same check of the same step failing on the
 * same rows is the same failure. `factor`: how much slower or faster a median must be to be reported.
 */
export function diff(before: ComparedRun, after: ComparedRun, { factor }: { readonly factor: number }): RunDiff {
  const was = lookAt(before);
  const is = lookAt(after);
  return {
    version: 1,
    causes: changedCauses(before.verdict, after.verdict),
    newFailures: failuresOnlyIn(is, was),
    fixed: failuresOnlyIn(was, is).filter(({ other }) => other === 'passed' || other === 'failed'),
    lost: onlyIn(was, is),
    added: onlyIn(is, was),
    timings: timings(before.record, after.record, factor),
  };
}

/** The causes that only one of two verdicts has. */
export function changedCauses(before: Pick<Verdict, 'causes'>, after: Pick<Verdict, 'causes'>) {
  const onlyOf = (some: readonly Cause[], others: readonly Cause[]): ChangedCause[] =>
    some
      .filter(({ kind }) => !others.some((other) => other.kind === kind))
      .map(({ kind, cases }) => ({ kind, cases: cases.length }));
  return { new: onlyOf(after.causes, before.causes), fixed: onlyOf(before.causes, after.causes) };
}

/** Whether the second run is worse: it fails where the first did not, or no longer checks what the first did. */
export function isWorse({ newFailures, lost }: RunDiff): boolean {
  return newFailures.some(({ isWaived }) => !isWaived) || lost.cases.length + lost.checks.length > 0;
}

interface RunIndex {
  readonly cases: ReadonlyMap<string, CaseVerdict>;
  /** Passed or failed checks, by case, step, check and outcome. */
  readonly checks: ReadonlyMap<string, LookedAt>;
  readonly failures: ReadonlyMap<string, ChangedFailure>;
}

function lookAt({ verdict, checks, plan, isWaived = () => false }: ComparedRun): RunIndex {
  const caseOf = new Map(plan.journeys.map(({ id, attempt }) => [id, attempt?.of ?? id]));
  const looked = new Map<string, LookedAt>();
  const failures = new Map<string, ChangedFailure>();
  for (const one of checks) {
    const { check, step, journey, requirements, result } = one;
    if (result.outcome !== 'passed' && result.outcome !== 'failed') continue;
    const it: LookedAt = { case: caseOf.get(journey) ?? RUN, ...(step === undefined ? {} : { step }), check };
    looked.set(keyOf(it), it);
    if (result.outcome !== 'failed') continue;
    const summary = result.finding.summary;
    failures.set(JSON.stringify([keyOf(it), requirements]), {
      ...it,
      requirements,
      summary,
      other: 'not-run',
      ...(isWaived({ caseId: it.case, check: one }) ? { isWaived: true } : {}),
    });
  }
  return { cases: new Map(verdict.cases.map((one) => [one.id, one])), checks: looked, failures };
}

function keyOf({ case: id, step, check }: LookedAt): string {
  return JSON.stringify([id, step ?? '', check]);
}

function failuresOnlyIn(one: RunIndex, other: RunIndex): ChangedFailure[] {
  return [...one.failures]
    .filter(([key]) => !other.failures.has(key))
    .map(([, failure]) => ({ ...failure, other: outcomeIn(other, failure.case) }));
}

/** The run as a whole (`RUN`) is in every run, and always judged. */
function outcomeIn({ cases }: RunIndex, id: string): ChangedFailure['other'] {
  return id === RUN ? 'passed' : (cases.get(id)?.outcome ?? 'not-run');
}

const isJudged = (outcome: ChangedFailure['other']): boolean => outcome === 'passed' || outcome === 'failed';

function onlyIn(one: RunIndex, other: RunIndex): RunDiff['lost'] {
  const cases = [...one.cases.values()]
    .filter(({ id, outcome }) => isJudged(outcome) && !isJudged(outcomeIn(other, id)))
    .map(({ id }): ChangedCase => {
      const there = other.cases.get(id);
      const reason = there?.reason;
      return { case: id, other: outcomeIn(other, id), ...(reason === undefined ? {} : { reason }) };
    });
  const checks = [...one.checks]
    .filter(([key, { case: id }]) => !other.checks.has(key) && isComparable(one, other, id))
    .map(([, looked]) => looked);
  return { cases, checks };
}

/** Whether missing checks of a case mean something: a failed case ends early, and its failure says enough. */
function isComparable(one: RunIndex, other: RunIndex, id: string): boolean {
  if (id === RUN) return false;
  return one.cases.get(id)?.outcome === outcomeIn(other, id) && isJudged(outcomeIn(other, id));
}

/** With fewer answers a median means nothing; below some ms it measures this machine. */
const MIN_ANSWERS = 5;
const MIN_MS = 10;

/** The median of the answers' durations, in ms, of each operation with enough answers. */
function medians(record: readonly Observation[]): ReadonlyMap<string, number> {
  const answers = Map.groupBy(
    record.filter((seen) => seen.type === 'response-received'),
    ({ verb }) => verb,
  );
  const enough = [...answers].filter(([, all]) => all.length >= MIN_ANSWERS);
  return new Map(enough.map(([verb, all]) => [verb, medianOf(all.map(({ tookMs }) => tookMs))]));
}

function timings(before: readonly Observation[], after: readonly Observation[], factor: number): ChangedTiming[] {
  const was = medians(before);
  return [...medians(after)].flatMap(([operation, afterMs]) => {
    const beforeMs = was.get(operation);
    if (beforeMs === undefined || Math.max(beforeMs, afterMs) < MIN_MS) return [];
    const times = afterMs / Math.max(beforeMs, 1);
    const isChanged = times >= factor || times <= 1 / factor;
    return isChanged ? [{ operation, beforeMs, afterMs, factor: Number(times.toFixed(2)) }] : [];
  });
}
