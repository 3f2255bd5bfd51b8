import { readFileSync } from 'node:fs';
import { type Certificate, certificate, type Issued } from '../../../reports/certificate/certificate.ts';
import { certificateHtml } from '../../../reports/certificate/html.ts';
import { type Seal, type Signature, textOf } from '../../evidence/seal.ts';
import { ISSUED } from '../folder/folder.ts';
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

/** What its issuer said in a certificate; of one that cannot be read, nothing. */
export function saidIn(path: string): Pick<Issued, 'issued' | 'signature'> {
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
