import { certificateProblems } from './certificate-files.ts';
import { type VerifiedRun, verifyRun } from './seal-run.ts';

/** Holds a run's folder against its seal, and the certificate in it, if there is one, against both. */
export function verifyFolder(named: string | undefined, flags: { readonly publicKey?: string }): VerifiedRun {
  const verified = verifyRun(named, flags);
  const { seal, judged, problems, folder } = verified;
  if (problems.length > 0 || seal === undefined || judged === undefined) return verified;
  return { ...verified, problems: certificateProblems(folder, judged, seal) };
}
