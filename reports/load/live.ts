import { count, thousands } from '../../harness/words/text.ts';
import { fill } from '../terminal/columns.ts';
import { type LiveLoad, spellWhole } from '../terminal/live-state.ts';
import { bar, curve, flow, type Screen, type StyledText, screenLine, signsOf } from '../terminal/screen.ts';
import { liveDurations, milliseconds, wayWords } from './words.ts';

const WIDE_COLUMNS = 60;
const MAX_DURATIONS = 9;

/** The lines of a running load, for a terminal that is redrawn. */
export function liveLoadView(state: LiveLoad, screen: Screen): string[] {
  const head = [
    wayLine(state, screen),
    ...flow(journeyPieces(state), screen, ' '),
    ...flow(trafficPieces(state), screen, ' '),
    ...rateLine(state, screen),
  ];
  const room = Math.min(MAX_DURATIONS, screen.height - head.length - 4);
  return [...head, ...durationLines(state, room, screen)];
}

function wayLine(state: LiveLoad, screen: Screen): string {
  const { elapsedMs, durationMs } = state;
  const cells = screen.width >= WIDE_COLUMNS ? 30 : 0;
  const spent = Math.max(0, Math.min(elapsedMs, durationMs));
  return screenLine(
    [' ', ...(cells === 0 ? [] : [...bar(['green', spent], [], durationMs, cells, screen), '  ']), wayWords(state)],
    screen,
  );
}

function journeyPieces({ journeys, cases }: LiveLoad): StyledText[] {
  const { begun, of, underWay, dropped } = journeys;
  return [
    ['bold', `${thousands(begun)} of ${count(of, 'journey')} begun`],
    `${thousands(underWay)} under way`,
    cases.failed > 0 ? ['red', `${thousands(cases.failed)} failed`] : '0 failed',
    ...wordsWhere(cases.inconclusive, 'inconclusive'),
    ...wordsWhere(dropped, 'not begun in time'),
  ];
}

function trafficPieces({ requests, perSecond, orders, events }: LiveLoad): StyledText[] {
  const errors = count(requests.wrong, 'error');
  const sent = `${count(requests.sent, 'request')}, ${thousands(Math.round(perSecond))}/s`;
  return [sent, requests.wrong > 0 ? ['red', errors] : errors, count(events, 'KCI'), awaitWords(orders)];
}

function awaitWords({ pending, accepted }: LiveLoad['orders']): string {
  return `${thousands(pending)} of ${count(accepted, 'order')} ${pending === 1 ? 'awaits' : 'await'} KCIs`;
}

/** The number of requests in each finished interval. */
function rateLine({ intervals }: LiveLoad, screen: Screen): string[] {
  const over = intervals.slice(0, -1).map(({ requests }) => requests);
  return curve(over, screen.width - 11, screen).map((each) => screenLine([' requests  ', each], screen));
}

function wordsWhere(n: number, word: string): StyledText[] {
  return n > 0 ? [['yellow', `${thousands(n)} ${word}`]] : [];
}

/** The columns before a curve, besides the name of its operation. */
const FIGURES = 36;

/** Median and p95 of each duration so far, and the curve of its p95. */
function durationLines({ durations, intervals }: LiveLoad, room: number, screen: Screen): string[] {
  const shown = liveDurations(durations).slice(0, Math.max(0, room));
  const widest = Math.max(0, ...shown.map(([name]) => name.length));
  const p95s = (name: string) => intervals.map((each) => each.durations[name]?.p95);
  return shown.map(([name, spread]) =>
    screenLine(
      [
        ` ${fill(name, widest, signsOf(screen).cut)}`,
        ['dim', '  median'],
        milliseconds(spread.median).padStart(9),
        ['dim', '  p95'],
        milliseconds(spread.p95).padStart(9),
        ...curve(p95s(name), screen.width - widest - FIGURES, screen).flatMap((each) => ['  ', each]),
      ],
      screen,
    ),
  );
}

/** The line for a log that is not redrawn. */
export function plainLoadLine(state: LiveLoad, screen: Screen): string {
  const { between } = signsOf(screen);
  const { begun, of, underWay } = state.journeys;
  const pieces = [
    `${spellWhole(state.elapsedMs)}, ${thousands(begun)} of ${count(of, 'journey')} begun, ${thousands(underWay)} under way`,
    `${count(state.requests.sent, 'request')}, ${thousands(Math.round(state.perSecond))}/s, ${count(state.requests.wrong, 'error')}`,
    awaitWords(state.orders),
  ];
  return screenLine([`${state.title}: ${pieces.join(between)}`], screen);
}
