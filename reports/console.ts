import type { CaseVerdict, Verdict } from '../harness/model.ts';
import { formatDuration } from '../harness/values/duration.ts';
import { headerOf } from '../harness/wire/wire.ts';
import { shellQuote } from '../harness/words/shell.ts';
import { brief, count, fewOf, neutral, thousands } from '../harness/words/text.ts';
import { clockWords, formatUtc } from '../harness/words/times.ts';
import { MAX_ANNOTATIONS } from './github.ts';
import type { ReportInput } from './input.ts';
import { shareOf } from './story/attempts.ts';
import { causeOf } from './story/cause.ts';
import { breaches, casesWords, facetWords, hasFailed, metWords, requestsWords, resultOf } from './story/counts.ts';
import { groundsOf, promiseIds, sourcePlace, whereOf } from './story/describe.ts';
import { fixOf } from './story/fix.ts';
import {
  alike,
  breachedRows,
  casesInGroup,
  type FindingGroup,
  followingIn,
  idsIn,
  isRisky,
  pointsOf,
  titleOf,
} from './story/groups.ts';
import { allFound, failuresIn, type RunStory, runStory } from './story/run-story.ts';
import type { Found } from './story/story.ts';
import { timelineLine } from './story/timeline.ts';
import { brokenWaivers, coverage, waivedCount, waiverWords } from './story/waived.ts';
import { cutTo, seenColumns, wrapped } from './terminal/columns.ts';
import { type Paint, paint as painted } from './terminal/screen.ts';
import { buildWords, reasons, remedyFor, shardWords } from './words/words.ts';

/** What is known of the text's destination. */
export interface ConsoleOptions {
  /** Colour only when asked: the caller knows the terminal, `NO_COLOR` and the flags. */
  readonly colour?: boolean;
  /** The width in columns, at which lines are broken between words; absent if there is no terminal. */
  readonly width?: number;
  /** The files written, named at the end. */
  readonly reports?: readonly string[];
  /** Failures are also shown as annotations, so only those without one are printed here. */
  readonly isAnnotated?: boolean;
}

const MAX_KINDS = 20;
const MAX_ALIKE = 5;
const MAX_PROMISES = 3;
const MAX_FOLLOWING = 3;
const WIDE_COLUMNS = 100;

/**
 * The result of a run for a terminal or a CI log. The most important comes last, where the eye is when the command ends.
 */
export function consoleText(input: ReportInput, options: ConsoleOptions = {}): string {
  const paint: Paint = (style, text) => painted(style, text, options.colour ?? false);
  const width = Math.max(40, options.width ?? WIDE_COLUMNS);
  const run = runStory(input);
  const found = allFound(run);
  const failures = failuresIn(run);
  const observations = alike(found.filter((one) => one.outcome === 'observed'));
  const blocks = [
    ...observed(observations, failures.length > 0, paint),
    ...excused(input.verdict.cases, failures.length > 0, paint),
    ...intermittent(input.verdict.cases, paint),
    ...waived(input, paint),
    ...failures
      .slice(options.isAnnotated ? MAX_ANNOTATIONS : 0, MAX_KINDS)
      .map((group) => failure(group, run, paint, width)),
    ...(failures.length > MAX_KINDS
      ? [`… and ${count(failures.length - MAX_KINDS, 'more kind')} of failure, in the reports`]
      : []),
    endText(run, failures, paint, { reports: options.reports ?? [], width }),
  ];
  const lines = blocks.join('\n\n').split('\n');
  return `${(options.width === undefined ? lines : lines.map((line) => fitted(line, width))).join('\n')}\n`;
}

/** A line wrapped to the width; a command stays on one line, so that it can be copied. */
function fitted(line: string, width: number): string {
  if (/^ {2}(replay|verify|explain) /.test(line)) return line;
  const isLabelled = /^( {12}| {2}[a-z][a-z ]{7} {2})/.test(line);
  return wrapped(line, width, isLabelled ? 12 : line.startsWith(' ') ? 4 : 8);
}

/** Each kind of failure, as the console prints it. */
export function failureTexts(input: ReportInput, colour = false): readonly string[] {
  const paint: Paint = (style, text) => painted(style, text, colour);
  const run = runStory(input);
  return failuresIn(run).map((group) => failure(group, run, paint, WIDE_COLUMNS));
}

