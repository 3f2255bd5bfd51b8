import { createPublicKey, type KeyObject, verify as verifySignature } from 'node:crypto';
import { type FixtureKind, holdAgainst } from '../contract/fixture.ts';
import type { Json, Problem } from '../model.ts';
import { parseSource } from '../source/source.ts';
import { SEAL_FILE, type Seal, type Signature, sha256, textOfSeal } from './seal.ts';

/** The result of checking a folder against its seal. */
export interface Verified {
  /** Absent if the seal cannot be read. */
  readonly seal?: Seal;
  /** What has changed since the run was sealed; empty if nothing has. Files are named as in the seal. */
  readonly problems: readonly Problem[];
  /** Files that the seal does not name. */
  readonly beside: readonly string[];
}

/**
 * Checks the files of a run (without `seal.json`) against its seal, and nothing else. `publicKey`: the seal must be signed
 * with the private key that belongs to it.
 */
export function verify(sealText: string, files: ReadonlyMap<string, Uint8Array>, publicKey?: KeyObject): Verified {
  const seal = readSeal(sealText);
  if (seal === undefined) {
    const why = 'its text is not the one that was written';
    return { problems: [broken(SEAL_FILE, 'the seal was changed', why)], beside: [] };
  }
  const problems = seal.files.flatMap(({ file, sizeBytes, sha256: digest }): Problem[] => {
    const bytes = files.get(file);
    if (bytes === undefined) return [broken(file, 'the file is missing', `it had ${sizeBytes} bytes`)];
    if (sha256(bytes) === digest && bytes.byteLength === sizeBytes) return [];
    const { byteLength } = bytes;
    const why = byteLength === sizeBytes ? 'its digest is another' : `it has ${byteLength} bytes, and had ${sizeBytes}`;
    return [broken(file, 'the file was changed', why)];
  });
  const { signature, digest: _, ...unsigned } = seal;
  const signed = { file: SEAL_FILE, text: textOfSeal(unsigned), signature, trusted: publicKey };
  const known = new Set(seal.files.map(({ file }) => file));
  return {
    seal,
    problems: [...problems, ...signedProblems('seal', signed)],
    beside: [...files.keys()].filter((file) => !known.has(file)).sort(),
  };
}

const SEALS: FixtureKind = { noun: 'seal', folder: '.', schema: 'seal.schema.json' };

/** The seal, if its text is exactly as Assay writes it: digest, form and members. Else undefined. */
function readSeal(text: string): Seal | undefined {
  try {
    const seal = JSON.parse(text) as Seal;
    const { digest, signature, ...unsigned } = seal;
    const { algorithm, publicKey, value } = signature ?? {};
    // Members in the order in which a seal is written.
    const again = { ...unsigned, digest, ...(signature && { signature: { algorithm, publicKey, value } }) };
    const isWhole = textOfSeal(again) === text && sha256(textOfSeal(unsigned)) === digest;
    // Also checks its version.
    const source = { ...parseSource(text, SEAL_FILE), value: seal as unknown as Json };
    return isWhole && holdAgainst(SEALS, source).length === 0 ? seal : undefined;
  } catch {
    return undefined;
  }
}

/** Problems of the signature of a seal or certificate. `trusted`: it must be there, and made with this key. */
export function signedProblems(
  what: string,
  signed: {
    readonly file: string;
    readonly text: string;
    readonly signature: Signature | undefined;
    readonly trusted: KeyObject | undefined;
  },
): Problem[] {
  const { file, text, signature, trusted } = signed;
  if (signature === undefined) {
    return trusted ? [broken(file, `the ${what} is not signed`, 'a public key was named to hold it against')] : [];
  }
  const own = keyOf(signature.publicKey);
  const isSigned =
    own !== undefined && verifySignature(null, Buffer.from(text), own, Buffer.from(signature.value, 'base64'));
  if (!isSigned || Buffer.from(signature.value, 'base64').toString('base64') !== signature.value)
    return [broken(file, `the signature does not belong to the ${what}`, 'one of them was changed')];
  if (trusted && !trusted.equals(own))
    return [broken(file, `the ${what} was signed with another key`, 'its public key is not the one named')];
  return [];
}

function keyOf(der: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(der, 'base64'), format: 'der', type: 'spki' });
    const isWrittenSo = key.export({ type: 'spki', format: 'der' }).toString('base64') === der;
    return isWrittenSo && key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    return undefined;
  }
}

function broken(file: string, message: string, why: string): Problem {
  return { severity: 'error', span: undefined, message: `${file}: ${message}`, why };
}
