import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

let kept: string | undefined;

/** Control characters, which esbuild leaves as they are in texts of the script. */
const UNSEEN = /[[\p{Cc}]--[\n\t]]/gv;

/** The page's app with all that it shares with the report's maker, as one script. Made once per process. */
export function appScript(): string {
  kept ??= bundle();
  return kept;
}

function bundle(): string {
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL('./app/main.ts', import.meta.url))],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    platform: 'browser',
    // What browsers understand that can also unpack the page's data.
    target: 'es2022',
    // A script in a page must hold no character that cannot be seen, and no end tag.
    charset: 'ascii',
    legalComments: 'none',
    logLevel: 'silent',
  });
  const [script] = outputFiles;
  if (!script) throw new Error('esbuild made no output of the app of the report');
  return script.text.replace(UNSEEN, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
}
