import { createPublicKey, type KeyObject, verify as verifySignature } from 'node:crypto';
import { type FixtureKind, parseFixture } from '../contract/fixture.ts';
import type { Problem } from '../model.ts';
import { type Chain, chainOf, chainText, linesOf, type Tampering, tamperings } from './chain.ts';
import { SEAL_FILES, type Seal, type Signature, sha256, textOf } from './seal.ts';

/** What holding a folder against its seal came to. */
export interface Verified {
  /** Absent where the seal cannot be read. */
  readonly seal?: Seal;
  /** What is not as it was sealed; none: all is. Files are named as the seal names them. */
  readonly problems: readonly Problem[];
  /** Files that the seal does not speak of. */
  readonly beside: readonly string[];
}

/** With what else a seal is held against the files. */
export interface VerifyOptions {
  /** The seal must be signed with the key that belongs to it. */
  readonly publicKey?: KeyObject | undefined;
  /** Makes a file again from the record, so that the line can be named that is no longer as it was; told which files are not. */
  readonly remake?: (file: string, changed: ReadonlySet<string>) => Uint8Array | undefined;
}

/** Holds the files of a run (without `seal.json`) against its seal. Looks at nothing else. */
export function verify(
  sealText: string,
  files: ReadonlyMap<string, Uint8Array>,
  { publicKey, remake = () => undefined }: VerifyOptions = {},
): Verified {
  const seal = readSeal(sealText);
  if (seal === undefined) {
    const why = 'its text is not the one that was written';
    return { problems: [broken(SEAL_FILES.seal, 'the seal was changed', why)], beside: [] };
  }
  const chain = chainIn(seal, files);
  const changed = new Set(
    seal.files.filter(({ file, sha256: digest }) => sha256(files.get(file) ?? '') !== digest).map(({ file }) => file),
  );
  const problems = seal.files.flatMap(({ file, sizeBytes }): Problem[] => {
    const bytes = files.get(file);
    if (bytes === undefined) return [broken(file, 'the file is missing', `it had ${sizeBytes} bytes`)];
    if (bytes.byteLength === sizeBytes && !changed.has(file)) return [];
    const places =
      file === seal.chain.of && chain ? inRecord(file, bytes, chain) : inRemade(file, bytes, original(file));
    const why =
      bytes.byteLength === sizeBytes
        ? 'its digest is another'
        : `it has ${bytes.byteLength} bytes, and had ${sizeBytes}`;
    return places.length > 0 ? places : [broken(file, 'the file was changed', why)];
  });
  function original(file: string): Uint8Array | undefined {
    const record = files.get(seal?.chain.of ?? '');
    const again = file === seal?.chain.file && record ? Buffer.from(chainText(chainOf(record))) : remake(file, changed);
    const sealed = seal?.files.find((each) => each.file === file);
    return again && sha256(again) === sealed?.sha256 ? again : undefined;
  }
  const known = new Set(seal.files.map(({ file }) => file));
  return {
    seal,
    problems: [...problems, ...signatureProblems(seal, publicKey)],
    beside: [...files.keys()].filter((file) => !known.has(file)).sort(),
  };
}

const SEALS: FixtureKind = { noun: 'seal', folder: '.', schema: 'seal.schema.json' };

/** The seal, if its text is one that was written so: its digest, every byte of its form, and all its members. */
function readSeal(text: string): Seal | undefined {
  try {
    const seal = JSON.parse(text) as Seal;
    const { digest, signature, ...unsigned } = seal;
    const { algorithm, publicKey, value } = signature ?? {};
    // The one order in which it is written.
    const again = { ...unsigned, digest, ...(signature && { signature: { algorithm, publicKey, value } }) };
    const isWhole = textOf(again) === text && sha256(textOf(unsigned)) === digest;
    return isWhole && parseFixture(SEALS, text, SEAL_FILES.seal).problems.length === 0 ? seal : undefined;
  } catch {
    return undefined;
  }
}

/** The links of the record's lines; undefined where their file is not as it was. */
function chainIn({ chain, files: sealed }: Seal, files: ReadonlyMap<string, Uint8Array>): Chain | undefined {
  const bytes = files.get(chain.file);
  const digest = sealed.find(({ file }) => file === chain.file)?.sha256;
  if (bytes === undefined || sha256(bytes) !== digest) return undefined;
  return linesOf(bytes).map((line) => Buffer.from(line).toString());
}

function inRecord(file: string, bytes: Uint8Array, chain: Chain): Problem[] {
  const lines = linesOf(bytes);
  return tamperings(chain, bytes).map((each) => broken(file, worded(each), undefined, each.at, lines[each.at - 1]));
}

function worded({ line, what, other }: Tampering): string {
  switch (what) {
    case 'changed':
      return `line ${line} was changed`;
    case 'dropped':
      return `line ${line} was dropped`;
    case 'added':
      return `a line was added before line ${line}`;
    case 'repeated':
      return `line ${other} was repeated before line ${line}`;
    case 'swapped':
      return `line ${line} changed places with line ${other}`;
  }
}

/** The first line that differs from the file as it was. */
function inRemade(file: string, bytes: Uint8Array, original: Uint8Array | undefined): Problem[] {
  if (original === undefined) return [];
  return differing(file, bytes, original, (line) => ({ message: `the file was changed from line ${line} on` }));
}

/** A problem at the first line of a file that is not as it should be, in these words; none where all is. */
export function differing(
  file: string,
  bytes: Uint8Array,
  original: Uint8Array,
  words: (line: number) => Pick<Problem, 'message' | 'why' | 'fix'>,
): Problem[] {
  if (Buffer.compare(bytes, original) === 0) return [];
  const now = linesOf(bytes);
  const then = linesOf(original);
  const same = then.findIndex((line, i) => now[i] === undefined || Buffer.compare(line, now[i]) !== 0);
  const at = same < 0 ? then.length : same;
  const { message, ...more } = words(at + 1);
  return [{ ...broken(file, message, undefined, at + 1, now[at]), ...more }];
}

function signatureProblems(
  { signature, digest: _digest, ...unsigned }: Seal,
  trusted: KeyObject | undefined,
): Problem[] {
  return signedProblems('seal', { file: SEAL_FILES.seal, text: textOf(unsigned), signature, trusted });
}

/** What is wrong with the signature of a seal or a certificate. `trusted`: it must be there, and of this key. */
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

function broken(file: string, message: string, why?: string, line?: number, bytes?: Uint8Array): Problem {
  const excerpt = Buffer.from(bytes ?? new Uint8Array())
    .toString('utf8')
    .slice(0, 120);
  return {
    severity: 'error',
    span: line === undefined ? undefined : { file, line, col: 1, length: Math.max(1, excerpt.length), excerpt },
    message: line === undefined ? `${file}: ${message}` : message,
    why,
  };
}