function failure(group: FindingGroup, run: RunStory, paint: Paint, width: number): string {
  const { first } = group;
  const { input } = run;
  const { finding, span } = first;
  const rows = breachedRows(group);
  const ids = paint('bold', brief(idsIn(group)));
  const head = `${paint('red', 'FAILED')}  ${ids}  ${brief(whereOf(first))}`;
  const grounds = groundsOf({ ...first, rows }, input.verdict.profile).slice(0, MAX_PROMISES);
  const others = casesInGroup(group).filter((id) => id !== first.story?.verdict.id);
  const around = timelineLine(first);
  const sent = requestText(first);
  const mending = fixOf(group, input);
  const share = first.story && shareOf(first.story.verdict);
  const lines = [
    beside(head, span === undefined ? '' : paint('dim', brief(sourcePlace(span))), width),
    `  ${brief(finding.summary)}`,
    `  expected  ${paint('green', brief(finding.expected))}`,
    ...grounds.map((one) => `            ${paint('cyan', brief(one))}`),
    ...(sent === '' ? [] : [`  sent      ${brief(sent)}`]),
    `  actual    ${paint('red', brief(finding.actual))}`,
    ...(finding.pointer === undefined ? [] : [`  at        ${brief(finding.pointer)}`]),
    ...(around === undefined ? [] : [`  timeline  ${brief(around)}`]),
    ...(share ? [`  attempts  ${share.words}${share.isIntermittent ? ': intermittent' : ''}`] : []),
    ...following(group).map((each, at) => `  ${at === 0 ? 'with it ' : '        '}  ${brief(each)}`),
    `  replay    ${neutral(first.replay)}`,
    ...(mending?.like === undefined ? [] : [`  hint      it shows ${brief(mending.like)}`]),
  ];
  if (others.length > 0) {
    lines.push(`  also in   ${count(others.length, 'other case')}: ${fewOf(others.map(brief), MAX_ALIKE)}`);
    const { common } = causeOf(group, run);
    if (common !== undefined) lines.push(`  common    ${brief(common)}`);
    if (mending) lines.push(`  if fixed  ${mending.words}`, `  verify    ${neutral(mending.verify)}`);
  }
  return lines.join('\n');
}

/** The body or query of a request whose answer has the wrong status; empty if it has neither. */
function requestText({ check, moment: at }: Found): string {
  if (check.check !== 'http.status' || at?.kind !== 'exchange') return '';
  const { body, url, headers } = at.request;
  const query = new URLSearchParams(url.split('?')[1]);
  const isChunked = headerOf(headers, 'transfer-encoding') !== undefined;
  if (body?.text) return `${isChunked ? 'in chunks, without its length: ' : ''}${body.text}`;
  return Array.from(query, ([name, value]) => `${name}=${value}`).join(' ');
}

function following(group: FindingGroup): string[] {
  const kinds = followingIn(group);
  const rest = kinds.length - MAX_FOLLOWING;
  return [...kinds.slice(0, MAX_FOLLOWING), ...(rest > 0 ? [`and ${count(rest, 'more kind')} of finding`] : [])];
}

/** Waived failures, and waivers that are expired or unused. */
function waived({ waiving }: ReportInput, paint: Paint): string[] {
  const used = (waiving?.used ?? []).map((use) => {
    const { check, requirement } = use.waiver;
    const what = [check, requirement ?? ''].join(' ').trim();
    return [
      `${paint('yellow', 'WAIVED')}  ${brief(what)}: ${coverage(use)}`,
      `  ${brief(waiverWords(use.waiver))}`,
      ...firstOf(use.cases, MAX_ALIKE, brief),
    ].join('\n');
  });
  const broken = brokenWaivers(waiving).map((each) => `${paint('red', 'WAIVER')}  ${brief(each)}`);
  return [...used, ...(broken.length === 0 ? [] : [broken.join('\n')])];
}

/** Cases that failed only sometimes, the most frequent failures first. */
function intermittent(cases: readonly CaseVerdict[], paint: Paint): string[] {
  const those = cases
    .flatMap((one) => {
      const share = shareOf(one);
      return share?.isIntermittent ? [{ one, share }] : [];
    })
    .sort((a, b) => b.share.failed / b.share.of - a.share.failed / a.share.of);
  if (those.length === 0) return [];
  const head = `${paint('red', 'INTERMITTENT')}  ${count(those.length, 'case')} failed now and then; each counts as failed`;
  return [[head, ...firstOf(those, MAX_KINDS, ({ one, share }) => `${brief(one.id)}: ${share.words}`)].join('\n')];
}

