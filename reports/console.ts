import { styleText } from 'node:util';
import type { CaseVerdict } from '../harness/model.ts';
import { shareOf } from './attempts.ts';
import { headlineOf, idsOf, placeOf, promiseOf, whereOf } from './describe.ts';
import { type Fold, fold } from './fold.ts';
import { alike, type Group, groupBy } from './groups.ts';
import type { ReportInput } from './input.ts';
import { clip, count, neutral, thousands } from './text.ts';
import { timelineLine } from './timeline.ts';
import { moment, spell } from './times.ts';
import { brokenWaivers, coverage, isOpen, waivedCount, waiverWords } from './waived.ts';
import { reasons, shardWords, verdicts } from './words.ts';

export interface ConsoleOptions {
  /** Colour only when asked: the caller knows the terminal, `NO_COLOR` and the flags. */
  readonly colour?: boolean;
  /** Columns; 100 where there is no terminal. */
  readonly width?: number;
  /** Files written, to be named at the end. */
  readonly reports?: readonly string[];
}

type Style = 'red' | 'green' | 'yellow' | 'cyan' | 'dim' | 'bold';
type Paint = (style: Style, text: string) => string;

const MOST_KINDS = 20;
const MOST_ALIKE = 5;
const LONGEST = 400;
const MOST_DETAIL = 140;
const MOST_PROMISES = 3;

