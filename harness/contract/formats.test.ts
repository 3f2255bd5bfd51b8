import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FORMATS } from './formats.ts';

const fits = (format: string, text: string): boolean => FORMATS[format]?.fits(text) ?? false;

describe('an ISO 8601 date-time', () => {
  test.each([
    '2026-12-01T08:00:00Z',
    '2026-12-01T08:00Z',
    '2026-12-01T08',
    '2026-12-01T08:00:00',
    '2026-12-01T08:00:00.5+01:00',
    '2026-12-01T08:00:00,123Z',
    '20261201T080000Z',
    '2026-12-01T24:00:00Z',
    '2024-02-29T23:59:60+0100',
  ])('may be written as %s', (text) => {
    expect(fits('iso8601-date-time', text)).toBe(true);
  });

  test.each([
    '',
    '2026-12-01',
    '2026-12-01 08:00:00Z',
    '2026-13-01T08:00:00Z',
    '2026-02-30T08:00:00Z',
    '2026-12-01T25:00:00Z',
    '2026-12-01T24:00:01Z',
    '01/12/2026T08:00',
    '1796112000000',
  ])('is not %j', (text) => {
    expect(fits('iso8601-date-time', text)).toBe(false);
  });

  test('is whatever a clock prints', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date('2099-12-31'), noInvalidDate: true }), (date) => {
        expect(fits('iso8601-date-time', date.toISOString())).toBe(true);
        expect(fits('utc-with-milliseconds', date.toISOString())).toBe(true);
        expect(fits('iso8601-date', date.toISOString().slice(0, 10))).toBe(true);
      }),
    );
  });
});

describe('UTC with milliseconds', () => {
  test.each(['2026-12-01T08:00:00.000Z', '2026-12-01T08:00:00.000+00:00'])('is %s', (text) => {
    expect(fits('utc-with-milliseconds', text)).toBe(true);
  });

  test.each([
    '2026-12-01T08:00:00Z',
    '2026-12-01T08:00:00.0Z',
    '2026-12-01T08:00:00.000000Z',
    '2026-12-01T08:00:00.000',
    '2026-12-01T08:00:00.000+01:00',
    '2026-02-30T08:00:00.000Z',
  ])('is not %s', (text) => {
    expect(fits('utc-with-milliseconds', text)).toBe(false);
  });
});

describe('other formats', () => {
  test.each<[string, string, boolean]>([
    ['uuid', '6F2D2C1E-1C7B-4C0A-9B53-4A0D1F3B7E01', true],
    ['uuid', '6f2d2c1e1c7b4c0a9b534a0d1f3b7e01', false],
    ['bearer', 'bearer', true],
    ['bearer', 'Basic', false],
    ['iso8601-date', '2026-12-01T00:00:00Z', false],
    ['iso8601-date-or-date-time', '2026-12-01', true],
    ['iso8601-date-or-date-time', 'tomorrow', false],
  ])('%s takes %s: %s', (format, text, expected) => {
    expect(fits(format, text)).toBe(expected);
  });
});
