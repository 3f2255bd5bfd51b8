import { consoleText } from './console.ts';
import { ctrf } from './ctrf.ts';
import { annotations } from './github.ts';
import { html } from './html.ts';
import type { Report } from './input.ts';
import { junit } from './junit.ts';

/** A report, and where it goes. */
export interface Reporter {
  readonly render: Report;
  /** Its file in the folder of the run; null: it is printed. */
  readonly file: string | null;
}

/** What `--reporter` takes; a load has the same. */
export type ReporterName = 'console' | 'html' | 'junit' | 'ctrf' | 'json' | 'github';

/** Every reporter by the name that `--reporter` takes. */
export const reporters: Readonly<Record<ReporterName, Reporter>> = {
  console: { render: (input) => consoleText(input), file: null },
  html: { render: html, file: 'index.html' },
  junit: { render: junit, file: 'junit.xml' },
  ctrf: { render: ctrf, file: 'ctrf.json' },
  json: { render: (input) => `${JSON.stringify(input.verdict, null, 2)}\n`, file: 'verdict.json' },
  github: { render: annotations, file: null },
};

export { type ConsoleOptions, consoleText } from './console.ts';
export { stepSummary } from './github.ts';
export type { ReportInput } from './input.ts';
