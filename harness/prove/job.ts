import { hash } from 'node:crypto';
import { causeKind, spoken } from '../../reports/story/fix.ts';
import { breachedRows } from '../../reports/story/groups.ts';
import { failuresIn, runStory } from '../../reports/story/run-story.ts';
import { compileContract } from '../contract/validators.ts';
import type { Check, Verdict } from '../model.ts';
import { type FailureSummary, facetKey, isFailure, type Red } from '../verdict/proof.ts';
import { type Certification, type Job, judged, type Stage, walkFake } from './certification.ts';

/** The result of a job, small enough to be passed between threads. */
export interface JobResult {
  readonly reds: readonly Red[];
  readonly told: FailureSummary;
  readonly cases: Verdict['counts']['cases'];
  readonly inconclusive: readonly string[];
  /** Facets that were breached, each with its row. */
  readonly breached: readonly string[];
  /** The digest of the record, if the job asked for it; then nothing else is known. */
  readonly digest?: string;
  /** The run was aborted because it did not end. */
  readonly isEndless?: true;
}

/** Does a job. */
export type RunJob = (job: Job) => Promise<JobResult>;

/** Does jobs in this thread, in sequence or concurrently, each against a new fake on virtual time. */
export function jobRunner(stage: Stage, validators = compileContract(stage.contract)): RunJob {
  return async (job) => {
    const walked = await walkFake(stage, validators, job);
    if (!job.isDigest) return jobResult(judged(walked, validators));
    return { ...UNJUDGED, digest: hash('sha256', JSON.stringify(walked.record)) };
  };
}

/** The result if nothing was judged. */
export const UNJUDGED: JobResult = {
  reds: [],
  told: { kinds: [] },
  cases: { passed: 0, failed: 0, inconclusive: 0, 'not-applicable': 0 },
  inconclusive: [],
  breached: [],
};

/** How many cases are named for each kind of finding; the rest is only counted. */
const MAX_CASES = 20;

/** The result of a run. */
export function jobResult(certified: Certification): JobResult {
  const { verdict } = certified;
  const reds = redsOf(verdict);
  const inconclusive = verdict.cases.filter(({ outcome }) => outcome === 'inconclusive').map(({ id }) => id);
  return {
    reds,
    // Without failures there is no summary.
    told: reds.some(isFailure) ? toldOf(certified) : { kinds: [] },
    cases: verdict.counts.cases,
    inconclusive: inconclusive.slice(0, MAX_CASES),
    breached: verdict.requirements.flatMap(({ id, facets }) =>
      facets.flatMap((facet) => (facet.outcome === 'breached' ? [facetKey(id, facet.id)] : [])),
    ),
  };
}

/** What failed or was observed, by check and rows, in the order of first occurrence. */
export function redsOf({ cases, findings }: Pick<Verdict, 'cases' | 'findings'>): Red[] {
  const alike = Map.groupBy([...cases.flatMap((each) => each.findings), ...findings], (check: Check) =>
    JSON.stringify([check.check, check.result.outcome, check.requirements]),
  );
  return [...alike.values()].flatMap((checks): Red[] => {
    const [first] = checks;
    if (first === undefined || !('finding' in first.result)) return [];
    const { outcome, finding } = first.result;
    return [
      {
        check: first.check,
        rows: first.requirements,
        outcome,
        times: checks.length,
        example: { case: first.journey, summary: finding.summary },
        cases: [...new Set(checks.map(({ journey }) => journey))].filter((id) => id !== '').slice(0, MAX_CASES),
      },
    ];
  });
}

/** The summary of a run's failures, in the order and by the kinds of every report. */
function toldOf({ stage: { plan, profile }, verdict, record }: Certification): FailureSummary {
  const kinds = failuresIn(runStory({ verdict, plan, record, profile }));
  const [first] = kinds;
  return {
    kinds: kinds.map((each) => spoken(causeKind(each))),
    ...(first
      ? {
          first: {
            checks: [...new Set(first.all.map(({ check }) => check.check))],
            rows: breachedRows(first).map(({ id }) => id),
            summary: first.first.finding.summary,
          },
        }
      : {}),
  };
}
