import { expect, test } from 'vitest';
import { bar, flow, type Screen, type StyledText, screenLine } from './screen.ts';

const screen: Screen = { width: 20, height: 24, colour: false, unicode: true };

test('a line is cut where the screen ends, whatever its parts', () => {
  expect(screenLine(['orders/', ['red', 'provide-new'], '#business'], screen)).toBe('orders/provide-new#…');
  expect(screenLine(['orders/provide-new', ['red', '#business'], ' is late'], screen)).toBe('orders/provide-new#…');
});

test('paint goes around what is shown, and takes no room', () => {
  expect(screenLine(['a ', ['red', 'failure']], { ...screen, colour: true })).toBe('a \u001b[31mfailure\u001b[39m');
});

test('without Unicode, other characters are spelt out', () => {
  expect(screenLine(['a · b… \u201cé\u201d'], { ...screen, unicode: false })).toBe('a, b... "\\u{e9}"');
});

test('a command to the log of a CI service is none any more', () => {
  expect(screenLine(['##[error]x ##vso[task]'], { ...screen, width: 80 })).toBe('#\\u0023[error]x #\\u0023vso[task]');
});

test('pieces flow over as many lines as they need', () => {
  expect(flow(['350 of 690', '2 failed', '1 min 5 s', 'a piece that is wider than all'], screen, ' ')).toEqual([
    ' 350 of 690',
    ' 2 failed',
    ' 1 min 5 s',
    ' a piece that is wi…',
  ]);
});

test.each<[number, number, number, string]>([
  [0, 0, 10, '----------'],
  [5, 0, 10, '#####-----'],
  [10, 0, 10, '##########'],
  [999, 0, 1_000, '#########-'],
  [0, 0, 0, '##########'],
])('%i passed and %i failed of %i is %s', (passed, failed, total, cells) => {
  const parts = bar(['green', passed], [['red', failed]], total, 10, { ...screen, unicode: false });
  expect(screenLine(parts, screen)).toBe(cells);
});

test('a failure has a cell of its own, however many passed', () => {
  const parts = bar(
    ['green', 998],
    [
      ['red', 1],
      ['yellow', 1],
    ],
    1_000,
    10,
    { ...screen, unicode: false },
  );
  expect(parts).toEqual<StyledText[]>([
    ['green', '########'],
    ['red', '#'],
    ['yellow', '#'],
  ]);
});
