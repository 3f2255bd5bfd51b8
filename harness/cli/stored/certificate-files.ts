import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Certificate, certificate } from '../../../reports/certificate/certificate.ts';
import { certificateHtml } from '../../../reports/certificate/html.ts';
import type { Seal } from '../../evidence/seal.ts';
import { differing } from '../../evidence/verify.ts';
import type { Problem } from '../../model.ts';
import { shown } from '../places.ts';
import { ISSUED } from '../run/folder.ts';
import type { Rejudged } from './rejudge.ts';
import { fingerprintOf } from './seal-text.ts';

/** The certificate of a sealed run with the files it is issued as, by their names. Run and seal lead to it, and nothing else. */
export function certificateFiles(
  { input, target }: Pick<Rejudged, 'input' | 'target'>,
  seal: Seal,
): { readonly certificate: Certificate; readonly files: readonly (readonly [name: string, text: string])[] } {
  const issued = certificate({
    report: input,
    against: seal.against,
    target,
    seal: {
      digest: seal.digest,
      sealedAt: seal.sealedAt,
      ...(seal.signature ? { signedBy: fingerprintOf(seal.signature.publicKey) } : {}),
    },
  });
  return {
    certificate: issued,
    files: [
      [ISSUED.certificate, `${JSON.stringify(issued, null, 2)}\n`],
      [ISSUED.certificatePage, certificateHtml(issued)],
    ],
  };
}

/** What is wrong with the certificate that lies with a run: a seal cannot hold what names it, so it is made once more. */
export function certificateProblems(folder: string, judged: Rejudged, seal: Seal): Problem[] {
  if (![ISSUED.certificate, ISSUED.certificatePage].some((name) => existsSync(join(folder, name)))) return [];
  return certificateFiles(judged, seal).files.flatMap(([name, text]) => {
    const path = join(folder, name);
    if (!existsSync(path)) return [];
    return differing(shown(path), readFileSync(path), Buffer.from(text), (line) => ({
      message: 'the certificate is not the one of this run',
      why: `it was changed from line ${line} on, or another seal or build of Assay led to it`,
      fix: `issue it again with "assay certificate ${shown(folder)}"`,
    }));
  });
}
