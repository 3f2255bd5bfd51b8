import type { CaseOutcome, Level, Reason, RowOutcome, Verdict } from '../../harness/model.ts';

/** Why a case could not be judged, in the words of a delivery manager. */
export const reasons: Readonly<Record<Reason, string>> = {
  'need-unmet': 'a precondition of the journey was not met',
  'world-lacks-role': 'the world of the target knows no such address or service',
  'tenant-missing': 'the target has no such tenant',
  'world-exhausted': 'the world of the target had none left to use',
  'not-steerable': 'the target cannot be asked for this path',
  'steering-ignored': 'the target was asked for this path and took another',
  'rate-limited': 'a rate limit of the target turned the request away',
  'control-refused': 'the request without its fault was refused as well',
  'token-unavailable': 'no token could be had',
  unreachable: 'the target could not be reached',
  'no-answer': 'the target did not answer',
  'receiver-unreachable': 'the target cannot reach our webhook receiver',
  'nothing-delivered': 'no event came to our webhook receiver',
  'value-missing': 'an earlier answer lacked a value that a later request needs',
  'wait-too-long': 'the journey would have to wait longer than the target file allows',
  'not-promised': 'the KCI profile does not promise it',
  'place-not-stated': 'the world of the target does not say where answers tell it',
  interrupted: 'the run was interrupted',
  'not-run': 'the case was not run',
  'no-check': 'nothing could be checked',
  'capability-declared-absent': 'the target declares that it lacks the capability',
  'reading-not-agreed': 'the target has not agreed on what the specification leaves open there',
  'client-silent': 'the client was not heard',
  'client-ended': 'the client ended before it could be judged',
};

/** What to do about it, for the owner of the target file; the detail of the case names what was missing. */
export const remedies: Readonly<Record<Reason, string>> = {
  'need-unmet':
    'see that the address is as the world file says (after an earlier run give it back by "restore", or list more); that the order is not over before the next step (ask for slower events: "kci-delay"); what the gateway never has is named under "lacks" in the target file',
  'world-lacks-role':
    'list addresses of that kind in the world file; a kind that the gateway cannot have is named under "lacks" in the target file',
  'tenant-missing': 'add a client of another tenant under "tenants" in the target file, if you have one',
  'world-exhausted': 'list more addresses of that kind in the world file; some cases need several at once',
  'not-steerable': 'say under "steering" in the target file how the gateway is asked for it, if it can be',
  'steering-ignored':
    'see with "assay doctor" whether the gateway knows what it was asked for, and by the KCI profile what should have come',
  'rate-limited': 'lower "limits: requests-per-second" in the target file, or have the gateway allow more',
  'control-refused':
    'see why the gateway refuses the request that has no fault: what it says, and what it knows of the address',
  'token-unavailable': 'try credentials and the form of the token request with "assay doctor"',
  unreachable: 'try the way to the gateway with "assay doctor"',
  'no-answer':
    'see what the gateway did at that time; "deadlines: response" in the target file is how long Assay waits',
  'receiver-unreachable': 'try "webhook: public-url" of the target file with "assay doctor"',
  'nothing-delivered':
    'see that the gateway knows the URL of the webhook, path and all, for each tenant ("webhook: registration", "public-url", "path-secret"), and that no firewall is in its way: "assay doctor"; does it log deliveries that failed?',
  'value-missing':
    'have the gateway answer with that value, or list an address of which it does in the world file; what it never offers is named under "lacks" in the target file',
  'wait-too-long':
    'raise "deadlines: wait" or "deadlines: kci" in the target file, whichever it says, to the time named, if the run may take that long',
  'not-promised': 'nothing, unless the gateway does promise it: then its KCI profile should say so',
  'place-not-stated': 'say under "learn" of the role in the world file where availability tells its facts, if it does',
  interrupted: 'do the rest with "assay certify --resume" and the folder of the run',
  'not-run': 'see what ended the journey before it came to this',
  'no-check': 'see what the journey waited for; nothing came that could be judged',
  'capability-declared-absent':
    'nothing, unless the gateway has it: then it should not stand under "lacks" in the target file',
  'reading-not-agreed': 'nothing, or say under "readings" in the target file how the gateway reads it',
  'client-silent': 'see that the client is running, and that it asks at the address that it is given',
  'client-ended': 'see what the client said before it ended, and run it by hand with the same variables',
};

/** The remedy, which first points to what failed in the run, if anything did. */
export const remedyFor = (reason: Reason, hasFailed: boolean): string =>
  `${hasFailed && reason !== 'interrupted' ? 'what failed may be why; if not: ' : ''}${remedies[reason]}`;

/** The outcome of a run. */
export const verdicts: Readonly<Record<Verdict['outcome'], string>> = {
  certified: 'Certified',
  passed: 'Passed',
  'not-certified': 'Not certified',
  failed: 'Failed',
  inconclusive: 'Inconclusive',
  incomplete: 'Incomplete',
};

/** `shard 2 of 4`, if the verdict is on a part of the cases; else empty. */
export function shardWords({ shard }: Pick<Verdict, 'shard'>): string {
  return shard ? `shard ${shard.nth} of ${shard.of}` : '';
}

/** `build 2.4.1`, as given by whoever made the run. */
export function buildWords({ build }: Pick<Verdict, 'build'>): string {
  return build === undefined ? 'build not stated' : `build ${build}`;
}

/** The outcome of a case. */
export const outcomes: Readonly<Record<CaseOutcome, string>> = {
  passed: 'passed',
  failed: 'failed',
  inconclusive: 'inconclusive',
  'not-applicable': 'not applicable',
};

/** The outcomes of cases, the most important first. */
export const caseOrder: readonly CaseOutcome[] = ['failed', 'inconclusive', 'passed', 'not-applicable'];

/** The outcome of a requirement. */
export const rowOutcomes: Readonly<Record<RowOutcome, string>> = {
  breached: 'breached',
  inconclusive: 'inconclusive',
  'not-shown': 'not shown',
  'partly-met': 'partly met',
  met: 'met',
  observed: 'observed',
  'not-applicable': 'not applicable',
  silent: 'silent',
  excluded: 'not testable',
};

/** The outcomes of requirements, the most important first. */
export const rowOrder = Object.keys(rowOutcomes) as readonly RowOutcome[];

/** The meaning of a requirement's outcome, for legends. */
export const rowMeanings: Readonly<Record<RowOutcome, string>> = {
  breached: 'at least one check found it broken',
  'partly-met': 'some of what it speaks of was shown; what was not is named',
  met: 'all that it speaks of was shown, each by a check that could have failed',
  inconclusive: 'a prerequisite was missing, so it could not be judged',
  observed: 'the specification is silent; what the gateway does was recorded',
  'not-shown': 'no case of this run looked at it',
  'not-applicable': 'the target declares that it lacks the capability',
  silent: 'the specification is silent and nothing was recorded',
  excluded: 'cannot be tested from outside; the reason is given',
};

/** The meaning of a requirement's level, for legends. */
export const levelMeanings: Readonly<Record<Level, string>> = {
  stated: 'a sentence of the specification; a breach is a failure',
  assumed: 'the KCI profile, or an agreement with the target; a breach is a failure under that name',
  silent: 'left open by the specification; recorded, never a failure',
};
