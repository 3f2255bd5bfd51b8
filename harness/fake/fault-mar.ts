import type { Json } from '../model.ts';
import { parseDuration } from '../values/duration.ts';

/** Ways in which a gateway that somebody else wrote spoils a value. What a way does not fit is left as it was. */

type Way = (value: Json) => Json;

const ofText =
  (change: (text: string) => Json): Way =>
  (value) =>
    typeof value === 'string' ? change(value) : value;

const WAYS = {
  upper: ofText((text) => text.toUpperCase()),
  lower: ofText((text) => text.toLowerCase()),
  capitalised: ofText((text) => text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase()),
  trimmed: ofText((text) => text.trim()),
  'blanks-joined': ofText((text) => text.replaceAll(/\s+/g, ' ')),
  padded: ofText((text) => `${text} `),
  'last-lost': ofText((text) => text.slice(0, -1)),
  'first-lost': ofText((text) => text.slice(1)),
  'cut-at-255': ofText((text) => text.slice(0, 255)),
  'cut-at-30': ofText((text) => text.slice(0, 30)),
  ascii: ofText((text) => text.replaceAll(/[^\0-\x7f]/gu, '?')),
  'without-accents': ofText((text) => text.normalize('NFD').replaceAll(/\p{M}/gu, '')),
  'read-as-latin': ofText((text) => Buffer.from(text, 'utf8').toString('latin1')),
  'html-escaped': ofText((text) => text.replaceAll(/[&<>"']/g, (unit) => `&#${unit.charCodeAt(0)};`)),
  'url-encoded': ofText((text) => encodeURIComponent(text)),
  'without-leading-zeros': ofText((text) => text.replace(/^0+(?=.)/, '')),
  'as-number': ofText((text) => (text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text))),
  'as-text': (value) => (typeof value === 'object' ? JSON.stringify(value) : String(value)),
  'as-list': (value) => [value],
  'as-object': (value) => ({ value }),
  'as-truth': (value) => !(typeof value === 'boolean' && value),
  'as-digit': (value) => Number(value === true),
  null: () => null,
  empty: (value) => (Array.isArray(value) ? [] : typeof value === 'object' ? {} : ''),
  'in-32-bits': (value) => (typeof value === 'number' ? value | 0 : value),
  'in-floats': (value) => (typeof value === 'number' ? Math.fround(value) : value),
  'one-more': (value) => (typeof value === 'number' ? value + 1 : value),
  'with-fraction': (value) => (typeof value === 'number' ? value + 0.5 : value),
  'without-first': (value) => (Array.isArray(value) ? value.slice(1) : value),
  'without-last': (value) => (Array.isArray(value) ? value.slice(0, -1) : value),
  unzoned: ofText((text) => text.replace(/(Z|[+-]\d\d:?\d\d)$/, '')),
  'date-alone': ofText((text) => text.slice(0, 10)),
  'day-first': ofText((text) => text.replace(/^(\d{4})-(\d\d)-(\d\d)/, '$3/$2/$1')),
  'as-epoch': ofText((text) => (Number.isNaN(Date.parse(text)) ? text : Date.parse(text) / 1000)),
  'hour-later': moved('1h'),
  'hour-earlier': moved('1h', -1),
  'day-later': moved('1d'),
  'day-earlier': moved('1d', -1),
} as const satisfies Readonly<Record<string, Way>>;

/** A way to spoil a value, by name. */
export type Marring = keyof typeof WAYS;

/** All of them. */
export const MARRINGS = Object.keys(WAYS) as readonly Marring[];

/** The value spoilt in that way. */
export function marred(value: Json, as: Marring): Json {
  return WAYS[as](value);
}

/** A date or date-time later or earlier, in the form in which it was written. */
function moved(by: string, sign = 1): Way {
  return ofText((text) => {
    const at = Date.parse(text);
    if (Number.isNaN(at)) return text;
    const there = new Date(at + sign * (parseDuration(by) ?? 0)).toISOString();
    return text.length === 10 ? there.slice(0, 10) : there;
  });
}
