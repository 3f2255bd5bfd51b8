import { momentOf } from './iso8601.ts';

/** The date of a date-time, as written; undefined if there is none. */
export function dateOf(text: unknown): string | undefined {
  return /^\d{4}-\d{2}-\d{2}(?=T|$)/.exec(String(text))?.[0];
}

/** The same moment with the offset +01:00, in whole seconds; undefined if the text is no moment. */
export function withOffset(text: unknown): string | undefined {
  return moment(text, 3_600_000, '+01:00');
}

/** The same moment in UTC, without fractions of a second; undefined if the text is no moment. */
export function inSeconds(text: unknown): string | undefined {
  return moment(text, 0, 'Z');
}

function moment(text: unknown, aheadMs: number, zone: string): string | undefined {
  const at = momentOf(String(text));
  return at === undefined ? undefined : `${new Date(at + aheadMs).toISOString().slice(0, -5)}${zone}`;
}
