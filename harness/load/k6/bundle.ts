import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';

/** How the script is bundled. */
export interface Bundling {
  /** `cjs` is for tests without k6. */
  readonly format?: 'esm' | 'cjs';
  /** The contract's schemas that the journeys need, as code. */
  readonly schemas?: string;
}

/** The script for k6 and all that it shares with the runner, as one JavaScript text. */
export async function bundleScript({ format = 'esm', schemas }: Bundling = {}): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [here('./script.ts')],
    bundle: true,
    write: false,
    format,
    platform: 'neutral',
    mainFields: ['module', 'main'],
    // What the JavaScript of k6 2 understands.
    target: 'es2022',
    charset: 'utf8',
    external: ['k6', 'k6/*'],
    logLevel: 'silent',
    plugins: schemas === undefined ? [] : [withSchemas(schemas)],
  });
  const [script] = outputFiles;
  if (!script) throw new Error('esbuild made no output of the k6 script');
  return script.text;
}

/** Has this code in the place of `schemas.ts`, as if it lay in the folder of the contract. */
function withSchemas(contents: string): Plugin {
  const resolveDir = here('../../contract');
  return {
    name: 'schemas',
    setup: ({ onLoad }) =>
      onLoad({ filter: /[/\\]k6[/\\]schemas\.ts$/ }, () => ({ contents, resolveDir, loader: 'js' })),
  };
}

function here(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
