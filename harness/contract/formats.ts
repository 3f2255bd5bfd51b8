import type { Json } from '../model.ts';
import { UUID } from '../values/hideable.ts';
import { isDate, isDateTime } from '../values/iso8601.ts';

/**
 * A format that the spec names, with its words for findings. It accepts everything that its sentence allows: ISO 8601 is
 * wider than most libraries' date-time.
 */
interface Format {
  readonly words: string;
  readonly fits: (text: string) => boolean;
}

const UTC_WITH_MILLISECONDS = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}(?:Z|[+-]00:?00)$/;

/** The formats that the contract's schemas name, by name. */
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
  // OAuth compares token types without regard to case.
  bearer: { words: 'Bearer', fits: (text) => text.toLowerCase() === 'bearer' },
};

/** Whether texts of this format are dates or times. */
export function isDateFormat(format: Json | undefined): boolean {
  return typeof format === 'string' && /^(iso8601|utc)-/.test(format);
}
