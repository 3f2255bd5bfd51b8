import type { KeyObject } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Certificate, certificate, type Issued } from '../../../reports/certificate/certificate.ts';
import { certificateHtml } from '../../../reports/certificate/html.ts';
import { type Seal, type Signature, textOf } from '../../evidence/seal.ts';
import { differing, signedProblems } from '../../evidence/verify.ts';
import type { Problem } from '../../model.ts';
import { ISSUED } from '../folder/folder.ts';
import { shown } from '../places.ts';
import type { JudgedRun } from './rejudge.ts';
import { fingerprintOf } from './seal-text.ts';

/** The certificate of a sealed run. Run, seal and what its issuer says lead to it, and nothing else. */
export function certificateOf(
  { input, inputs }: Pick<JudgedRun, 'input' | 'inputs'>,
  seal: Seal,
  issued: Certificate['issued'],
): Certificate {
  return certificate({
    report: input,
    against: seal.against,
    target: inputs.target,
    issued,
    seal: {
      digest: seal.digest,
      sealedAt: seal.sealedAt,
      ...(seal.signature ? { signedBy: fingerprintOf(seal.signature.publicKey) } : {}),
    },
  });
}

/** The files that a certificate is issued as, by their names. */
export function certificateFiles(
  certified: Certificate,
  signature?: Signature,
): readonly (readonly [name: string, text: string])[] {
  const whole: Issued = { ...certified, signature };
  return [
    [ISSUED.certificate, textOf(whole)],
    [ISSUED.certificatePage, certificateHtml(whole)],
  ];
}

/** The certificate that lies with a run, held against the run. */
export interface Held {
  readonly problems: readonly Problem[];
  readonly issued: Certificate['issued'];
  readonly isSigned: boolean;
}

/** Holds the certificate that lies with a run against run and seal: a seal cannot hold what names it, so it is made once more. */
export function holdCertificate(
  folder: string,
  judged: JudgedRun,
  { seal, trusted }: { readonly seal: Seal; readonly trusted?: KeyObject | undefined },
): Held | undefined {
  if (![ISSUED.certificate, ISSUED.certificatePage].some((name) => existsSync(join(folder, name)))) return undefined;
  const { issued, signature } = saidIn(join(folder, ISSUED.certificate));
  const made = certificateOf(judged, seal, issued);
  const changed = certificateFiles(made, signature).flatMap(([name, text]) => {
    const path = join(folder, name);
    if (!existsSync(path)) return [];
    return differing(shown(path), readFileSync(path), Buffer.from(text), (line) => ({
      message: 'the certificate is not the one of this run',
      why: `it was changed from line ${line} on, or another seal or build of Assay led to it`,
      fix: `issue it again with "assay certificate ${shown(folder)}"`,
    }));
  });
  // Whoever is content with a signed run may be so with a certificate that is not.
  const file = shown(join(folder, ISSUED.certificate));
  const signed = signature ? signedProblems('certificate', { file, text: textOf(made), signature, trusted }) : [];
  return { problems: [...changed, ...signed], issued, isSigned: signature !== undefined };
}

/** What its issuer said in a certificate; of one that cannot be read, nothing. */
function saidIn(path: string): Pick<Issued, 'issued' | 'signature'> {
  try {
    const { issued, signature } = JSON.parse(readFileSync(path, 'utf8')) as Issued;
    const { by, until } = issued;
    return {
      issued: { by: by && String(by), until: String(until) },
      signature,
    };
  } catch {
    return { issued: { until: '' } };
  }
}
