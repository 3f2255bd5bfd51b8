import type { RowVerdict, Span } from '../harness/model.ts';
import { curl } from './curl.ts';
import type { Found } from './fold.ts';

/** `scenarios/orders/cease.yaml:14:5`. */
export function placeOf(span: Span): string {
  return `${span.file}:${span.line}:${span.col}`;
}

/** A promise with its place: `Spec, Endpoints 4: "Response 202 with no body."`. An assumed one names who assumes it. */
export function promiseOf(row: RowVerdict, profile: string): string {
  const source = row.level === 'assumed' ? `Assumed with KCI profile ${profile}` : 'Spec';
  return `${source}, ${row.place}: "${row.sentence}"`;
}

/** `orders/provide-new#business, step order`, or `the run as a whole`. */
export function whereOf(found: Found): string {
  if (found.story === undefined) return 'the run as a whole';
  const { step } = found.check;
  return step === undefined ? found.story.verdict.id : `${found.story.verdict.id}, step ${step}`;
}

/** The ids of the rows concerned, or the check where no row is. */
export function idsOf(found: Found): string {
  return found.check.requirements.length === 0 ? found.check.check : found.check.requirements.join(' ');
}

/** A finding as plain text with a label before each line; for reports that hold text. Not yet neutralised. */
export function describe(found: Found, profile: string): string {
  const { finding } = found;
  const lines = [
    `expected  ${finding.expected}`,
    `actual    ${finding.actual}`,
    ...(finding.pointer === undefined ? [] : [`at        ${finding.pointer}`]),
    ...found.rows.map((row) => `promised  ${row.id}  ${promiseOf(row, profile)}`),
    ...(found.span === undefined ? [] : [`written   ${placeOf(found.span)}`]),
    `replay    ${found.replay}`,
  ];
  if (found.moment?.kind === 'exchange') lines.push(`repeat    ${curl(found.moment.request)}`);
  return `${found.finding.summary}\n${lines.join('\n')}`;
}
