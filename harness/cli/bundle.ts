import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { CACHE, codeOfFiles } from '../cached.ts';
import { HOME } from '../home.ts';

interface Bundle {
  /** What its files were made of: `codeOfFiles`. */
  readonly code: string;
  readonly files: readonly string[];
  /** The folder that holds it. */
  readonly name: string;
}

const DAY_MS = 86_400_000;

/**
 * The module that starts Assay, as a URL: a bundle of it and of all that it imports, made by the first start after a
 * change and loaded by those that follow, since loading some 600 files takes longer than many a run. Where none can be
 * written or made, `start.ts` itself.
 */
export async function startingModule(folder: string = join(CACHE, 'start')): Promise<string> {
  const name = keptBundle(folder) ?? (await made(folder).catch(() => undefined));
  return name === undefined
    ? new URL('./start.ts', import.meta.url).href
    : pathToFileURL(join(folder, name, 'start.mjs')).href;
}

/** A stack trace with the places in the sources for those in a bundle. */
export function inSources(stack: string): string {
  return stack.replaceAll(/(file:[^\s()]+\.mjs):(\d+):(\d+)/g, (place, url: string, line: string, column: string) => {
    const path = fileURLToPath(url);
    if (!existsSync(`${path}.map`)) return place;
    const map = new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')) as SourceMapPayload);
    const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
    if (!('originalSource' in entry)) return place;
    return `${new URL(entry.originalSource, url).href}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}

/** The name of the bundle that an earlier start made, if it is whole and nothing has changed since. */
export function keptBundle(folder: string): string | undefined {
  try {
    const { code, files, name } = JSON.parse(readFileSync(join(folder, 'bundle.json'), 'utf8')) as Bundle;
    return code === codeOfFiles(files) && statSync(join(folder, name, 'start.mjs')).isFile() ? name : undefined;
  } catch {
    return undefined;
  }
}

/** Makes the bundle. An earlier one stays for a week: a stack trace of what still runs needs its map. */
async function made(folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  for (const old of readdirSync(folder)) {
    if (Date.now() - statSync(join(folder, old)).mtimeMs > 7 * DAY_MS) rmSync(join(folder, old), { recursive: true });
  }
  const name = `${process.pid}-${Date.now()}`;
  const { build } = await import('esbuild');
  const { metafile } = await build({
    absWorkingDir: HOME,
    entryPoints: ['harness/cli/start.ts'],
    outfile: join(folder, name, 'start.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    metafile: true,
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'silent',
    // Packages of CommonJS ask for parts of Node as they go.
    banner: {
      js: `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(${urlOf('package.json')});`,
    },
    plugins: [
      {
        name: 'as-in-its-own-file',
        setup(made) {
          // A module looks for files beside itself.
          made.onLoad({ filter: /[\\/](harness|reports)[\\/].*\.ts$/ }, ({ path }) => {
            const text = readFileSync(path, 'utf8');
            return {
              contents: text.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
              loader: 'ts',
            };
          });
          // Names of a package of CommonJS are known to Node alone, and what is loaded late may never be.
          made.onResolve({ filter: /^[^./]/ }, ({ kind, path }) =>
            kind === 'dynamic-import' ? { path: import.meta.resolve(path), external: true } : undefined,
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

const urlOf = (file: string): string => JSON.stringify(pathToFileURL(join(HOME, file)).href);
