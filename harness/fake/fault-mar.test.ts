import { expect, test } from 'vitest';
import { edited, marred } from './fault-edits.ts';

test('a value is spoilt in the way named, and stays as it was where the way does not fit', () => {
  expect(marred(' Zoë ', 'trimmed')).toBe('Zoë');
  expect(marred('Zoë', 'ascii')).toBe('Zo?');
  expect(marred(4_294_967_297, 'in-32-bits')).toBe(1);
  expect(marred('2026-03-16T09:00:00.000Z', 'hour-later')).toBe('2026-03-16T10:00:00.000Z');
  expect(marred('2026-03-16', 'day-earlier')).toBe('2026-03-15');
  expect(marred(7, 'upper')).toBe(7);
});

test('of several places only those are spoilt whose object is meant', () => {
  const body = {
    slots: [
      { of: 'AM', at: 'a' },
      { of: 'PM', at: 'a' },
    ],
  };
  expect(edited(body, { mar: { at: '/slots/*/at', as: 'upper', of: { of: 'PM' } } }, {})).toEqual({
    slots: [
      { of: 'AM', at: 'a' },
      { of: 'PM', at: 'A' },
    ],
  });
});
