import { join } from 'node:path';
import { HOME } from '../cached.ts';

export { shown } from '../cached.ts';

/** A file or folder that comes with Assay. */
export const own = (...parts: readonly string[]): string => join(HOME, ...parts);
