import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Certificate } from '../../../reports/certificate/certificate.ts';
import { reporters } from '../../../reports/index.ts';
import { whyNoCertificate } from '../../evidence/issue.ts';
import { EXIT } from '../exit.ts';
import { FILES, writeFile } from '../run/folder.ts';
import { isSealed } from '../run/sealed.ts';
import { problem, Refusal } from '../say.ts';
import { certificateFiles } from './certificate-files.ts';
import { rejudge } from './rejudge.ts';
import { verifyRun } from './seal-run.ts';
import { folderOf } from './stored-run.ts';

/** What the user chose for a certificate. */
export interface CertificateFlags {
  readonly anyOutcome?: boolean;
  /** A PEM file: the run's seal must be signed with the key that belongs to it. */
  readonly publicKey?: string;
  readonly out?: string;
}

/** Issues the certificate of a run that is sealed, intact and complete, as JSON and as a page; refuses any other. */
export function issueCertificate(
  named: string | undefined,
  { anyOutcome = false, publicKey, out }: CertificateFlags,
): { readonly certificate: Certificate; readonly files: readonly string[] } {
  const folder = folderOf(named);
  const trusted = publicKey === undefined ? {} : { publicKey };
  // Of a record that was changed it does not matter what it leads to.
  const verified = isSealed(folder) ? verifyRun(folder, trusted) : undefined;
  if (verified && verified.problems.length > 0) throw new Refusal(verified.problems, EXIT.failed);
  const judged = verified?.judged ?? rejudge(folder);
  const { input } = judged;
  const reasons = whyNoCertificate(input.verdict, { anyOutcome });
  if (reasons.length > 0) throw new Refusal(reasons, EXIT.policy);
  // What is not sealed is refused here, after what no seal would mend.
  const { seal, problems, notJudged } = verified ?? verifyRun(folder, trusted);
  if (seal === undefined) throw new Refusal(problems, EXIT.failed);
  if (notJudged !== undefined && !isStoredVerdict(folder, reporters.json.render(input))) {
    const why = `${FILES.verdict} says otherwise; ${notJudged}`;
    throw new Refusal([problem('the record leads to another verdict', why, 'use that version of Assay')], EXIT.failed);
  }
  const issued = certificateFiles(judged, seal);
  const place = out === undefined ? folder : resolve(out);
  const files = issued.files.map(([name, text]) => {
    const path = join(place, name);
    writeFile(path, text);
    return path;
  });
  return { certificate: issued.certificate, files };
}

function isStoredVerdict(folder: string, text: string): boolean {
  return readFileSync(join(folder, FILES.verdict), 'utf8') === text;
}
