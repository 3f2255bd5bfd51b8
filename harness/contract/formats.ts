/**
 * The formats that the spec names, each with the words a finding uses for it. They accept all that their sentence
 * allows: ISO 8601 is wider than what most libraries call a date-time.
 */
export interface Format {
  readonly words: string;
  readonly fits: (text: string) => boolean;
}

const DATE = /^(\d{4})(-?)(\d{2})\2(\d{2})$/;
const TIME = /^([01]\d|2[0-4])(?::?([0-5]\d)(?::?([0-5]\d|60)(?:[.,]\d+)?)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?$/;
const UTC_WITH_MILLISECONDS = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}(?:Z|[+-]00:?00)$/;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A calendar date that exists, in extended (2026-12-01) or basic (20261201) form. */
function isDate(text: string): boolean {
  const [, year, , month, day] = DATE.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

/** A date, `T` and a time of any precision, with or without a zone: ISO 8601 asks for no more. */
function isDateTime(text: string): boolean {
  const at = text.indexOf('T');
  if (at < 0 || !isDate(text.slice(0, at))) return false;
  const [, hours, minutes, seconds] = TIME.exec(text.slice(at + 1)) ?? [];
  return hours !== undefined && (hours !== '24' || Number(minutes ?? 0) + Number(seconds ?? 0) === 0);
}

export const FORMATS: Readonly<Record<string, Format>> = {
  'iso8601-date': { words: 'an ISO 8601 date, such as 2026-12-01', fits: isDate },
  'iso8601-date-time': { words: 'an ISO 8601 date-time, such as 2026-12-01T08:00:00Z', fits: isDateTime },
  'iso8601-date-or-date-time': {
    words: 'an ISO 8601 date or date-time',
    fits: (text) => isDate(text) || isDateTime(text),
  },
  'utc-with-milliseconds': {
    words: 'an ISO 8601 date-time in UTC with milliseconds, such as 2026-12-01T08:00:00.000Z',
    fits: (text) => UTC_WITH_MILLISECONDS.test(text) && isDateTime(text),
  },
  uuid: { words: 'a UUID', fits: (text) => UUID.test(text) },
  // OAuth compares the type of a token without regard to case.
  bearer: { words: 'Bearer', fits: (text) => text.toLowerCase() === 'bearer' },
};
