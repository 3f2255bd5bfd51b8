import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** The script for k6 and all that it shares with the runner, as one JavaScript text: `cjs` is for tests without k6. */
export async function bundleScript(format: 'esm' | 'cjs' = 'esm'): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./script.ts', import.meta.url))],
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
  });
  const [script] = outputFiles;
  if (!script) throw new Error('esbuild made no output of the k6 script');
  return script.text;
}
