import { resultLine } from '../../../reports/story/counts.ts';
import { type Seal, sha256 } from '../../evidence/seal.ts';
import { displayPath } from '../../home.ts';
import { subjectOf } from '../../verdict/subject.ts';
import { count, oneLine } from '../../words/text.ts';
import type { CertificateCheck, VerifiedFolder } from './verify-folder.ts';

/** The seal of a run, for a terminal. */
export function sealText({ folder, seal }: { readonly folder: string; readonly seal: Seal }): string {
  return [`SEALED  ${headOf(folder, seal)}`, `  digest     ${seal.digest}`, `  signature  ${signerOf(seal)}`].join(
    '\n',
  );
}

/** The result of checking a run against its seal, for a terminal; its problems are printed elsewhere. */
export function verifiedText(
  { folder, seal, problems, beside, notJudged, certificate }: VerifiedFolder,
  { isTrusted, today }: { readonly isTrusted: boolean; readonly today: string },
): string {
  if (problems.length > 0 || seal === undefined) return `CHANGED  ${displayPath(folder)} is not as it was sealed`;
  const trust = seal.signature && !isTrusted ? '; name the key you trust with --public-key' : '';
  return [
    `INTACT  ${headOf(folder, seal)}`,
    `  digest     ${seal.digest}`,
    `  signature  ${signerOf(seal)}${trust}`,
    `  verdict    ${resultLine({ outcome: seal.run.outcome, scope: seal.run.scope, cases: seal.run.cases })}, ${notJudged === undefined ? 'and the record leads to it' : `not made again: ${oneLine(notJudged)}`}`,
    ...(certificate ? [`  ${certificateWords(certificate, today)}`] : []),
    ...(beside.length === 0 ? [] : [`  beside     not sealed: ${oneLine(beside.join(', '))}`]),
  ].join('\n');
}

function certificateWords({ issued, isSigned }: CertificateCheck, today: string): string {
  const by = issued.by === undefined ? 'issuer not stated' : `issued by ${oneLine(issued.by)}`;
  const signed = isSigned ? 'signed' : 'not signed: nothing holds issuer and last day';
  return issued.until < today
    ? `EXPIRED    the certificate held until ${issued.until}; ${by}, ${signed}`
    : `holds      until ${issued.until}; ${by}, ${signed}`;
}

function headOf(folder: string, seal: Seal): string {
  const { files, sealedAt, assay } = seal;
  const counts = count(files.length, 'file');
  return `${displayPath(folder)}, of ${oneLine(subjectOf({ ...seal.run, target: seal.against.target.name }))}: ${counts}, at ${sealedAt}, Assay ${oneLine(assay)}`;
}

function signerOf({ signature }: Seal): string {
  if (signature === undefined) return 'none';
  return `${signature.algorithm}, by the key ${fingerprintOf(signature.publicKey)}`;
}

/** The digest of a public key, for people to compare. */
export function fingerprintOf(publicKey: string): string {
  return `sha256:${sha256(Buffer.from(publicKey, 'base64'))}`;
}
