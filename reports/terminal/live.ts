import type { CaseVerdict } from '../../harness/model.ts';
import { count, fewOf, thousands } from '../../harness/words/text.ts';
import { outcomes, reasons } from '../words/words.ts';
import { columnsOf, cutTo, fill } from './columns.ts';
import {
  doingWords,
  farWords,
  type LiveFailure,
  type LiveJourney,
  type LiveSection,
  type LiveState,
  liveKindOf,
  MAX_IDS,
  spellWhole,
  sumsOf,
} from './live-state.ts';
import { bar, flow, type Screen, type StyledText, screenLine, signsOf } from './screen.ts';

/** The most journeys shown, and the lines left free for what scrolls above. */
const MAX_UNDER_WAY = 8;
const KEPT_ABOVE = 3;

/** The lines of a running run, for a terminal that is redrawn: its progress, what it does, and what it waits for. */
export function liveView(state: LiveState, screen: Screen): string[] {
  const summary = summaryOf(state, screen);
  const room = Math.max(0, screen.height - KEPT_ABOVE - summary.length);
  const sections = sectionsIn(state.sections, room, screen);
  const underWay = underWayIn(state.underWay, Math.min(MAX_UNDER_WAY, room - sections.length), screen);
  return [...sections, ...summary, ...underWay].slice(0, Math.max(1, screen.height - 1));
}

function summaryOf(state: LiveState, screen: Screen): string[] {
  const { total, done, passed, failed, inconclusive } = sumsOf(state);
  const { awaited, settlesInMs, leftMs } = state;
  const far: StyledText[] = [
    ['bold', farWords(state, { done, total })],
    ...wordsOf({ passed, failed, inconclusive }),
    spellWhole(state.elapsedMs),
    ...(settlesInMs !== undefined
      ? [`late KCIs may come for ${spellWhole(settlesInMs)}`]
      : leftMs === undefined || leftMs < 1_000
        ? []
        : [`about ${spellWhole(leftMs)} left`]),
  ];
  const traffic: StyledText[] = [
    `${count(state.requests, 'request')}, ${thousands(Math.round(state.perSecond))}/s`,
    count(state.deliveries, 'KCI delivery', 'KCI deliveries'),
    ...(awaited.orders === 0 ? ['no order awaits KCIs'] : awaitedWords(awaited)),
  ];
  return [...flow(far, screen, ' '), ...flow(traffic, screen, ' ')];
}

function awaitedWords({ orders, oldestMs }: LiveState['awaited']): readonly string[] {
  return [`${count(orders, 'order awaits', 'orders await')} KCIs`, `the oldest for ${spellWhole(oldestMs)}`];
}

function wordsOf({
  passed,
  failed,
  inconclusive,
}: Pick<LiveSection, 'passed' | 'failed' | 'inconclusive'>): StyledText[] {
  return [
    `${thousands(passed)} passed`,
    failed > 0 ? ['red', `${thousands(failed)} failed`] : '0 failed',
    ...(inconclusive > 0 ? ([['yellow', `${thousands(inconclusive)} inconclusive`]] as const) : []),
  ];
}

/** A line for each section; if they do not fit, finished sections without failures share one. */
function sectionsIn(sections: readonly LiveSection[], room: number, screen: Screen): string[] {
  const lines = linesOf(sections, screen);
  if (sections.length <= room) return lines;
  if (room < 2) return [];
  const isClean = ({ passed, total }: LiveSection): boolean => passed === total;
  const open = sections.filter((each) => !isClean(each));
  const clean = sections.length - open.length;
  const shown = open.slice(0, room - 1);
  const rest = open.length - shown.length;
  const words = [
    ...(clean > 0 ? [`${count(clean, 'section')} passed`] : []),
    ...(rest > 0 ? [`${count(rest, 'more section')}`] : []),
  ];
  const told = shown.map((each) => lines[sections.indexOf(each)] ?? '');
  return [...told, ...(words.length > 0 ? [screenLine([['dim', ` ${words.join(', ')}`]], screen)] : [])];
}

const MAX_NAME = 20;
const WIDE_COLUMNS = 90;
const NARROW = 60;

/** A line for each section in aligned columns: its name, a bar, how much of it is done, and what went wrong. */
function linesOf(sections: readonly LiveSection[], screen: Screen): string[] {
  const cells = screen.width >= WIDE_COLUMNS ? 30 : screen.width >= NARROW ? 16 : 0;
  const { cut, between } = signsOf(screen);
  const widest = Math.min(MAX_NAME, Math.max(0, ...sections.map(({ name }) => name.length)));
  const digits = thousands(Math.max(0, ...sections.map(({ total }) => total))).length;
  return sections.map((section) => {
    const { name, total, passed, failed, inconclusive } = section;
    const wrong = [['red', failed] as const, ['yellow', inconclusive] as const];
    const words = wordsOf(section).filter((part) => typeof part !== 'string');
    const parts: StyledText[] = [
      ` ${fill(name, widest, cut)}  `,
      ...(cells === 0 ? [] : [...bar(['green', passed], wrong, total, cells, screen), '  ']),
      `${thousands(passed + failed + inconclusive).padStart(digits)} of ${thousands(total).padStart(digits)}`,
      ...words.flatMap((part, i) => [i === 0 ? '  ' : between, part]),
    ];
    return screenLine(parts, screen);
  });
}

