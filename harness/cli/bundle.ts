import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire, SourceMap, type SourceMapPayload } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';
import { CACHE, codeOfFiles } from '../cached.ts';
import { HOME } from '../home.ts';
import { withUsualFlags } from '../io/memory.ts';

interface Bundle {
  /** `codeOfFiles` of the bundled files. */
  readonly code: string;
  readonly files: readonly string[];
  /** The folder of the bundle. */
  readonly name: string;
}

const DAY_MS = 86_400_000;
const START = 'start.cjs';

/**
 * Starts Assay from a bundle of `start.ts` and all its imports, since loading some 600 files takes longer than many runs.
 * The first start after a change makes the bundle. If none can be made or written, loads `start.ts` itself.
 */
export async function startAssay(folder: string = join(CACHE, 'start')): Promise<void> {
  const bundle = await startingBundle(folder);
  if (bundle === undefined) await import('./start.ts');
  else evaluate(bundle, commandOf(process.argv.slice(2)));
}

/** The command that the words ask for. A request for help counts as `help`, since it runs little of the command's code. */
export function commandOf(words: readonly string[]): string {
  const [first = ''] = words;
  return /^[a-z-]+$/.test(first) && !words.includes('--help') && !words.includes('-h') ? first : 'help';
}

/** The bundle's file to start from, if one could be made. */
export async function startingBundle(folder: string): Promise<string | undefined> {
  const name = cachedBundle(folder) ?? (await buildBundle(folder).catch(() => undefined));
  return name === undefined ? undefined : join(folder, name, START);
}

/**
 * Runs a bundle with V8's compiled code of an earlier run of the same command. Unlike Node's
 * own cache, it includes functions that were compiled later in that run. V8 rejects code of another version or other flags.
 */
function evaluate(bundle: string, command: string): void {
  const kept = join(bundle, '..', `${command}.code`);
  const cachedData = cachedCode(kept);
  const script = new Script(readFileSync(bundle, 'utf8'), { filename: pathToFileURL(bundle).href, cachedData });
  if (!cachedData || script.cachedDataRejected) {
    process.once('exit', (ended) => {
      // A command that was refused (2 and above) has run hardly any code.
      if (ended < 2)
        cacheCode(
          kept,
          withUsualFlags(() => script.createCachedData()),
        );
    });
  }
  (script.runInThisContext() as (require: NodeJS.Require, importing: (url: string) => Promise<unknown>) => void)(
    createRequire(join(HOME, 'package.json')),
    (url) => import(url),
  );
}

/** V8's compiled code, if it is whole; its checksum is in the first four bytes. */
export function cachedCode(file: string): Buffer | undefined {
  try {
    const whole = readFileSync(file);
    const code = whole.subarray(4);
    return crc32(code) === whole.readUInt32LE() ? code : undefined;
  } catch {
    return undefined;
  }
}

/** Writes compiled code with its checksum. If that fails, the next start compiles again. */
export function cacheCode(file: string, code: Buffer): void {
  try {
    const sum = Buffer.alloc(4);
    sum.writeUInt32LE(crc32(code));
    const own = `${file}.${process.pid}`;
    writeFileSync(own, Buffer.concat([sum, code]));
    renameSync(own, file);
  } catch {
    // Not fatal: the next start is only slower.
  }
}

/** A stack trace whose places in a bundle are replaced by those in the sources. */
export function inSources(stack: string): string {
  return stack.replaceAll(/(file:[^\s()]+\.cjs):(\d+):(\d+)/g, (place, url: string, line: string, column: string) => {
    const path = fileURLToPath(url);
    if (!existsSync(`${path}.map`)) return place;
    const map = new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')) as SourceMapPayload);
    const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
    if (!('originalSource' in entry)) return place;
    return `${new URL(entry.originalSource, url).href}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}

/** The name of the bundle of an earlier start, if it is whole and nothing has changed since. */
export function cachedBundle(folder: string): string | undefined {
  try {
    const { code, files, name } = JSON.parse(readFileSync(join(folder, 'bundle.json'), 'utf8')) as Bundle;
    return code === codeOfFiles(files) && statSync(join(folder, name, START)).isFile() ? name : undefined;
  } catch {
    return undefined;
  }
}

/** Makes the bundle. Older ones stay for a week: a process that still runs needs their maps for stack traces. */
async function buildBundle(folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  for (const old of readdirSync(folder)) {
    if (Date.now() - statSync(join(folder, old)).mtimeMs > 7 * DAY_MS) rmSync(join(folder, old), { recursive: true });
  }
  const name = `${process.pid}-${Date.now()}`;
  const { build } = await import('esbuild');
  const { metafile } = await build({
    absWorkingDir: HOME,
    entryPoints: ['harness/cli/start.ts'],
    outfile: join(folder, name, START),
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node24',
    metafile: true,
    sourcemap: true,
    sourcesContent: false,
    // One character that needs two bytes makes V8 keep the whole text at two bytes each: comments are removed, other
    // characters escaped.
    minifyWhitespace: true,
    legalComments: 'none',
    logLevel: 'silent',
    banner: { js: '(function (require, importing) {' },
    footer: { js: '})' },
    // A script cannot import: modules loaded late from outside are required.
    supported: { 'dynamic-import': false },
    plugins: [
      {
        name: 'as-in-its-own-file',
        setup(made) {
          // A module looks for files relative to its own place.
          made.onLoad({ filter: /[\\/](harness|reports)[\\/].*\.ts$/ }, ({ path }) => {
            const text = readFileSync(path, 'utf8');
            return {
              contents: text
                // A template, not a string: this file is bundled, too, and would have it replaced.
                .replaceAll(/\bimport\.meta\.url\b/g, JSON.stringify(pathToFileURL(path).href))
                .replaceAll('import(`', 'importing(`')
                .replaceAll(
                  /[^\0-\x7f]/g,
                  (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
                ),
              loader: 'ts',
            };
          });
          // Only Node knows the exports of a CommonJS package, and a late import may never happen.
          made.onResolve({ filter: /^[^./]/ }, ({ kind, path }) =>
            kind === 'dynamic-import' ? { path, external: true } : undefined,
          );
        },
      },
    ],
  });
  const files = Object.keys(metafile.inputs).filter((file) => !file.includes('node_modules'));
  const bundle: Bundle = { code: codeOfFiles(files), files, name };
  const own = join(folder, `${name}.json`);
  writeFileSync(own, JSON.stringify(bundle));
  renameSync(own, join(folder, 'bundle.json'));
  return name;
}
