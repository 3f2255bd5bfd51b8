import { join } from 'node:path';
import { HOME } from '../home.ts';

export { shown } from '../home.ts';

/** A file or folder that comes with Assay. */
export const shippedPath = (...parts: readonly string[]): string => join(HOME, ...parts);
