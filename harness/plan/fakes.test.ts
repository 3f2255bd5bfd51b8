import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../model.ts';
import { FAKE_KINDS } from '../scenario/vocabulary.ts';
import { fake as fakeIn } from './fakes.ts';

const now = Date.UTC(2026, 10, 21, 9);
const fake = (kind: string, seed: number, at: number): Json | undefined => fakeIn(kind, seed, at, 'Europe/London');
const many = (kind: string): string[] => Array.from({ length: 400 }, (_, seed) => String(fake(kind, seed, now)));

/** By the calendar, whatever the seed; `now` is a Saturday in November 2026. */
const CALENDAR = {
  clocksForward: '2027-03-28',
  clocksBack: '2027-10-31',
  summerDay: '2027-05-01',
  winterDay: '2026-11-22',
  leapDay: '2028-02-29',
  weekAfterLeapDay: '2028-03-07',
  thirtyFirst: '2027-03-31',
  weekAfterThirtyFirst: '2027-04-07',
  turnOfYear: '2027-01-01',
  monthEnd: '2026-12-31',
};

test('days of the calendar are the next ones', () => {
  const days = Object.keys(CALENDAR).map((kind) => [kind, fake(kind, 1, now)]);
  expect(Object.fromEntries(days)).toEqual(CALENDAR);
  expect(fake('turnOfYear', 1, Date.UTC(2024, 11, 1))).toBe('2024-12-30');
  expect(fake('monthEnd', 1, Date.UTC(2027, 9, 1))).toBe('2027-10-29');
});

test.for([
  ['America/New_York', '2027-03-14', '2027-11-07'],
  ['Australia/Sydney', '2027-10-03', '2027-04-04'],
  ['Australia/Lord_Howe', '2027-10-03', '2027-04-04'],
  ['UTC', '2026-11-22', '2026-11-22'],
])('clocks change as those of the zone do: %s', ([zone = '', forward, back]) => {
  expect([fakeIn('clocksForward', 1, now, zone), fakeIn('clocksBack', 1, now, zone)]).toEqual([forward, back]);
});

const MADE_UP = FAKE_KINDS.filter((kind) => !Object.hasOwn(CALENDAR, kind));

test('every word of the scenario format is made up, and nothing else', () => {
  expect(FAKE_KINDS.filter((kind) => fake(kind, 1, now) === undefined)).toEqual([]);
  expect(fake('toString', 1, now)).toBeUndefined();
});

test.each(MADE_UP)('%s is the same for the same seed, and differs between seeds', (kind) => {
  expect(fake(kind, 1, now)).toEqual(fake(kind, 1, now));
  expect(new Set(Array.from({ length: 50 }, (_, seed) => JSON.stringify(fake(kind, seed, now)))).size).toBeGreaterThan(
    3,
  );
});

test('a kind that does not exist has no value', () => {
  expect(fake('unicorn', 1, now)).toBeUndefined();
  expect(fake('constructor', 1, now)).toBeUndefined();
});

test('names with apostrophes and with letters beyond ASCII come up regularly', () => {
  const names = many('name');
  expect(names.filter((name) => name.includes("'")).length).toBeGreaterThan(20);
  expect(names.filter((name) => /[^\p{ASCII}]/u.test(name)).length).toBeGreaterThan(60);
});

test('nobody can be called: every phone number is from a range kept for drama', () => {
  const drama = /^(01632960|07700900|02079460|01134960|01214960|01614960|02896496|02920180)\d{3}$/;
  expect(many('phoneNumber').filter((number) => !drama.test(number))).toEqual([]);
});

test('nobody can be written to: every mail address is plain ASCII at example.com, .org or .net', () => {
  expect(many('email').filter((email) => !/^[a-z]+(\.[a-z]+)*@example\.(com|org|net)$/.test(email))).toEqual([]);
});

test('a contact is one person: the mail address is of the name', () => {
  expect(fake('contact', 5, now)).toEqual({
    name: expect.any(String),
    email: expect.stringContaining('@example.'),
    phoneNumber: expect.stringMatching(/^0\d{10}$/),
  });
  const odd = Array.from({ length: 400 }, (_, seed) => fake('contact', seed, now) as JsonObject).find(
    ({ name }) => name === "Łukasz O'Brien" || String(name).endsWith("O'Brien"),
  );
  expect(String(odd?.email)).toContain('.obrien@');
});

test('property numbers have up to 12 digits and no leading zero', () => {
  expect(many('uprn').filter((uprn) => !/^[1-9]\d{9,11}$/.test(uprn))).toEqual([]);
});

test('postcodes have the shape of UK postcodes', () => {
  expect(many('postcode').filter((code) => !/^[A-Z]{1,2}\d{1,2} \d[ABD-HJLNP-UW-Z]{2}$/.test(code))).toEqual([]);
});

test('completion dates are Mondays to Fridays at least ten days ahead', () => {
  for (const date of [...many('completionDate'), ...many('completionDateTime')]) {
    const at = new Date(date);
    expect([1, 2, 3, 4, 5]).toContain(at.getUTCDay());
    expect(at.getTime()).toBeGreaterThanOrEqual(Date.UTC(2026, 11, 1));
  }
  expect(fake('completionDate', 1, now)).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(fake('completionDateTime', 1, now)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:30:00\.000Z$/);
});
