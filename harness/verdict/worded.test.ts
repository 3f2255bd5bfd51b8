import { expect, test } from 'vitest';
import { worded } from './worded.ts';

const told = (owed: string, came: string) => {
  const { expected, actual } = worded({ is: 'other-member', member: 'notes', owed, came, pointer: '/notes' });
  return [expected, actual];
};

test('texts that differ late are quoted where they do', () => {
  expect(told('Knock', 'Ring')).toEqual(['"Knock"', '"Ring"']);
  const long = Array.from({ length: 60 }, (_, i) => `line ${i}`).join(' ');
  // The end of a text that was cut, and how it goes on.
  const alike = `…${long.slice(215, 255)}`;
  const [owed = '', came] = told(long, long.slice(0, 255));
  expect(came).toBe(`${alike}"`);
  expect(owed.startsWith(`${alike}${long.slice(255, 290)}`)).toBe(true);
  expect(owed).toHaveLength(120);
});

test('what differs early is cut behind it, and what is equal is quoted from its beginning', () => {
  const long = 'x'.repeat(300);
  expect(told(`a${long}`, `b${long}`).map((text) => text.slice(0, 4))).toEqual(['"axx', '"bxx']);
  expect(told(long, long)[0]).toBe(`"${'x'.repeat(118)}…`);
});

test('numbers that count off have the endings of English', () => {
  const nth = (count: number) =>
    worded({ is: 'retried-endlessly', event: 'X', most: 3, profile: 'p', count: 30, nth: count }).actual;
  const said = [1, 2, 3, 4, 11, 12, 21, 22, 113].map((count) => / (\d+\w\w) /.exec(nth(count))?.[1]);
  expect(said).toEqual(['1st', '2nd', '3rd', '4th', '11th', '12th', '21st', '22nd', '113th']);
});

test('what a shape asks for is said in words, and what is no matcher as its author wrote it', () => {
  const expected = (shape: string) =>
    worded({ is: 'other-part', verb: 'slots', status: 200, part: 'body', expected: shape, actual: '[]' }).expected;
  expect(expected('~some(timeslotStartDateTime = 2027-04-19T02:30:00.000Z)')).toBe(
    'an element with timeslotStartDateTime = 2027-04-19T02:30:00.000Z',
  );
  expect(expected('~none(ont.ports = ~some(tenantActive = true), lineId = ~not(L1))')).toBe(
    'no element with ont.ports = an element with tenantActive = true, lineId = anything but L1',
  );
  expect(expected('~in(INSTALL, REPAIR)')).toBe('INSTALL or REPAIR');
  expect(expected('~len(>= 2)')).toBe('at least 2 of them');
  expect(expected('~matches(^(a|b)$)')).toBe('a text that matches ^(a|b)$');
  expect(expected('"x"')).toBe('"x"');
});
