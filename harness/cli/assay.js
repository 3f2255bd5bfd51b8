#!/usr/bin/env -S node --max-semi-space-size=4
// JavaScript, because Node keeps what it compiled of TypeScript only for modules loaded after this call: so a second
// start strips no types at all. The small young generation costs no time here and saves 100 MB.
import { enableCompileCache } from 'node:module';

enableCompileCache();
await import('./start.ts');
