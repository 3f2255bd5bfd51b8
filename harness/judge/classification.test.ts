import { expect, test } from 'vitest';
import { REAL } from '../testing/record-builder.ts';
import { localText, windowFit, windowsOf, zoneOf } from './classification.ts';

const windows = windowsOf(REAL.contract);

test.each([
  ['WEEKDAY_AM', '2026-12-01T08:00Z', '2026-12-01T13:00Z', 'yes', 'exactly its window in winter'],
  ['WEEKDAY_AM', '2026-07-01T07:00Z', '2026-07-01T12:00Z', 'local-only', 'exactly its window in summer'],
  ['WEEKDAY_AM', '2026-07-01T08:00Z', '2026-07-01T13:00Z', 'utc-only', 'its window by UTC in summer'],
  ['WEEKDAY_AM', '2026-12-01T10:00Z', '2026-12-01T12:00Z', 'yes', 'a part of its window'],
  ['WEEKDAY_AM', '2026-12-01T12:00Z', '2026-12-01T14:00Z', 'no', 'over the end of its window'],
  ['WEEKDAY_PM', '2026-12-01T08:00Z', '2026-12-01T13:00Z', 'no', 'the other half of the day'],
  ['WEEKDAY_AM', '2026-12-05T08:00Z', '2026-12-05T13:00Z', 'no', 'the right hours of a Saturday'],
  ['SATURDAY', '2026-12-05T08:00Z', '2026-12-05T18:00Z', 'yes', 'a whole day'],
  ['SUNDAY_EVENING', '2026-12-06T19:00Z', '2026-12-06T21:00Z', 'yes', 'hours that are not stated'],
  ['SUNDAY_EVENING', '2026-12-07T19:00Z', '2026-12-07T21:00Z', 'no', 'hours that are not stated, on another day'],
  ['SUNDAY_AM', '2026-03-29T07:00Z', '2026-03-29T12:00Z', 'local-only', 'the day on which summer time begins'],
  ['SUNDAY_AM', '2026-10-25T08:00Z', '2026-10-25T13:00Z', 'yes', 'the day on which it ends'],
])('%s from %s to %s: %s (%s)', (name, start, end, fit) => {
  const window = windows.get(name);
  expect(window && windowFit(window, Date.parse(start), Date.parse(end), 'Europe/London')).toBe(fit);
});

test('a class names the row that promises it', () => {
  expect(windows.get('WEEKDAY_AM')).toEqual({ days: [1, 2, 3, 4, 5], hours: [480, 780], requirement: 'SLT-21' });
});

test('a slot is worded as on the spot', () => {
  const start = Date.parse('2026-07-03T23:30Z');
  expect(localText(start, start + 3_600_000, zoneOf({}))).toBe('Sat 4 Jul 2026, 00:30 to 01:30 (Europe/London)');
});

test('the clocks on the spot are those of the world', () => {
  const window = windows.get('WEEKDAY_AM');
  const [start, end] = ['2026-12-01T06:00Z', '2026-12-01T11:00Z'].map((text) => Date.parse(text));
  const fitIn = (zone: string): unknown => window && windowFit(window, start ?? 0, end ?? 0, zone);
  expect(['Europe/Athens', 'Europe/London', 'UTC'].map(fitIn)).toEqual(['local-only', 'no', 'no']);
});
