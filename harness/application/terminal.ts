import type { Screen } from '../../reports/terminal/screen.ts';

/** How the console shows cases during a run: a line for each, a character for each, or one line that is overwritten. */
export const STYLES = ['list', 'dot', 'line'] as const;
/** A progress style of `--reporter`. */
export type ProgressStyle = (typeof STYLES)[number];

/** A stream that may lead to a terminal. */
interface Stream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
}

/** Width if nobody knows it, as in a log, which wraps lines itself. */
const LOG_WIDTH = 240;

/** What kind of terminal a stream leads to, by the stream and the environment. */
export function terminalOf(
  stream: Stream,
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
) {
  const isTerminal = stream.isTTY === true;
  const isWatched = isTerminal && env.TERM !== 'dumb' && !isSet(env.CI);
  const shows = { colour: wantsColour(env, isTerminal), unicode: knowsUnicode(env, platform) };
  return {
    /** Whether a person watches, and lines can be redrawn. */
    isWatched,
    /** What the terminal can show now; its size may change. */
    screen: (): Screen => ({
      width: stream.columns || (isTerminal ? 80 : LOG_WIDTH),
      height: stream.rows || 24,
      ...shows,
    }),
  };
}

/** Decided by NO_COLOR and FORCE_COLOR, then by whether a person watches. */
export function wantsColour(env: NodeJS.ProcessEnv = process.env, isTerminal = process.stdout.isTTY === true): boolean {
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false;
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '') return isSet(env.FORCE_COLOR);
  return isTerminal && env.TERM !== 'dumb' && !isSet(env.CI);
}

/** Whether bars and ellipses can be shown: by the locale, or by the terminal on Windows. */
export function knowsUnicode(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): boolean {
  if (platform === 'win32') {
    return (
      isSet(env.WT_SESSION) || isSet(env.ConEmuTask) || env.TERM_PROGRAM === 'vscode' || /^xterm/.test(env.TERM ?? '')
    );
  }
  // The console of the Linux kernel has a font of 256 or 512 characters.
  if (env.TERM === 'linux') return false;
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG;
  // macOS may set no locale, but its terminals are UTF-8.
  return locale === undefined || locale === '' ? platform === 'darwin' : /utf-?8/i.test(locale);
}

/** Whether a CI service runs this. */
export function isInJob(): boolean {
  return isSet(process.env.CI);
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}
