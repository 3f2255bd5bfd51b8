#!/usr/bin/env -S node --max-semi-space-size=8 --no-parallel-scavenge --
// Arguments after `--` are for Assay: else Node would look for the file of an `--env-file` itself. The small young
// generation costs no time here and saves 100 MB; each thread collects it alone, since parallel collector threads would
// compete with the gateway or the load on this machine.
// JavaScript, because Node caches compiled TypeScript only for modules loaded after `enableCompileCache`, so that a second
// start strips no types; and because a Node that is too old for TypeScript should still say what is wrong.
import { readFileSync } from 'node:fs';
import module from 'node:module';

const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const wanted = Number.parseInt(engines.node.replace('>=', ''), 10);
if (Number.parseInt(process.versions.node, 10) < wanted) {
  console.error(`assay needs Node ${wanted} or newer; ${process.execPath} is ${process.version}
  fix: npm install node@${wanted}, and npx assay runs on it`);
  process.exit(3);
}
module.enableCompileCache();
if (import.meta.url.includes('/node_modules/')) await import('../typescript.js');
const { startAssay } = await import('./bundle.ts');
await startAssay();
