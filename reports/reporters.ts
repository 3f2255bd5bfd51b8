/** The values of `--reporter`, with the file that each writes in a run's folder; null: it is printed. */
export const REPORT_FILES = {
  console: null,
  junit: 'junit.xml',
  html: 'index.html',
  ctrf: 'ctrf.json',
  json: 'verdict.json',
  github: null,
} as const;

/** The same for a load. */
export const LOAD_REPORT_FILES = { ...REPORT_FILES, json: 'load.json' } as const;

export type ReporterName = keyof typeof REPORT_FILES;

export const REPORTERS = Object.keys(REPORT_FILES) as readonly ReporterName[];
