import { cut } from '../harness/values/cut.ts';
import { count, oneLine, thousands, visible } from '../harness/words/text.ts';
import type { ReportInput } from './input.ts';
import { shareOf } from './story/attempts.ts';
import { breaches, casesWords, metWords, resultLine } from './story/counts.ts';
import { promiseOf, sourcePlace, whereOf } from './story/describe.ts';
import { breachedRows, casesInGroup, idsIn } from './story/groups.ts';
import { failuresIn, runStory } from './story/run-story.ts';
import { brokenWaivers, isWaived, waivedCount, waiverWords } from './story/waived.ts';
import { buildWords, reasons, shardWords } from './words/words.ts';

/** GitHub shows at most ten errors for a step. */
export const MAX_ANNOTATIONS = 10;
/** GitHub drops a step summary beyond 1 MiB entirely; stay well below, in bytes. */
const MAX_BYTES = 900_000;

/**
 * Workflow commands for standard output: an error at the place in the scenario for each of the first ten kinds of failure,
 * a warning for waived ones.
 */
export function annotations(input: ReportInput): string {
  const broken = brokenWaivers(input.waiving).map((each) => `::error title=Waiver::${data(each)}\n`);
  return [...failuresIn(runStory(input)), ...failuresIn(runStory(input), isWaived)]
    .slice(0, MAX_ANNOTATIONS)
    .map((kind) => {
      const { first } = kind;
      const { finding, span } = first;
      const cases = casesInGroup(kind).length;
      const others = cases > 1 ? `\n${count(cases - 1, 'other case')} alike` : '';
      const share = first.story && shareOf(first.story.verdict);
      const often = share ? ` (${share.words}${share.isIntermittent ? ', intermittent' : ''})` : '';
      const message = `${finding.summary}${often}\nexpected ${finding.expected}\nactual ${finding.actual}${others}\n${first.replay}`;
      const properties = [
        ...(span === undefined ? [] : [`file=${property(span.file)}`, `line=${span.line}`, `col=${span.col}`]),
        `title=${property(`${idsIn(kind)} ${whereOf(first)}`)}`,
      ];
      const { waiver } = first;
      if (waiver) return `::warning ${properties.join(',')}::${data(`waived ${waiverWords(waiver)}\n${message}`)}\n`;
      return `::error ${properties.join(',')}::${data(message)}\n`;
    })
    .concat(broken)
    .join('');
}

/** Markdown for `$GITHUB_STEP_SUMMARY`: the verdict, each kind of failure, and what could not be tested. */
export function stepSummary(input: ReportInput): string {
  const { verdict } = input;
  const { cases } = verdict.counts;
  const parts = [
    `## ${resultLine({ ...verdict, cases }, input.waiving)}: ${md(verdict.target)}\n\n`,
    `Breaches: ${md(breaches(verdict.requirements, verdict.profile))}. Met: ${metWords(verdict.requirements)}.\n\n`,
    `Cases ${casesWords(cases, waivedCount(input))}; ${md(buildWords(verdict))}, seed ${verdict.seed}${verdict.shard ? `, ${shardWords(verdict)}` : ''}.\n`,
  ];
  const kinds = failuresIn(runStory(input));
  if (kinds.length > 0) parts.push('\n| Requirement | Case | Expected | Actual | Cases |\n|---|---|---|---|--:|\n');
  for (const kind of kinds) {
    const { first } = kind;
    const { finding } = first;
    const times = thousands(Math.max(1, casesInGroup(kind).length));
    const cells = [idsIn(kind), whereOf(first), finding.expected, finding.actual, times];
    parts.push(`| ${cells.map(md).join(' | ')} |\n`);
  }
  for (const kind of kinds) {
    const { first } = kind;
    parts.push(`\n<details><summary>${md(`${idsIn(kind)} ${first.finding.summary}`)}</summary>\n\n`);
    for (const row of breachedRows(kind)) parts.push(`- ${md(promiseOf(row, verdict.profile))}\n`);
    if (first.span !== undefined) parts.push(`- ${md(sourcePlace(first.span))}\n`);
    parts.push(`\n<pre>${md(first.replay)}</pre>\n</details>\n`);
  }
  const used = input.waiving?.used ?? [];
  const broken = brokenWaivers(input.waiving);
  if (used.length + broken.length > 0) parts.push('\n### Waived\n\n');
  for (const { waiver, cases: covered } of used)
    parts.push(`- ${md(waiver.check)} in ${md(covered.join(', '))}, ${md(waiverWords(waiver))}\n`);
  for (const each of broken) parts.push(`- ${md(each)}\n`);
  const excused = verdict.cases.filter((one) => one.outcome === 'inconclusive');
  if (excused.length > 0) parts.push('\n### Could not be tested\n\n');
  for (const one of excused) {
    const reason = one.reason === undefined ? '' : reasons[one.reason];
    parts.push(`- ${md(one.id)}: ${reason}${one.detail === undefined ? '' : `, ${md(one.detail)}`}\n`);
  }
  return capped(parts);
}

/** Joins whole parts while they fit: a table cut inside a row would be broken. */
function capped(parts: readonly string[]): string {
  let size = 0;
  const kept = parts.filter((part) => {
    size += Buffer.byteLength(part);
    return size <= MAX_BYTES;
  });
  const left = parts.length - kept.length;
  return left === 0
    ? kept.join('')
    : `${kept.join('')}\n\n${count(left, 'more line')} did not fit; the HTML report has them all.\n`;
}

/** The message of a workflow command. */
export function data(text: string): string {
  return visible(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** The value of a property of a workflow command. */
export function property(text: string): string {
  return data(oneLine(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** Text that Markdown shows unchanged, without markup, links, mentions or table cells. At most 2,000 characters. */
function md(text: string): string {
  const safe = oneLine(cut(text, 2_000)).replace(/[&<>`*_[\]|\\~!@#:$"'(){}]/g, (mark) => `&#${mark.charCodeAt(0)};`);
  return safe.replace(/www\./gi, (start) => `${start.slice(0, 3)}&#46;`);
}
