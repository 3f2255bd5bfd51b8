import { count, oneLine } from '../../../reports/words/text.ts';
import { type Seal, sha256 } from '../../evidence/seal.ts';
import { shown } from '../places.ts';
import type { VerifiedRun } from './seal-run.ts';

/** What was sealed, for a terminal. */
export function sealText({ folder, seal }: { readonly folder: string; readonly seal: Seal }): string {
  return [`SEALED  ${headOf(folder, seal)}`, `  digest     ${seal.digest}`, `  signature  ${signerOf(seal)}`].join(
    '\n',
  );
}

/** What holding a run against its seal came to, for a terminal; what is wrong stands elsewhere. */
export function verifiedText(
  { folder, seal, problems, beside, notJudged }: VerifiedRun,
  { isTrusted }: { readonly isTrusted: boolean },
): string {
  if (problems.length > 0 || seal === undefined) return `CHANGED  ${shown(folder)} is not as it was sealed`;
  const trust = seal.signature && !isTrusted ? '; name the key you trust with --public-key' : '';
  return [
    `INTACT  ${headOf(folder, seal)}`,
    `  digest     ${seal.digest}`,
    `  signature  ${signerOf(seal)}${trust}`,
    `  verdict    ${seal.run.outcome}, ${notJudged === undefined ? 'and the record leads to it' : `not made again: ${oneLine(notJudged)}`}`,
    ...(beside.length === 0 ? [] : [`  beside     not sealed: ${oneLine(beside.join(', '))}`]),
  ].join('\n');
}

function headOf(folder: string, seal: Seal): string {
  const { files, chain, sealedAt, assay } = seal;
  const counts = `${count(files.length, 'file')}, ${count(chain.lines, 'line')} of record`;
  return `${shown(folder)}: ${counts}, at ${sealedAt}, Assay ${oneLine(assay)}`;
}

function signerOf({ signature }: Seal): string {
  if (signature === undefined) return 'none';
  return `${signature.algorithm}, by the key ${fingerprintOf(signature.publicKey)}`;
}

/** The digest of a public key, by which people compare keys. */
export function fingerprintOf(publicKey: string): string {
  return `sha256:${sha256(Buffer.from(publicKey, 'base64'))}`;
}
