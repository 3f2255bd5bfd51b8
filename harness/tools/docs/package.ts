import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { transform } from 'esbuild';
import { shippedPath } from '../../home.ts';

/** The package that is published: `npm run package` packs it (harness/decisions/no-build-step.md). */

/** What `import type { … } from 'assay'` reads. */
const TYPES: readonly string[] = ['harness/model.ts', 'harness/findings.ts'];

/** Read by programs alone: what schemas say stands in the reference, and samples are what gateways deliver. */
const FOR_PROGRAMS = /^fixtures\/(contract|faults|kci\/samples)\/.*\.json$/;

const withoutBlanks = (json: string): string => JSON.stringify(JSON.parse(json));

/** What npm says of a package that it made, or would make. */
interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/** Packs into a folder, and gives the path of the package. */
export async function packInto(folder: string): Promise<string> {
  const from = mkdtempSync(join(tmpdir(), 'assay-package-'));
  try {
    await Promise.all(npmPack(shippedPath(), '--dry-run').files.map(({ path }) => layInto(from, path)));
    return join(folder, npmPack(from, '--pack-destination', folder).filename);
  } finally {
    rmSync(from, { recursive: true });
  }
}

/** Lays a file of this checkout into the folder that is packed. */
async function layInto(from: string, path: string): Promise<void> {
  const isCode = path.endsWith('.ts') && !path.endsWith('.d.ts') && !TYPES.includes(path);
  const make = isCode ? withLinesOnly : FOR_PROGRAMS.test(path) ? withoutBlanks : undefined;
  const text = await make?.(readFileSync(shippedPath(path), 'utf8'));
  // Nothing imports what was nothing but types.
  if (text?.trim() === '') return;
  mkdirSync(dirname(join(from, path)), { recursive: true });
  if (text === undefined) copyFileSync(shippedPath(path), join(from, path));
  else writeFileSync(join(from, path), text);
}

function npmPack(folder: string, ...words: readonly string[]): Packed {
  const all = ['pack', '--json', '--offline', '--ignore-scripts', ...words];
  const said = execFileSync('npm', all, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const [packed] = JSON.parse(said) as readonly Packed[];
  if (!packed) throw new Error(`npm packed nothing: ${said}`);
  return packed;
}

/**
 * The same program without types, comments and blanks, with short names for what a file keeps to itself, and each statement
 * on the line where it was.
 */
async function withLinesOnly(text: string): Promise<string> {
  // Of some, shorter statements cannot be told apart once they stand on their lines.
  for (const minifySyntax of [true, false]) {
    const short = { ...SHORT, minifySyntax };
    const { code, map } = await transform(text, { ...short, loader: 'ts', minifyIdentifiers: true });
    const made = onItsLines(code, new SourceMap(JSON.parse(map) as SourceMapPayload));
    const again = await transform(made, { ...short, loader: 'js' }).catch(() => undefined);
    if (again?.code === code) return made;
  }
  return text;
}

const SHORT = {
  target: 'node24',
  minifyWhitespace: true,
  legalComments: 'none',
  sourcemap: 'external',
  sourcefile: 'source',
  logLevel: 'silent',
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
} as const;

function onItsLines(code: string, places: SourceMap): string {
  let made = '';
  let line = 0;
  for (const [l, of] of code.split('\n').entries()) {
    if (l > 0) made += '\n';
    if (l > 0) line += 1;
    for (const [c, character] of [...of.split('')].entries()) {
      const place = places.findEntry(l, c);
      const isStart = 'originalLine' in place && place.generatedLine === l && place.generatedColumn === c;
      // No line may end behind these.
      const due = isStart && !/\b(return|throw) ?$/.test(made.slice(-8)) ? Math.max(0, place.originalLine - line) : 0;
      made += '\n'.repeat(due) + character;
      line += due;
    }
  }
  return made;
}

const REFUSED = `Nothing is packed: of the sources as they are, npm makes a package that is a third larger.
  npm run package                    makes it, and prints its name
  npm publish assay-<version>.tgz    publishes what was made`;

if (import.meta.main) {
  // "npm pack" and "npm publish" ask so of a folder, and not of a package that was made.
  if (process.env.npm_lifecycle_event === 'prepack') {
    console.error(REFUSED);
    process.exitCode = 1;
  } else console.log(await packInto(resolve(process.env.INIT_CWD ?? '.')));
}
