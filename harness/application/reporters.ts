import type { ReporterName } from '../../reports/index.ts';

/** The reporters there are, without loading them. */
export const REPORTERS = [
  'console',
  'junit',
  'html',
  'ctrf',
  'json',
  'github',
] as const satisfies readonly ReporterName[];
