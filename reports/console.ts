import { styleText } from 'node:util';
import type { CaseVerdict } from '../harness/model.ts';
import { shareOf } from './attempts.ts';
import { cutTo } from './columns.ts';
import { headlineOf, idsOf, placeOf, promiseOf, whereOf } from './describe.ts';
import { type Fold, fold } from './fold.ts';
import { alike, type Group, groupBy } from './groups.ts';
import type { ReportInput } from './input.ts';
import { quote } from './shell.ts';
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
const MOST_DIGEST = 10;
const LEAST_DIGEST = 30;
const WIDE = 100;
/** Ids of orders differ from case to case. */
const LONG_NUMBER = /\d{6,}/g;

/** What a run came to, for a terminal or a CI log: what matters most comes last, where the eye is when the command ends. */
export function consoleText(input: ReportInput, options: ConsoleOptions = {}): string {
  const paint: Paint = (style, text) => (options.colour ? styleText(style, text, { validateStream: false }) : text);
  const width = Math.max(40, options.width ?? WIDE);
  const folded = fold(input);
  const found = [...folded.stories.flatMap((story) => story.found), ...folded.found];
  const failures = alike(found.filter(isOpen));
  const observations = alike(found.filter((one) => one.outcome === 'observed'));
  const blocks = [
    ...observed(observations, failures.length > 0, paint),
    ...excused(input.verdict.cases, paint),
    ...intermittent(input.verdict.cases, paint),
    ...waived(input, paint),
    ...failures.slice(0, MOST_KINDS).map((group) => failure(group, input, paint, width)),
    ...(failures.length > MOST_KINDS
      ? [`… and ${count(failures.length - MOST_KINDS, 'more kind')} of failure, in the reports`]
      : []),
    totals(folded, failures, paint, options),
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

/** What was seen where the specification is silent: beside failures only how much of it there is. */
function observed(groups: readonly Group[], hasFailed: boolean, paint: Paint): string[] {
  if (groups.length === 0) return [];
  const label = paint('cyan', 'OBSERVED');
  const points = [...groupBy(groups, ({ first }) => idsOf(first))];
  const timesOf = (its: readonly Group[]): number => its.reduce((sum, { all }) => sum + all.length, 0);
  if (hasFailed) {
    const times = count(timesOf(groups), 'time');
    return [
      `${label}  ${count(points.length, 'point')} on which the specification is silent, seen ${times}; never a failure`,
    ];
  }
  const lines = points.slice(0, MOST_KINDS).flatMap(([ids, its]) => {
    const times = timesOf(its);
    const [group] = its;
    return group
      ? [`  ${text(ids)}  ${text(headlineOf(group.first))}${times > 1 ? ` (${thousands(times)} times)` : ''}`]
      : [];
  });
  const rest = points.length > MOST_KINDS ? [`  and ${thousands(points.length - MOST_KINDS)} more`] : [];
  return [[`${label}  where the specification is silent; never a failure`, ...lines, ...rest].join('\n')];
}

function totals(
  folded: Fold,
  failures: readonly Group[],
  paint: Paint,
  { reports = [], width = WIDE }: ConsoleOptions,
): string {
  const { verdict } = folded.input;
  const { cases, checks, rows, requests, deliveries } = verdict.counts;
  const colour = verdict.outcome === 'certified' ? 'green' : verdict.outcome === 'not-certified' ? 'red' : 'yellow';
  const total = cases.passed + cases.failed + cases.inconclusive + cases['not-applicable'];
  // Promises of a KCI profile, where this one does not make them.
  const unsaid = rows['not-applicable'] === 0 ? '' : `, ${rows['not-applicable']} not applicable`;
  const lines = [
    `${paint(colour, verdicts[verdict.outcome].toUpperCase())}  ${text(verdict.target)} at ${text(verdict.baseUrl)}, KCI profile ${text(verdict.profile)}`,
    ...digest(failures, paint, width),
    `  cases     ${thousands(total)}: ${cases.passed} passed, ${cases.failed} failed${waivedCount(folded.input)}, ${cases.inconclusive} inconclusive, ${cases['not-applicable']} not applicable`,
    `  promises  ${rows.proven} proven, ${rows.refuted} refuted, ${rows.inconclusive} inconclusive, ${rows.untested} untested${unsaid}, ${rows.observed + rows.silent} silent, ${rows.excluded} not testable`,
    `  checks    ${thousands(checks.passed)} passed, ${thousands(checks.failed)} failed, ${thousands(checks.observed)} observed`,
    `  traffic   ${count(requests, 'request')}, ${count(deliveries, 'webhook delivery', 'webhook deliveries')}`,
    `  run       ${verdict.shard ? `${shardWords(verdict)}, ` : ''}seed ${verdict.seed}, ${moment(verdict.startedAt)}, ${spell(verdict.endedAt - verdict.startedAt)} on its clock`,
    ...explained(failures),
    ...reports.map((file, at) => `${at === 0 ? '  reports   ' : '            '}${text(file)}`),
  ];
  return lines.join('\n');
}

/** How to learn what a promise means, for whom its id says nothing. */
function explained([group]: readonly Group[]): string[] {
  const id = group?.first.check.requirements[0] ?? group?.first.check.check;
  return id === undefined ? [] : [`  explain   npx assay explain ${quote(neutral(id))}`];
}

/** What failed in how many cases, a line each: the blocks above may have scrolled away. */
function digest(failures: readonly Group[], paint: Paint, width: number): string[] {
  const lines = [...groupBy(failures, digestKey)].map(([key, groups]) => {
    const cases = new Set(groups.flatMap(({ all }) => all.flatMap(({ story }) => story?.verdict.id ?? []))).size;
    return { key, cases, where: cases === 0 ? 'the run' : count(cases, 'case') };
  });
  if (lines.length < 2) return [];
  const shown = lines.toSorted((a, b) => b.cases - a.cases).slice(0, MOST_DIGEST);
  const widest = Math.max(...shown.map(({ where }) => where.length));
  const rest = lines.length - shown.length;
  return [
    ...shown.map(({ key, where }, at) => {
      const label = at === 0 ? paint('red', 'failed') : '      ';
      return `  ${label}    ${where.padStart(widest)}  ${cutTo(key, Math.max(LEAST_DIGEST, width - widest - 14))}`;
    }),
    ...(rest > 0 ? [`            and ${count(rest, 'more kind')}`] : []),
  ];
}

/** What a line of the digest says: promise and summary, without what differs from case to case. */
function digestKey({ first }: Group): string {
  return `${text(idsOf(first))}  ${text(first.finding.summary).replace(LONG_NUMBER, '…')}`;
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
