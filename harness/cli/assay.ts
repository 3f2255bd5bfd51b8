#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

// Whoever reads on may stop reading (`assay plan | head`); what else there is to do is done all the same.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
enableCompileCache();
const { main } = await import('./main.ts');
process.exitCode = await main(process.argv.slice(2));
