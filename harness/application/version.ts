import { readFileSync } from 'node:fs';
import { shippedPath } from '../home.ts';

/** The version of Assay, as its package names it. */
export const VERSION: string = (JSON.parse(readFileSync(shippedPath('package.json'), 'utf8')) as { version: string })
  .version;
