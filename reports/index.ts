import { consoleText } from './console.ts';
import { ctrf } from './ctrf.ts';
import { annotations } from './github.ts';
import { html } from './html.ts';
import type { Report, ReportInput } from './input.ts';
import { jsonText } from './json-text.ts';
import { junit } from './junit.ts';
import type { ReporterName } from './reporters.ts';

/** A report. */
interface Reporter {
  /** The report piece by piece: a file need not be in memory as a whole. */
  readonly pieces: Report;
  readonly render: (input: ReportInput) => string;
}

function reporter(pieces: Report): Reporter {
  return { pieces, render: (input) => [...pieces(input)].join('') };
}

/** Every reporter by its name for `--reporter`. */
export const reporters: Readonly<Record<ReporterName, Reporter>> = {
  console: reporter((input) => [consoleText(input)]),
  html: reporter(html),
  junit: reporter(junit),
  ctrf: reporter(ctrf),
  json: reporter(({ verdict }) => jsonText({ ...verdict, cases: [] }, ['cases', 1], verdict.cases)),
  github: reporter((input) => [annotations(input)]),
};

export { type ConsoleOptions, consoleText } from './console.ts';
export { stepSummary } from './github.ts';
export type { ReportInput } from './input.ts';
export { otlp } from './otlp.ts';
