import { readFileSync } from 'node:fs';
import { shippedPath } from '../../home.ts';

/** The flags with which the first line of `harness/cli/assay.js` starts Node: what is measured is what users have. */
export const AS_ASSAY: readonly string[] =
  readFileSync(shippedPath('harness/cli/assay.js'), 'utf8')
    .split('\n', 1)[0]
    ?.match(/--[a-z]\S*/g) ?? [];
