import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, instantOf, localDate, weekday } from './local-time.ts';

const iso = (at: number): string => new Date(at).toISOString();

describe('local time', () => {
  it.each([
    ['a winter morning is UTC', '2026-01-15', '08:00', '2026-01-15T08:00:00.000Z'],
    ['a summer morning is an hour earlier in UTC', '2026-07-15', '08:00', '2026-07-15T07:00:00.000Z'],
    ['the day before the clocks go forward', '2026-03-28', '08:00', '2026-03-28T08:00:00.000Z'],
    ['the day the clocks go forward', '2026-03-29', '08:00', '2026-03-29T07:00:00.000Z'],
    ['the day the clocks go back', '2026-10-25', '08:00', '2026-10-25T08:00:00.000Z'],
    ['the evening before the clocks go back', '2026-10-24', '18:00', '2026-10-24T17:00:00.000Z'],
  ])('%s', (_, date, time, expected) => {
    expect(iso(instantOf('Europe/London', date, time))).toBe(expected);
  });

  it('knows that a summer day begins at eleven in the evening UTC', () => {
    expect(localDate('Europe/London', Date.parse('2026-07-14T23:00:00Z'))).toBe('2026-07-15');
    expect(localDate('Europe/London', Date.parse('2026-07-14T22:59:59Z'))).toBe('2026-07-14');
  });

  it('gives back the date it was asked an instant of, for every day and working hour', () => {
    const day = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2000-01-01', days));
    const hour = fc.integer({ min: 3, max: 22 }).map((each) => `${String(each).padStart(2, '0')}:30`);
    fc.assert(
      fc.property(
        day,
        hour,
        (date, time) => localDate('Europe/London', instantOf('Europe/London', date, time)) === date,
      ),
    );
  });

  it('counts days of the week from Monday', () => {
    expect(['2026-11-16', '2026-11-21', '2026-11-22'].map(weekday)).toEqual([1, 6, 7]);
  });
});
