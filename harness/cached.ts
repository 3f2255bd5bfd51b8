import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { crc32 } from 'node:zlib';
import { HOME } from './home.ts';

/** A computed value, and the files that it depends on in addition to its key. */
export interface CacheEntry<T> {
  readonly value: T;
  readonly files?: readonly string[];
}

const PACKAGES = /(?<=[\\/]node_modules[\\/]).*$/;
/** Next to the packages, so that it is removed with them, and only those who can change the code can write there. */
export const CACHE: string = join(
  PACKAGES.test(HOME) ? HOME.replace(PACKAGES, '') : join(HOME, 'node_modules'),
  '.cache',
  'assay',
);

/**
 * Returns `make()`, as plain JSON, and stores it on disk. Later starts read it while the key `of` and the files it was made
 * from are unchanged. `name` is that of the file, so there is one file for each name. If a stored value is stale or torn,
 * or cannot be written, it is made again; that never fails.
 */
export function cached<T>(name: string, of: string, make: () => CacheEntry<T>, folder = CACHE): T {
  let made: CacheEntry<T> | undefined;
  const text = cachedText(
    name,
    of,
    () => {
      made = make();
      return { ...made, value: JSON.stringify(made.value) };
    },
    folder,
  );
  return made ? made.value : (JSON.parse(text) as T);
}

/** Like `cached`, for a text. */
export function cachedText(name: string, of: string, make: () => CacheEntry<string>, folder = CACHE): string {
  return cachedBytes(name, of, () => withBytes(make()), folder).toString();
}

/** Like `cached`, for bytes; stored ones begin on an 8-byte boundary. */
export function cachedBytes(name: string, of: string, make: () => CacheEntry<Buffer>, folder = CACHE): Buffer {
  const path = pathOf(name, folder);
  const kept = read(path, of);
  if (kept !== undefined) return kept;
  const { value, files = [] } = make();
  write(path, of, files, value);
  return value;
}

const withBytes = ({ value, ...made }: CacheEntry<string>): CacheEntry<Buffer> => ({
  ...made,
  value: Buffer.from(value),
});

/**
 * Like `cachedBytes`, for values that cost more to store than to compute. The first request for a key returns undefined and
 * stores nothing, so a single request does not replace what is asked for repeatedly.
 */
export function cachedIfAskedAgain(
  name: string,
  of: string,
  make: () => CacheEntry<Buffer>,
  folder = CACHE,
): Buffer | undefined {
  const kept = read(pathOf(name, folder), of);
  if (kept !== undefined) return kept;
  let isAskedAgain = true;
  const askFirst = (): CacheEntry<true> => {
    isAskedAgain = false;
    return { value: true };
  };
  cached(`${name} was asked for`, of, askFirst, folder);
  return isAskedAgain ? cachedBytes(name, of, make, folder) : undefined;
}

const pathOf = (name: string, folder: string): string => join(folder, `${name.replaceAll(/[^\w-]/g, '_')}.json`);

/**
 * A digest of the code in these folders of `harness/`, and of the packages: what other code made must not be reused. A file
 * that was rewritten, copied or unpacked counts as changed.
 */
export function codeDigest(...rooms: readonly string[]): string {
  // Code imports schemas of file formats.
  const folders = [...rooms.map((room) => join('harness', room)), 'fixtures/contract'];
  return digest(
    JSON.stringify([
      ...folders.map(codeBelow),
      codeOfFiles(['harness/model.ts', 'harness/cached.ts', 'harness/home.ts']),
    ]),
  );
}

function codeBelow(folder: string): string {
  const known = codes.get(folder);
  if (known !== undefined) return known;
  const files = readdirSync(join(HOME, folder), { recursive: true, encoding: 'utf8' });
  const code = codeOfFiles(files.map((file) => join(folder, file)));
  codes.set(folder, code);
  return code;
}

/** A digest of these files of Assay, and of the packages. */
export function codeOfFiles(files: readonly string[]): string {
  const all = [...files, relative(HOME, join(CACHE, '../../.package-lock.json'))];
  return digest(JSON.stringify([HOME, ...all.map((file) => [file, stampOf(join(HOME, file))])]));
}

/** Cached: the running code is that of when it was loaded. */
const codes = new Map<string, string>();

function stampOf(file: string): readonly number[] {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? [found.size, found.mtimeMs, found.ctimeMs] : [];
}

interface Label {
  readonly made: string;
  readonly files: readonly string[];
  /** A checksum against torn files, not against forged ones. */
  readonly sum: number;
}

const WORD_BYTES = 8;

function read(path: string, of: string): Buffer | undefined {
  try {
    const whole = readFileSync(path);
    const end = whole.indexOf('\n');
    const { made, files, sum } = JSON.parse(whole.toString('utf8', 0, end)) as Label;
    const kept = whole.subarray(end + 1);
    return made === madeOf(of, files) && sum === crc32(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

function write(path: string, of: string, files: readonly string[], value: Buffer): void {
  try {
    const label: Label = { made: madeOf(of, files), files, sum: crc32(value) };
    const line = JSON.stringify(label);
    const spaces = ' '.repeat(WORD_BYTES - 1 - (Buffer.byteLength(line) % WORD_BYTES));
    mkdirSync(dirname(path), { recursive: true });
    const own = `${path}.${process.pid}`;
    writeFileSync(own, Buffer.concat([Buffer.from(`${line}${spaces}\n`), value]));
    renameSync(own, path);
  } catch {
    // The next start is only slower.
  }
}

const madeOf = (of: string, files: readonly string[]): string =>
  digest(JSON.stringify([of, ...files.map((file) => digest(readFileSync(resolve(HOME, file), 'utf8')))]));

const digest = (text: string): string => hash('sha256', text, 'base64');
