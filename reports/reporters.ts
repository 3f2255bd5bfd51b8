/**
 * What `--reporter` takes, with the file in the folder of a run that each writes; null: it is printed. A load has the same.
 */
export const REPORT_FILES = {
  console: null,
  junit: 'junit.xml',
  html: 'index.html',
  ctrf: 'ctrf.json',
  json: 'verdict.json',
  github: null,
} as const;

export type ReporterName = keyof typeof REPORT_FILES;

export const REPORTERS = Object.keys(REPORT_FILES) as readonly ReporterName[];