function excused(cases: readonly CaseVerdict[], hasFailed: boolean, paint: Paint): string[] {
  return (['inconclusive', 'not-applicable'] as const).flatMap((outcome) => {
    const those = cases.filter((one) => one.outcome === outcome);
    return [...Map.groupBy(those, (one) => one.reason ?? 'no-check')].map(([reason, group]) => {
      const label = paint('yellow', outcome === 'inconclusive' ? 'INCONCLUSIVE' : 'NOT APPLICABLE');
      const head = `${label}  ${count(group.length, 'case')}: ${reasons[reason]} (${reason})`;
      // In an interrupted run, the reasons above explain this one.
      if (reason === 'not-run') return head;
      return [
        head,
        ...firstOf(
          group,
          MAX_ALIKE,
          ({ id, detail }) => `${brief(id)}${detail === undefined ? '' : `: ${brief(detail)}`}`,
        ),
        ...(outcome === 'inconclusive' ? [`  fix: ${remedyFor(reason, hasFailed)}`] : []),
      ].join('\n');
    });
  });
}

/** Observations where the specification is silent; if something failed, only the risks, and a count of the rest. */
function observed(groups: readonly FindingGroup[], hasFailed: boolean, paint: Paint): string[] {
  if (groups.length === 0) return [];
  const label = paint('cyan', 'OBSERVED');
  const points = pointsOf(groups);
  const timesOf = (its: readonly FindingGroup[]): number => its.reduce((sum, { all }) => sum + all.length, 0);
  const line = ([headline, its]: (typeof points)[number]): string => {
    const times = timesOf(its);
    const ids = its[0] ? brief(promiseIds(its[0].first)) : '';
    return `${ids}  ${brief(headline)}${times > 1 ? ` (${thousands(times)} times)` : ''}`;
  };
  if (hasFailed) {
    const times = count(timesOf(groups), 'time');
    const words = `${count(points.length, 'point')} on which the specification is silent, seen ${times}; never a failure`;
    const risks = firstOf(pointsOf(groups.filter(isRisky)), MAX_KINDS, line);
    return [[`${label}  ${words}`, ...risks].join('\n')];
  }
  const lines = firstOf(points, MAX_KINDS, line);
  return [[`${label}  where the specification is silent; never a failure`, ...lines].join('\n')];
}

/** A line for each of the first entries, and how many more there are. */
function firstOf<T>(all: readonly T[], most: number, line: (one: T) => string): string[] {
  const rest = all.length - most;
  return [...all.slice(0, most).map((one) => `  ${line(one)}`), ...(rest > 0 ? [`  and ${thousands(rest)} more`] : [])];
}

/** Two texts side by side if they fit, else the second below the first. */
function beside(left: string, right: string, width: number): string {
  if (right === '') return left;
  const gap = width - seenColumns(left) - seenColumns(right);
  return gap >= 2 ? `${left}${' '.repeat(gap)}${right}` : `${left}\n  ${right}`;
}

const MAX_DIGEST = 10;
const MAX_PARTLY = 5;
const MAX_FACETS = 4;
const MIN_DIGEST = 30;

