import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type CacheEntry, cached } from '../../harness/cached.ts';
import { HOME } from '../../harness/home.ts';

/** A page's app: its script (empty if it needs none) and its style sheet. */
interface App {
  readonly script: string;
  readonly style: string;
}

const ENTRIES = {
  report: '../app/main.ts',
  load: '../app/load/main.ts',
  certificate: './style/certificate.css',
  proof: './style/proof.css',
};
/** Modules that a page's app does without. */
const LEFT_OUT = { 'json-p3': here('../app/no-queries.ts') };
const kept = new Map<keyof typeof ENTRIES, App>();

/** Control characters, which esbuild leaves unescaped in strings of the script. */
const UNSEEN = /[[\p{Cc}]--[\n\t]]/gv;

/** The app of a page with all the code that it shares with the page's maker, as one script. Made once. */
export function appOf(page: keyof typeof ENTRIES): App {
  const app = kept.get(page) ?? cached(`page of a ${page}`, '', () => made(here(ENTRIES[page])));
  kept.set(page, app);
  return app;
}

/** The app with this entry file. */
export const appAt = (entry: string): App => made(entry).value;

function made(entry: string): CacheEntry<App> {
  // Loaded only if something must be built.
  const { buildSync } = createRequire(import.meta.url)('esbuild') as typeof import('esbuild');
  const { outputFiles, metafile } = buildSync({
    absWorkingDir: HOME,
    metafile: true,
    entryPoints: [entry],
    bundle: true,
    alias: LEFT_OUT,
    // Set here, because esbuild reads no tsconfig.json below node_modules.
    tsconfigRaw: { compilerOptions: { alwaysStrict: true } },
    write: false,
    // Nothing is written there, but it distinguishes scripts from styles.
    outdir: 'app',
    minify: true,
    format: 'iife',
    platform: 'browser',
    // Supported by all browsers that can unpack the page's data.
    target: 'es2022',
    // A script in a page must contain no invisible character and no end tag.
    charset: 'ascii',
    legalComments: 'none',
    logLevel: 'silent',
  });
  const textOf = (kind: string): string => outputFiles.find(({ path }) => path.endsWith(kind))?.text ?? '';
  const script = textOf('.js');
  const seen = script.replace(UNSEEN, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
  const style = textOf('.css').trim();
  if (style === '') throw new Error(`esbuild made no style sheet of ${entry}`);
  return {
    value: { script: seen, style },
    files: ['reports/html/app-bundle.ts', ...Object.keys(metafile.inputs)],
  };
}

function here(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