/** Columns for the duration of a journey's activity. */
const AGE = 7;
const GAP = 2;

function underWayIn(journeys: readonly LiveJourney[], room: number, screen: Screen): string[] {
  if (journeys.length === 0 || room < 1) return [];
  const shown = journeys.length <= room ? journeys : journeys.slice(0, room - 1);
  const rest = journeys.length - shown.length;
  const words = shown.map(({ doing }) => doingWords(doing));
  // Both columns are as wide as needed; if that is too much, the words get half.
  const columns = screen.width - 1 - GAP - GAP - AGE;
  const widestWords = Math.max(0, ...words.map(columnsOf));
  const widestId = Math.max(0, ...shown.map(({ id }) => columnsOf(id)));
  const idRoom = Math.min(widestId, Math.max(columns - widestWords, Math.floor(columns / 2)));
  const wordRoom = Math.max(0, Math.min(widestWords, columns - idRoom));
  const { cut } = signsOf(screen);
  const lines = shown.map(({ id, forMs }, i) => {
    const age = forMs < 1_000 ? '' : clock(forMs).padStart(AGE);
    const doing = age === '' ? cutTo(words[i] ?? '', wordRoom, cut) : fill(words[i] ?? '', wordRoom + GAP, cut);
    return screenLine([` ${fill(id, idRoom, cut)}${' '.repeat(GAP)}`, ['dim', `${doing}${age}`]], screen);
  });
  return rest > 0 ? [...lines, screenLine([['dim', ` and ${thousands(rest)} more under way`]], screen)] : lines;
}

/** A duration for a column: `8 s`, `1:05`, `2:03:07`. */
function clock(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const two = (n: number): string => String(n).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  return `${hours > 0 ? `${hours}:${two(minutes % 60)}` : minutes}:${two(seconds % 60)}`;
}

/** The permanent lines of a running run: in a terminal above the redrawn part, in a log between the counts. */

/** The least and the most time between lines in a log. */
const MIN_MS = 5_000;
const MAX_MS = 60_000;
/** When the first line comes if nothing has ended, to show progress. */
const FIRST_MS = 10_000;

/**
 * One line for a case that did not pass: the promise, the check, the case, and what was seen; on a narrow screen, the last
 * two.
 */
export function failureLine(failure: LiveFailure, screen: Screen): string {
  if (failure.outcome === 'inconclusive') {
    const { reason, detail } = failure;
    return screenLine([['yellow', 'INCONCLUSIVE'], `  ${failure.id}: ${reasons[reason]}: ${detail}`], screen);
  }
  const { id, check, requirements, summary, more } = failure;
  const rows = fewOf(requirements, MAX_IDS, ' ');
  if (screen.width < NARROW) return screenLine([['red', 'FAILED'], `  ${id}: ${summary}`], screen);
  return screenLine(
    [
      ['red', 'FAILED'],
      '  ',
      ['bold', [rows, check].filter((each) => each !== '').join('  ')],
      `  ${id}: ${summary}`,
      more > 0 ? ` (and ${count(more, 'more finding')})` : '',
    ],
    screen,
  );
}

/** Replaces all further failures of a kind. */
export function furtherLine(failure: LiveFailure, screen: Screen): string {
  return screenLine(
    [['dim', `        more of ${liveKindOf(failure)} are only counted here; the reports name them all`]],
    screen,
  );
}

/** Corrects a failure that was reported too early: the case had ended, and then more events came. */
export function afterAllLine({ id, outcome }: Pick<CaseVerdict, 'id' | 'outcome'>, screen: Screen): string {
  return screenLine([['bold', 'TAKEN BACK'], `  ${id}: ${outcomes[outcome]} after all, by what came late`], screen);
}

/**
 * The line to print for the progress since the state last printed, for logs that are not redrawn: at every tenth of the
 * way, but at most every five seconds, first after ten seconds, and at least once a minute. Null if there is nothing to
 * print.
 */
export function plainLine(told: LiveState, now: LiveState, screen: Screen): string | null {
  const { total, done, failed, inconclusive } = sumsOf(now);
  const before = sumsOf(told);
  const since = now.elapsedMs - told.elapsedMs;
  const isOver = done === total && before.done < total;
  const isFurther = tenthOf(done, total) > tenthOf(before.done, before.total) && since >= MIN_MS;
  const isFirst = told.elapsedMs < FIRST_MS && since >= FIRST_MS;
  if (!(isOver || isFurther || isFirst || since >= MAX_MS)) return null;
  const { between } = signsOf(screen);
  const { awaited, leftMs } = now;
  const pieces = [
    farWords(now, { done, total }),
    `${thousands(failed)} failed, ${thousands(inconclusive)} inconclusive`,
    ...(awaited.orders > 0 ? [awaitedWords(awaited).join(', ')] : []),
    `${spellWhole(now.elapsedMs)}${leftMs === undefined || isOver ? '' : `, about ${spellWhole(leftMs)} left`}`,
  ];
  return screenLine([`${String(share(done, total)).padStart(3)} %  ${pieces.join(between)}`], screen);
}

function tenthOf(done: number, total: number): number {
  return total === 0 ? 10 : Math.floor((10 * done) / total);
}

function share(done: number, total: number): number {
  return total === 0 ? 100 : Math.floor((100 * done) / total);
}

export * from './live-state.ts';
