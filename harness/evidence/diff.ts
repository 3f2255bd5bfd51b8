import type { CaseOutcome, CaseVerdict, Cause, Check, Observation, Plan, Verdict } from '../model.ts';
import { RUN } from '../verdict/waiver.ts';
import { medianOf } from './rates.ts';

/** A run as it is compared: its verdict, with every check that it was made of. */
export interface ComparedRun {
  readonly verdict: Verdict;
  readonly checks: readonly Check[];
  readonly plan: Plan;
  readonly record: readonly Observation[];
  /** Whether somebody answers for a failed check of a case, `run` being the run as a whole; absent: nobody does. */
  readonly isWaived?: (failure: { readonly caseId: string; readonly check: Check }) => boolean;
}

/** Something that was looked at in a case: `step` and `check` as the record and the judge name them. */
export interface LookedAt {
  readonly case: string;
  readonly step?: string | undefined;
  readonly check: string;
}

/** A failed check that failed in one of the runs only. */
export interface ChangedFailure extends LookedAt, Pick<ChangedCase, 'other'> {
  readonly requirements: readonly string[];
  readonly summary: string;
  readonly isWaived?: true;
}

/** A case that was judged in one of the runs only. */
export interface ChangedCase {
  readonly case: string;
  /** What became of it in the other run. */
  readonly other: CaseOutcome | 'not-run';
  readonly reason?: string;
}

/** A median that is another by more than the factor asked for. */
interface ChangedTiming {
  readonly operation: string;
  readonly beforeMs: number;
  readonly afterMs: number;
  /** Above 1: slower. */
  readonly factor: number;
}

/** A mistake by its kind, and in how many cases it shows. */
export interface ChangedCause {
  readonly kind: string;
  readonly cases: number;
}

/** The mistakes that came, and those that went. */
type ChangedCauses = ReturnType<typeof changedCauses>;

/** What is different between two loads. */
export interface LoadDiff {
  /** Thresholds that held before and do not now, and kinds of failures that are new. */
  readonly newFailures: readonly string[];
  readonly fixed: readonly string[];
  /** Medians and 95th percentiles that changed by so many times; the highest rate that holds, where both say it. */
  readonly timings: readonly string[];
  /** What else is not the same: thresholds that one of them did not measure, and what was pressed by what. */
  readonly beside: readonly string[];
}

/** What is different between two runs. */
export interface RunDiff {
  readonly version: 1;
  /** Mistakes that only one of the runs shows. */
  readonly causes: ChangedCauses;
  readonly newFailures: readonly ChangedFailure[];
  readonly fixed: readonly ChangedFailure[];
  readonly lost: { readonly cases: readonly ChangedCase[]; readonly checks: readonly LookedAt[] };
  readonly added: { readonly cases: readonly ChangedCase[]; readonly checks: readonly LookedAt[] };
  readonly timings: readonly ChangedTiming[];
}

/**
 * Compares two runs. What a check found counts, not its words: the same check of the same step failing on the same rows
 * is the same failure. `factor`: how much slower or faster a median must be to be told.
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

/** The mistakes that one of two runs shows and the other does not. */
export function changedCauses(before: Pick<Verdict, 'causes'>, after: Pick<Verdict, 'causes'>) {
  const onlyOf = (some: readonly Cause[], others: readonly Cause[]): ChangedCause[] =>
    some
      .filter(({ kind }) => !others.some((other) => other.kind === kind))
      .map(({ kind, cases }) => ({ kind, cases: cases.length }));
  return { new: onlyOf(after.causes, before.causes), mended: onlyOf(before.causes, after.causes) };
}

/** Whether the second run is worse: it fails where the first did not, or does not look where the first did. */
export function isWorse({ newFailures, lost }: RunDiff): boolean {
  return newFailures.some(({ isWaived }) => !isWaived) || lost.cases.length + lost.checks.length > 0;
}

interface Looked {
  readonly cases: ReadonlyMap<string, CaseVerdict>;
  /** By what was looked at: how it came out, each passed or failed check of it. */
  readonly checks: ReadonlyMap<string, LookedAt>;
  readonly failures: ReadonlyMap<string, ChangedFailure>;
}

function lookAt({ verdict, checks, plan, isWaived = () => false }: ComparedRun): Looked {
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

function failuresOnlyIn(one: Looked, other: Looked): ChangedFailure[] {
  return [...one.failures]
    .filter(([key]) => !other.failures.has(key))
    .map(([, failure]) => ({ ...failure, other: outcomeIn(other, failure.case) }));
}

/** The run as a whole is there in every run, and nothing of it is not judged. */
function outcomeIn({ cases }: Looked, id: string): ChangedFailure['other'] {
  return id === RUN ? 'passed' : (cases.get(id)?.outcome ?? 'not-run');
}

const isJudged = (outcome: ChangedFailure['other']): boolean => outcome === 'passed' || outcome === 'failed';

function onlyIn(one: Looked, other: Looked): RunDiff['lost'] {
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

/** A failed case was not walked to its end: of what it did not look at, the failure tells enough. */
function isComparable(one: Looked, other: Looked, id: string): boolean {
  if (id === RUN) return false;
  return one.cases.get(id)?.outcome === outcomeIn(other, id) && isJudged(outcomeIn(other, id));
}

/** Fewer answers say nothing, and below some ms it is the machine that is measured. */
const FEWEST = 5;
const LEAST_MS = 10;

/** The median of the answers' durations by operation, in ms, of operations with enough answers. */
function medians(record: readonly Observation[]): ReadonlyMap<string, number> {
  const answers = Map.groupBy(
    record.filter((seen) => seen.type === 'response-received'),
    ({ verb }) => verb,
  );
  const enough = [...answers].filter(([, all]) => all.length >= FEWEST);
  return new Map(enough.map(([verb, all]) => [verb, medianOf(all.map(({ tookMs }) => tookMs))]));
}

function timings(before: readonly Observation[], after: readonly Observation[], factor: number): ChangedTiming[] {
  const was = medians(before);
  return [...medians(after)].flatMap(([operation, afterMs]) => {
    const beforeMs = was.get(operation);
    if (beforeMs === undefined || Math.max(beforeMs, afterMs) < LEAST_MS) return [];
    const times = afterMs / Math.max(beforeMs, 1);
    const isChanged = times >= factor || times <= 1 / factor;
    return isChanged ? [{ operation, beforeMs, afterMs, factor: Number(times.toFixed(2)) }] : [];
  });
}