/** The last block: the verdict, a line for each failure, the sums, and where to look next. */
function endText(
  run: RunStory,
  failures: readonly FindingGroup[],
  paint: Paint,
  { reports, width }: { readonly reports: readonly string[]; readonly width: number },
): string {
  const { verdict } = run.input;
  const { cases, checks, deliveries } = verdict.counts;
  const ended = { ...verdict, cases };
  const isGood = verdict.outcome === 'certified' || verdict.outcome === 'passed';
  const { word, words } = resultOf(ended, run.input.waiving);
  const lines = [
    `${paint(hasFailed(ended) ? 'red' : isGood ? 'green' : 'yellow', word.toUpperCase())}  ${words}`,
    `  ${(verdict.side ?? 'gateway').padEnd(9)} ${brief(verdict.target)} at ${brief(verdict.baseUrl)}, ${brief(buildWords(verdict))}, KCI profile ${brief(verdict.profile)}`,
    ...digest(failures, paint, width),
    ...labelled('breaches', brief(breaches(verdict.requirements, verdict.profile)), width),
    ...labelled('met', metWords(verdict.requirements), width),
    ...partlyMet(verdict),
    ...labelled('cases', casesWords(cases, waivedCount(run.input)), width),
    ...leftOut(run.input, width),
    ...labelled(
      'checks',
      `${thousands(checks.passed)} passed, ${thousands(checks.failed)} failed, ${thousands(checks.observed)} observed`,
      width,
    ),
    `  traffic   ${requestsWords(verdict.counts)}, ${count(deliveries, 'webhook delivery', 'webhook deliveries')}`,
    `  run       ${verdict.shard ? `${shardWords(verdict)}, ` : ''}seed ${verdict.seed}, ${formatUtc(verdict.startedAt)}, ${formatDuration(verdict.endedAt - verdict.startedAt)} on its clock`,
    ...(verdict.clock ? [`  clock     the gateway’s is ${clockWords(verdict.clock)}`] : []),
    ...explained(failures),
    ...reports.map((file, at) => `${at === 0 ? '  reports   ' : '            '}${brief(file)}`),
  ];
  return lines.join('\n');
}

/** What the depth of the run left out; promises may be only partly met because of it. */
function leftOut({ plan, verdict }: ReportInput, width: number): string[] {
  const { depth = 'standard', leftOut: few = 0 } = plan;
  if (few === 0) return [];
  const whole = thousands(verdict.scope.of);
  const also = `, thorough ones among them, which are none of the ${whole} of a certification, so some promises are met in part`;
  return labelled(
    'depth',
    `${depth}: ${count(few, 'case')} of greater depth left out${depth === 'quick' ? also : ''}`,
    width,
  );
}

/** For a run that could have shown everything: the requirements that were only partly shown. */
function partlyMet({ requirements, scope }: Verdict): string[] {
  if (scope.cases < scope.of) return [];
  const those = requirements.filter(({ outcome }) => outcome === 'partly-met');
  const rest = those.length - MAX_PARTLY;
  return [
    ...those.slice(0, MAX_PARTLY).map((row) => `            ${row.id} ${brief(facetWords(row, MAX_FACETS))}`),
    ...(rest > 0 ? [`            and ${rest} more in part, in the reports`] : []),
  ];
}

/** A list after its label, wrapped to the width. */
function labelled(label: string, list: string, width: number): string[] {
  const lines: string[] = [];
  for (const piece of list.split(', ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + piece.length + 2 <= width - 12)
      lines[lines.length - 1] = `${last}, ${piece}`;
    else lines.push(piece);
  }
  return lines.map((line, at) => `  ${(at === 0 ? label : '').padEnd(10)}${line}${at < lines.length - 1 ? ',' : ''}`);
}

/** The command that explains a promise, for readers to whom its id says nothing. */
function explained([group]: readonly FindingGroup[]): string[] {
  const id = group?.first.check.requirements[0] ?? group?.first.check.check;
  return id === undefined ? [] : [`  explain   npx assay explain ${shellQuote(neutral(id))}`];
}

/** What failed in how many cases, a line each, because the blocks above may have scrolled away. */
function digest(failures: readonly FindingGroup[], paint: Paint, width: number): string[] {
  const lines = [...Map.groupBy(failures, digestKey)].map(([key, groups]) => {
    const cases = new Set(groups.flatMap(casesInGroup)).size;
    return { key, cases, where: cases === 0 ? 'the run' : count(cases, 'case') };
  });
  if (lines.length < 2) return [];
  const shown = lines.slice(0, MAX_DIGEST);
  const widest = Math.max(...shown.map(({ where }) => where.length));
  const rest = lines.length - shown.length;
  return [
    ...shown.map(({ key, where }, at) => {
      const label = at === 0 ? paint('red', 'failed') : '      ';
      return `  ${label}    ${where.padStart(widest)}  ${cutTo(key, Math.max(MIN_DIGEST, width - widest - 14))}`;
    }),
    ...(rest > 0 ? [`            and ${count(rest, 'more kind')}`] : []),
  ];
}

/** The text of a line of the digest: promises and kind. */
function digestKey(group: FindingGroup): string {
  return `${brief(idsIn(group))}  ${brief(titleOf(group))}`;
}
