// Node strips no types below `node_modules`. There, this makes it read the TypeScript of this package all the same: as it
// is written, so that lines and columns of a stack trace are those of the source. Loaded before anything else is, in the
// main thread by `cli/assay.js`, in the others by their `TYPED`, in a program that uses the package by
// `node --import assay/typescript`. Elsewhere a thread only keeps what Node makes of TypeScript, which no thread does unless
// it is told to.
import { readFileSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

const HERE = new URL('..', import.meta.url).href;

const { engines } = JSON.parse(readFileSync(new URL('package.json', HERE), 'utf8'));
if (Number.parseInt(process.versions.node, 10) < Number.parseInt(engines.node.replace('>=', ''), 10))
  throw new Error(`assay needs Node ${engines.node}; ${process.execPath} is ${process.version}`);

/** Strips types without the warning, once for each thread, that how Node does it might change. */
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
