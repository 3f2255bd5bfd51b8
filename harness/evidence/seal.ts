import { createPublicKey, hash, type KeyObject, sign } from 'node:crypto';
import type { CaseOutcome, Verdict } from '../model.ts';

/** The file of a seal, in the folder of the run. */
export const SEAL_FILE = 'seal.json';

/** A file as it was when it was sealed. */
interface SealedFile {
  /** Its path below the folder of the run, with `/`. */
  readonly file: string;
  readonly sizeBytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

/** Something a run was judged against: its name, and the digest of its content without secrets. */
interface Version {
  readonly name: string;
  readonly sha256: string;
}

/** What a seal says of a run, besides its files. */
export interface Sealed {
  readonly assay: string;
  /** ISO 8601, UTC. */
  readonly sealedAt: string;
  readonly run: Pick<Verdict, 'outcome' | 'scope' | 'seed' | 'startedAt' | 'endedAt' | 'side' | 'shard'> & {
    readonly cases: Readonly<Record<CaseOutcome, number>>;
    readonly nonce: string;
  };
  readonly against: {
    readonly contract: string;
    readonly register: string;
    readonly profile: Version;
    readonly world: Version;
    readonly target: Version & { readonly baseUrl: string };
  };
}

/** `seal.json`: identifies the folder of a run. */
export interface Seal extends Sealed {
  readonly version: 1;
  readonly files: readonly SealedFile[];
  /** sha-256 of all members above, as written. */
  readonly digest: string;
  /** Signs the text that `digest` is made from. */
  readonly signature?: Signature;
}

/** Who signs, with the proof. */
export interface Signature {
  readonly algorithm: 'Ed25519';
  /** DER (SPKI), base64. */
  readonly publicKey: string;
  /** Base64. */
  readonly value: string;
}

/** Seals files by their digests; returns the text of `seal.json`. `key`: an Ed25519 private key. */
export function seal(
  files: ReadonlyMap<string, Uint8Array>,
  { sealed, key }: { readonly sealed: Sealed; readonly key?: KeyObject | undefined },
): string {
  const unsigned: Omit<Seal, 'digest' | 'signature'> = {
    version: 1,
    ...sealed,
    files: [...files]
      .map(([file, bytes]) => ({ file, sizeBytes: bytes.byteLength, sha256: sha256(bytes) }))
      .sort((a, b) => (a.file < b.file ? -1 : 1)),
  };
  const text = textOfSeal(unsigned);
  const whole: Seal = {
    ...unsigned,
    digest: sha256(text),
    ...(key === undefined ? {} : { signature: signatureOf(text, key) }),
  };
  return textOfSeal(whole);
}

/** Signs a text. `key`: an Ed25519 private key. */
export function signatureOf(text: string, key: KeyObject): Signature {
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');
  return { algorithm: 'Ed25519', publicKey, value: sign(null, Buffer.from(text), key).toString('base64') };
}

/** The one form in which a seal is written, so that any changed byte shows. */
export function textOfSeal(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** sha-256 as lower-case hex. */
export function sha256(content: string | Uint8Array): string {
  return hash('sha256', content);
}
