import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Certificate } from '../../../reports/certificate/certificate.ts';
import { reporters } from '../../../reports/index.ts';
import { type Seal, signatureOf, textOfSeal } from '../../evidence/seal.ts';
import type { Problem, Verdict } from '../../model.ts';
import { DAY_MS } from '../../values/duration.ts';
import { count } from '../../words/text.ts';
import { EXIT } from '../exit.ts';
import { RUN_FILES, writeFile } from '../folder/folder.ts';
import { isSealed } from '../folder/sealed.ts';
import { inputError, problem, Refusal } from '../say.ts';
import { rejudge } from './rejudge.ts';
import { keyIn } from './seal-run.ts';
import { folderOf } from './stored-run.ts';
import { certificateFiles, certificateOf, verifyRun } from './verify-folder.ts';
import { shortOfWhole } from './whole-plan.ts';

/** What the user chose for a certificate. */
export interface CertificateFlags {
  readonly anyOutcome?: boolean | undefined;
  /** A PEM file. The run's seal must be signed with the private key that belongs to it. */
  readonly publicKey?: string | undefined;
  readonly out?: string | undefined;
  readonly issuedBy?: string | undefined;
  /** The last day, or ms from the sealing; by default one year. */
  readonly validUntil?: string | undefined;
  readonly validFor?: number | undefined;
  /** A PEM file: the private key that signs the certificate. */
  readonly key?: string | undefined;
}

const YEAR_MS = 365 * DAY_MS;

/** Issues the certificate of a run that is sealed, intact and complete, as JSON and as a page; refuses any other run. */
export function issueCertificate(
  named: string | undefined,
  { anyOutcome = false, publicKey, out, key, ...said }: CertificateFlags,
  now: Date,
): { readonly certificate: Certificate; readonly files: readonly string[] } {
  const folder = folderOf(named);
  const signer = keyIn(key, 'private');
  const trusted = { publicKey };
  if (said.validUntil !== undefined) refuseGone(said.validUntil, now);
  // If the record was changed, its verdict does not matter.
  const verified = isSealed(folder) ? verifyRun(folder, trusted) : undefined;
  if (verified && verified.problems.length > 0) throw new Refusal(verified.problems, EXIT.failed);
  const judged = verified?.judged ?? rejudge(folder);
  const { input } = judged;
  const why = whyNoCertificate(input.verdict, { anyOutcome });
  const isSure = input.verdict.outcome === 'incomplete' || input.verdict.shard !== undefined;
  const reasons = [...(isSure ? [] : shortOfWhole(judged)), ...why];
  if (reasons.length > 0) throw new Refusal(reasons, EXIT.policy);
  // A missing seal is reported last: sealing would not fix the reasons above.
  const { seal, problems, notJudged } = verified ?? verifyRun(folder, trusted);
  if (seal === undefined) throw new Refusal(problems, EXIT.failed);
  if (notJudged !== undefined && !isStoredVerdict(folder, reporters.json.render(input))) {
    const why = `${RUN_FILES.verdict} says otherwise; ${notJudged}`;
    throw inputError('the record leads to another verdict', why, 'use that version of Assay', EXIT.failed);
  }
  const issued = certificateOf(judged, seal, {
    by: said.issuedBy,
    until: lastDay(seal, said, now),
  });
  const signature = signer && signatureOf(textOfSeal(issued), signer);
  const place = out === undefined ? folder : resolve(out);
  const files = certificateFiles(issued, signature).map(([name, text]) => {
    const path = join(place, name);
    writeFile(path, text);
    return path;
  });
  return { certificate: issued, files };
}

function lastDay(
  { sealedAt }: Seal,
  { validUntil, validFor = YEAR_MS }: Pick<CertificateFlags, 'validUntil' | 'validFor'>,
  now: Date,
): string {
  const until = validUntil ?? new Date(Date.parse(sealedAt) + validFor).toISOString().slice(0, 10);
  refuseGone(until, now);
  return until;
}

/** Refuses a certificate that has expired before it is issued. */
function refuseGone(until: string, now: Date): void {
  const today = now.toISOString().slice(0, 10);
  if (until >= today) return;
  throw inputError(`the certificate would have expired on ${until}`, `today is ${today}`, 'name a later day');
}

function isStoredVerdict(folder: string, text: string): boolean {
  return readFileSync(join(folder, RUN_FILES.verdict), 'utf8') === text;
}

/**
 * Why no certificate may be issued on a verdict; empty if one may. A run that is not complete cannot be certified. With
 * `anyOutcome`, the certificate may say that the gateway is not certified.
 */
export function whyNoCertificate(
  { outcome, side, shard, counts }: Verdict,
  { anyOutcome }: { readonly anyOutcome: boolean },
): Problem[] {
  const { cases, rows } = counts;
  const refused = (why: string, fix: string): Problem => problem('no certificate can be issued on this run', why, fix);
  if (outcome === 'incomplete')
    return [refused('it ended before it was done', 'make the run again, or go on with it, to its end')];
  if (shard)
    return [refused(`it is shard ${shard.nth} of ${shard.of}`, 'join all shards with "assay report merge" first')];
  if (anyOutcome) return [];
  const said = 'let the certificate say so with --any-outcome';
  const whole = side === 'client' ? 'assay certify-client' : 'assay certify';
  const failed =
    cases.failed === 0 ? 'no case failed, the run as a whole did' : `${count(cases.failed, 'case')} failed`;
  const stuck = `${count(cases.inconclusive, 'case')} could not be judged`;
  const unseen = `${count(rows['not-shown'], 'requirement')} not looked at`;
  return [
    ...(/^(not-certified|failed)$/.test(outcome) ? [refused(`it is not certified: ${failed}`, said)] : []),
    ...(outcome === 'inconclusive' ? [refused(stuck, `give what they lack, or ${said}`)] : []),
    ...(rows['not-shown'] > 0 ? [refused(unseen, `run all scenarios with "${whole}", or ${said}`)] : []),
  ];
}
