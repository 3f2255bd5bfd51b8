import type { CaseOutcome, Level, Reason, RowOutcome, Verdict } from '../../harness/model.ts';

/** Why a case could not be judged, as a delivery manager would say it. */
export const reasons: Readonly<Record<Reason, string>> = {
  'need-unmet': 'a precondition of the journey was not met',
  'world-lacks-role': 'the world of the target knows no such address or service',
  'world-exhausted': 'the world of the target had none left to use',
  'not-steerable': 'the target cannot be asked for this path',
  'steering-ignored': 'the target was asked for this path and took another',
  'rate-limited': 'a rate limit of the target turned the request away',
  'control-refused': 'the request without its fault was refused as well',
  'token-unavailable': 'no token could be had',
  unreachable: 'the target could not be reached',
  'no-answer': 'the target did not answer',
  'receiver-unreachable': 'the target cannot reach our webhook receiver',
  'value-missing': 'an earlier answer lacked a value that a later request needs',
  'wait-too-long': 'the journey would have to wait longer than the target file allows',
  'not-promised': 'the KCI profile does not promise it',
  interrupted: 'the run was interrupted',
  'not-run': 'the case was not run',
  'no-check': 'nothing could be checked',
  'capability-declared-absent': 'the target declares that it lacks the capability',
};

/** What a run came to. */
export const verdicts: Readonly<Record<Verdict['outcome'], string>> = {
  certified: 'Certified',
  'not-certified': 'Not certified',
  inconclusive: 'Inconclusive',
  incomplete: 'Incomplete',
};

/** `shard 2 of 4`, where a verdict is on a part of the cases; else nothing. */
export function shardWords({ shard }: Pick<Verdict, 'shard'>): string {
  return shard ? `shard ${shard.nth} of ${shard.of}` : '';
}

/** How a case came out. */
export const outcomes: Readonly<Record<CaseOutcome, string>> = {
  passed: 'passed',
  failed: 'failed',
  inconclusive: 'inconclusive',
  'not-applicable': 'not applicable',
};

/** The order in which outcomes of cases matter to a reader. */
export const caseOrder: readonly CaseOutcome[] = ['failed', 'inconclusive', 'passed', 'not-applicable'];

/** How a promise came out. */
export const rowOutcomes: Readonly<Record<RowOutcome, string>> = {
  refuted: 'refuted',
  proven: 'proven',
  inconclusive: 'inconclusive',
  observed: 'observed',
  untested: 'untested',
  'not-applicable': 'not applicable',
  silent: 'silent',
  excluded: 'not testable',
};

/** What an outcome of a promise means; for legends. */
export const rowMeanings: Readonly<Record<RowOutcome, string>> = {
  refuted: 'at least one check found the promise broken',
  proven: 'every check of the promise passed',
  inconclusive: 'a prerequisite was missing, so the promise could not be judged',
  observed: 'the specification is silent; what the gateway does was recorded',
  untested: 'no case of this run looked at it',
  'not-applicable': 'the target declares that it lacks the capability',
  silent: 'the specification is silent and nothing was recorded',
  excluded: 'cannot be tested from outside; the reason is given',
};

/** What the level of a promise means; for legends. */
export const levelMeanings: Readonly<Record<Level, string>> = {
  stated: 'a sentence of the specification; a breach is a failure',
  assumed: 'the KCI profile, or an agreement with the target; a breach is a failure under that name',
  silent: 'left open by the specification; recorded, never a failure',
};

/** The order in which outcomes matter to a reader. */
export const rowOrder: readonly RowOutcome[] = [
  'refuted',
  'inconclusive',
  'untested',
  'proven',
  'observed',
  'not-applicable',
  'silent',
  'excluded',
];
