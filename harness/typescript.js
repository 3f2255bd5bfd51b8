// Node strips no types below `node_modules`. There, this makes it read the TypeScript of this package, with lines and
// columns unchanged, so that stack traces match the source. It is loaded before anything else: in the main thread by
// `cli/assay.js`, in other threads by `TYPED`, in a program that uses the package by `node --import assay/typescript`.
// Outside of `node_modules`, it only turns on Node's compile cache in threads, which do not use it by default.
import { readFileSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

const HERE = new URL('..', import.meta.url).href;

const { engines } = JSON.parse(readFileSync(new URL('package.json', HERE), 'utf8'));
if (Number.parseInt(process.versions.node, 10) < Number.parseInt(engines.node.replace('>=', ''), 10))
  throw new Error(`assay needs Node ${engines.node}; ${process.execPath} is ${process.version}`);

/** Strips types, without Node's warning in each thread that the feature is experimental. */
function strip(source) {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return module.stripTypeScriptTypes(source, { mode: 'strip' });
  } finally {
    process.emitWarning = emitWarning;
  }
}

if (!isMainThread) module.enableCompileCache();
if (HERE.includes('/node_modules/')) {
  module.registerHooks({
    load: (url, context, next) =>
      url.startsWith(HERE) && url.endsWith('.ts')
        ? { format: 'module', source: strip(readFileSync(fileURLToPath(url), 'utf8')), shortCircuit: true }
        : next(url, context),
  });
}
