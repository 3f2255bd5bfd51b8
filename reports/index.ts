import { consoleText } from './console.ts';
import { ctrf } from './ctrf.ts';
import { annotations } from './github.ts';
import { html } from './html.ts';
import type { Report, ReportInput } from './input.ts';
import { jsonText } from './json-text.ts';
import { junit } from './junit.ts';

/** A report, and where it goes. */
export interface Reporter {
  /** The report, a piece at a time: what is written to a file need not be in memory as a whole. */
  readonly pieces: Report;
  readonly render: (input: ReportInput) => string;
  /** Its file in the folder of the run; null: it is printed. */
  readonly file: string | null;
}

function reporter(pieces: Report, file: string | null = null): Reporter {
  return { pieces, render: (input) => [...pieces(input)].join(''), file };
}

/** What `--reporter` takes; a load has the same. */
export type ReporterName = 'console' | 'html' | 'junit' | 'ctrf' | 'json' | 'github';

/** Every reporter by the name that `--reporter` takes. */
export const reporters: Readonly<Record<ReporterName, Reporter>> = {
  console: reporter((input) => [consoleText(input)]),
  html: reporter(html, 'index.html'),
  junit: reporter(junit, 'junit.xml'),
  ctrf: reporter(ctrf, 'ctrf.json'),
  json: reporter(({ verdict }) => jsonText({ ...verdict, cases: [] }, ['cases', 1], verdict.cases), 'verdict.json'),
  github: reporter((input) => [annotations(input)]),
};

export { type ConsoleOptions, consoleText } from './console.ts';
export { stepSummary } from './github.ts';
export type { ReportInput } from './input.ts';
export { otlp } from './otlp.ts';