/** What a run came to, for a terminal or a CI log: failures first, totals last, where the eye is when the command ends. */
export function consoleText(input: ReportInput, options: ConsoleOptions = {}): string {
  const paint: Paint = (style, text) => (options.colour ? styleText(style, text, { validateStream: false }) : text);
  const width = Math.max(40, options.width ?? 100);
  const folded = fold(input);
  const found = [...folded.stories.flatMap((story) => story.found), ...folded.found];
  const failures = alike(found.filter(isOpen));
  const observations = alike(found.filter((one) => one.outcome === 'observed'));
  const blocks = [
    ...failures.slice(0, MOST_KINDS).map((group) => failure(group, input, paint, width)),
    ...(failures.length > MOST_KINDS
      ? [`… and ${count(failures.length - MOST_KINDS, 'more kind')} of failure, in the reports`]
      : []),
    ...waived(input, paint),
    ...intermittent(input.verdict.cases, paint),
    ...excused(input.verdict.cases, paint),
    ...observed(observations, paint),
    totals(folded, paint, options.reports ?? []),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function failure({ first, all }: Group, input: ReportInput, paint: Paint, width: number): string {
  const { finding, rows, span } = first;
  const ids = paint('bold', text(idsOf(first)));
  const head = `${paint('red', 'FAILED')}  ${ids}  ${text(whereOf(first))}`;
  const [row, ...moreRows] = rows;
  const others = [...new Set(all.flatMap((one) => one.story?.verdict.id ?? []))].filter(
    (id) => id !== first.story?.verdict.id,
  );
  const around = timelineLine(first);
  const share = first.story && shareOf(first.story.verdict);
  const lines = [
    beside(head, span === undefined ? '' : paint('dim', text(placeOf(span))), width),
    `  ${text(finding.summary)}`,
    beside(
      `  expected  ${paint('green', text(finding.expected))}`,
      row === undefined ? '' : paint('cyan', text(promiseOf(row, input.verdict.profile))),
      width,
      '            ',
    ),
    ...moreRows
      .slice(0, MOST_PROMISES - 1)
      .map((one) => `            ${paint('cyan', text(promiseOf(one, input.verdict.profile)))}`),
    `  actual    ${paint('red', text(finding.actual))}`,
    ...(finding.pointer === undefined ? [] : [`  at        ${text(finding.pointer)}`]),
    ...(around === undefined ? [] : [`  timeline  ${text(around)}`]),
    ...(share ? [`  attempts  ${share.words}${share.isIntermittent ? ': intermittent' : ''}`] : []),
    `  replay    ${neutral(first.replay)}`,
  ];
  if (others.length > 0) {
    const rest = others.length > MOST_ALIKE ? ` and ${thousands(others.length - MOST_ALIKE)} more` : '';
    const named = others.slice(0, MOST_ALIKE).map(text).join(', ');
    lines.push(`  alike     ${count(others.length, 'other case')}: ${named}${rest}`);
  }
  return lines.join('\n');
}

/** Failures that are answered for, and waivers that are not worth their place. */
function waived({ waiving }: ReportInput, paint: Paint): string[] {
  const used = (waiving?.used ?? []).map((use) => {
    const { check, requirement } = use.waiver;
    const shown = use.cases.slice(0, MOST_ALIKE).map((id) => `  ${text(id)}`);
    const rest = use.cases.length > MOST_ALIKE ? [`  and ${thousands(use.cases.length - MOST_ALIKE)} more`] : [];
    const what = [check, requirement ?? ''].join(' ').trim();
    return [
      `${paint('yellow', 'WAIVED')}  ${text(what)}: ${coverage(use)}`,
      `  ${text(waiverWords(use.waiver))}`,
      ...shown,
      ...rest,
    ].join('\n');
  });
  const broken = brokenWaivers(waiving).map((each) => `${paint('red', 'WAIVER')}  ${text(each)}`);
  return [...used, ...(broken.length === 0 ? [] : [broken.join('\n')])];
}

/** Cases that failed now and then, the steadiest failures first. */
function intermittent(cases: readonly CaseVerdict[], paint: Paint): string[] {
  const those = cases
    .flatMap((one) => {
      const share = shareOf(one);
      return share?.isIntermittent ? [{ one, share }] : [];
    })
    .sort((a, b) => b.share.failed / b.share.of - a.share.failed / a.share.of);
  if (those.length === 0) return [];
  const shown = those.slice(0, MOST_KINDS).map(({ one, share }) => `  ${text(one.id)}: ${share.words}`);
  const rest = those.length > MOST_KINDS ? [`  and ${thousands(those.length - MOST_KINDS)} more`] : [];
  const head = `${paint('red', 'INTERMITTENT')}  ${count(those.length, 'case')} failed now and then; each counts as failed`;
  return [[head, ...shown, ...rest].join('\n')];
}

function excused(cases: readonly CaseVerdict[], paint: Paint): string[] {
  return (['inconclusive', 'not-applicable'] as const).flatMap((outcome) => {
    const those = cases.filter((one) => one.outcome === outcome);
    return [...groupBy(those, (one) => one.reason ?? 'no-check')].map(([reason, group]) => {
      const label = paint('yellow', outcome === 'inconclusive' ? 'INCONCLUSIVE' : 'NOT APPLICABLE');
      const shown = group
        .slice(0, MOST_ALIKE)
        .map((one) => `  ${text(one.id)}${one.detail === undefined ? '' : `: ${text(clip(one.detail, MOST_DETAIL))}`}`);
      const rest = group.length > MOST_ALIKE ? [`  and ${thousands(group.length - MOST_ALIKE)} more`] : [];
      return [`${label}  ${count(group.length, 'case')}: ${reasons[reason]} (${reason})`, ...shown, ...rest].join('\n');
    });
  });
}

function observed(groups: readonly Group[], paint: Paint): string[] {
  if (groups.length === 0) return [];
  const lines = groups.slice(0, MOST_KINDS).map(({ first, all }) => {
    const times = all.length > 1 ? ` (${thousands(all.length)} times)` : '';
    const { summary } = first.finding;
    const headline = headlineOf(first);
    return `  ${text(idsOf(first))}  ${text(headline)}${times}${headline === summary ? '' : `\n      ${text(summary)}`}`;
  });
  const rest = groups.length > MOST_KINDS ? [`  and ${thousands(groups.length - MOST_KINDS)} more`] : [];
  return [
    [`${paint('cyan', 'OBSERVED')}  where the specification is silent; never a failure`, ...lines, ...rest].join('\n'),
  ];
}

function totals(folded: Fold, paint: Paint, reports: readonly string[]): string {
  const { verdict } = folded.input;
  const { cases, checks, rows, requests, deliveries } = verdict.counts;
  const colour = verdict.outcome === 'certified' ? 'green' : verdict.outcome === 'not-certified' ? 'red' : 'yellow';
  const total = cases.passed + cases.failed + cases.inconclusive + cases['not-applicable'];
  // Promises of a KCI profile, where this one does not make them.
  const unsaid = rows['not-applicable'] === 0 ? '' : `, ${rows['not-applicable']} not applicable`;
  const lines = [
    `${paint(colour, verdicts[verdict.outcome].toUpperCase())}  ${text(verdict.target)} at ${text(verdict.baseUrl)}, KCI profile ${text(verdict.profile)}`,
    `  cases     ${thousands(total)}: ${cases.passed} passed, ${cases.failed} failed${waivedCount(folded.input)}, ${cases.inconclusive} inconclusive, ${cases['not-applicable']} not applicable`,
    `  promises  ${rows.proven} proven, ${rows.refuted} refuted, ${rows.inconclusive} inconclusive, ${rows.untested} untested${unsaid}, ${rows.observed + rows.silent} silent, ${rows.excluded} not testable`,
    `  checks    ${thousands(checks.passed)} passed, ${thousands(checks.failed)} failed, ${thousands(checks.observed)} observed`,
    `  traffic   ${count(requests, 'request')}, ${count(deliveries, 'webhook delivery', 'webhook deliveries')}`,
    `  run       ${verdict.shard ? `${shardWords(verdict)}, ` : ''}seed ${verdict.seed}, ${moment(verdict.startedAt)}, ${spell(verdict.endedAt - verdict.startedAt)} on its clock`,
    ...reports.map((file, at) => `${at === 0 ? '  reports   ' : '            '}${text(file)}`),
  ];
  return lines.join('\n');
}

/** Two texts side by side where they fit, else the second below the first. */
function beside(left: string, right: string, width: number, indent = '  '): string {
  if (right === '') return left;
  const gap = width - seen(left) - seen(right);
  return gap >= 2 ? `${left}${' '.repeat(gap)}${right}` : `${left}\n${indent}${right}`;
}

/** How many columns a text of ours takes: paint takes none. */
function seen(painted: string): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: paint is made of escape sequences
  return painted.replace(/\u001b\[\d+m/g, '').length;
}

function text(hostile: string): string {
  return neutral(clip(hostile, LONGEST));
}
