import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Certificate, certificate } from '../../../reports/certificate/certificate.ts';
import { certificateHtml } from '../../../reports/certificate/html.ts';
import { reporters } from '../../../reports/index.ts';
import { whyNoCertificate } from '../../evidence/issue.ts';
import { EXIT } from '../exit.ts';
import { FILES, ISSUED, writeFile } from '../run/folder.ts';
import { problem, Refusal } from '../say.ts';
import { rejudge } from './rejudge.ts';
import { verifyRun } from './seal-run.ts';
import { fingerprintOf } from './seal-text.ts';
import { readRun } from './stored-run.ts';

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
  const { folder, inputs } = readRun(named);
  const { input } = rejudge(folder);
  const reasons = whyNoCertificate(input.verdict, { anyOutcome });
  if (reasons.length > 0) throw new Refusal(reasons, EXIT.policy);
  const { seal, problems, notJudged } = verifyRun(folder, publicKey === undefined ? {} : { publicKey });
  if (seal === undefined || problems.length > 0) throw new Refusal(problems, EXIT.failed);
  if (notJudged !== undefined && !isStoredVerdict(folder, reporters.json.render(input))) {
    const why = `${FILES.verdict} says otherwise; ${notJudged}`;
    throw new Refusal([problem('the record leads to another verdict', why, 'use that version of Assay')], EXIT.failed);
  }
  const issued = certificate({
    report: input,
    against: seal.against,
    target: inputs.target,
    seal: {
      digest: seal.digest,
      sealedAt: seal.sealedAt,
      ...(seal.signature ? { signedBy: fingerprintOf(seal.signature.publicKey) } : {}),
    },
  });
  const place = out === undefined ? folder : resolve(out);
  const files = [ISSUED.certificate, ISSUED.certificatePage].map((name) => join(place, name));
  const [json = '', page = ''] = files;
  writeFile(json, `${JSON.stringify(issued, null, 2)}\n`);
  writeFile(page, certificateHtml(issued));
  return { certificate: issued, files };
}

function isStoredVerdict(folder: string, text: string): boolean {
  return readFileSync(join(folder, FILES.verdict), 'utf8') === text;
}
