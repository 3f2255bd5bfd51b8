import { expect, test } from 'vitest';
import { knowsUnicode, terminalOf, wantsColour } from './terminal.ts';

const tty = { isTTY: true, columns: 80, rows: 24 };

test.each<[string, NodeJS.ProcessEnv, boolean, boolean]>([
  ['a terminal', { TERM: 'xterm' }, true, true],
  ['no terminal', { TERM: 'xterm' }, false, false],
  ['NO_COLOR', { NO_COLOR: '1' }, true, false],
  ['an empty NO_COLOR', { NO_COLOR: '' }, true, true],
  ['FORCE_COLOR without a terminal', { FORCE_COLOR: '1' }, false, true],
  ['FORCE_COLOR in CI', { FORCE_COLOR: '3', CI: 'true' }, false, true],
  ['FORCE_COLOR=0', { FORCE_COLOR: '0' }, true, false],
  ['NO_COLOR before FORCE_COLOR', { NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
  ['a dumb terminal', { TERM: 'dumb' }, true, false],
  ['a terminal of CI', { CI: 'true' }, true, false],
  ['CI=false', { CI: 'false' }, true, true],
])('with %s', (_, env, isTerminal, isColoured) => {
  expect(wantsColour(env, isTerminal)).toBe(isColoured);
});

test.each<[NodeJS.ProcessEnv, NodeJS.Platform, boolean]>([
  [{ LANG: 'en_GB.UTF-8' }, 'linux', true],
  [{ LANG: 'C.utf8' }, 'linux', true],
  [{ LANG: 'C' }, 'linux', false],
  [{}, 'linux', false],
  [{ LANG: 'en_GB.UTF-8', LC_ALL: 'C' }, 'linux', false],
  [{ LC_CTYPE: 'UTF-8' }, 'darwin', true],
  [{}, 'darwin', true],
  [{ LANG: 'en_GB.UTF-8', TERM: 'linux' }, 'linux', false],
  [{}, 'win32', false],
  [{ WT_SESSION: 'b1' }, 'win32', true],
  [{ TERM_PROGRAM: 'vscode' }, 'win32', true],
])('whether %j on %s shows more than ASCII: %s', (env, platform, isKnown) => {
  expect(knowsUnicode(env, platform)).toBe(isKnown);
});

test.each<[string, NodeJS.ProcessEnv, boolean, boolean]>([
  ['is redrawn in a terminal', { TERM: 'xterm' }, true, true],
  ['is not in a pipe', { TERM: 'xterm' }, false, false],
  ['is not in a dumb terminal', { TERM: 'dumb' }, true, false],
  ['is not in CI', { CI: '1' }, true, false],
  ['is without colour, too', { NO_COLOR: '1' }, true, true],
])('a view %s', (_, env, isTTY, isWatched) => {
  expect(terminalOf({ ...tty, isTTY }, env, 'linux').isWatched).toBe(isWatched);
});

test('the screen is as large as the stream is now', () => {
  const stream = { ...tty };
  const { screen } = terminalOf(stream, { LANG: 'C' }, 'linux');
  stream.columns = 40;
  expect(screen()).toEqual({ width: 40, height: 24, colour: true, unicode: false });
});

test('a log is wide, and a terminal that does not say its size is usual', () => {
  expect(terminalOf({}, {}, 'linux').screen().width).toBe(240);
  expect(terminalOf({ isTTY: true }, {}, 'linux').screen()).toMatchObject({ width: 80, height: 24 });
});
