import { type Held, holdCertificate } from './certificate-files.ts';
import { publicKeyIn, type VerifiedRun, verifyRun } from './seal-run.ts';
import { readRun } from './stored-run.ts';
import { shortOfWhole } from './whole-plan.ts';

/** A run that was held against its seal, with the certificate that lies there. */
export interface VerifiedFolder extends VerifiedRun {
  readonly certificate?: Held | undefined;
}

/** Holds a run's folder against its seal, and the certificate in it, if there is one, against both. What is said of the whole certification is held against all its cases. */
export function verifyFolder(
  named: string | undefined,
  flags: { readonly publicKey?: string | undefined },
): VerifiedFolder {
  const verified = verifyRun(named, flags);
  const { seal, judged, problems, folder } = verified;
  if (problems.length > 0 || seal === undefined || judged === undefined) return verified;
  const trusted = flags.publicKey === undefined ? undefined : publicKeyIn(flags.publicKey);
  const certificate = holdCertificate(folder, judged, { seal, trusted });
  const { outcome } = judged.input.verdict;
  const speaksOfAll = certificate !== undefined || outcome === 'certified' || outcome === 'not-certified';
  return {
    ...verified,
    problems: [...(certificate?.problems ?? []), ...(speaksOfAll ? shortOfWhole(readRun(folder)) : [])],
    certificate,
  };
}
