import type { Json } from '../model.ts';

type StoredPart = Json[] | { [name: string]: Json };

/**
 * Values as one text in which equal objects and lists are stored once: a list, in which 7 refers to its eighth element, and
 * `[7]` is the number 7. Repeated parts are so written, read and held in memory once.
 */
export function packShared(values: readonly Json[]): string {
  const parts: string[] = [];
  const places = new Map<string, number>();
  const put = (value: Json | undefined): string => {
    if (typeof value === 'number') return `[${JSON.stringify(value)}]`;
    if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null);
    const text = Array.isArray(value) ? `[${value.map(put).join()}]` : `{${members(value).join()}}`;
    const place = places.get(text) ?? parts.push(text) - 1;
    places.set(text, place);
    return String(place);
  };
  const members = (object: object): string[] =>
    Object.entries(object).flatMap(([name, value]) =>
      value === undefined ? [] : [`${JSON.stringify(name)}:${put(value)}`],
    );
  const whole = `[${values.map(put).join()}]`;
  return `{"whole":${whole},"parts":[${parts.join()}]}`;
}

/** The values in a text of `packShared`. Equal parts are the same object, so nobody may change them. */
export function unpackShared(text: string): readonly Json[] {
  const { whole, parts } = JSON.parse(text) as { readonly whole: Json[]; readonly parts: readonly StoredPart[] };
  const fill = (part: StoredPart): void => {
    // Loops without `entries`, which would take longer than everything else.
    if (Array.isArray(part)) {
      for (let i = 0; i < part.length; i += 1) part[i] = meant(part[i] as Json);
    } else for (const name in part) part[name] = meant(part[name] as Json);
  };
  const meant = (value: Json): Json =>
    typeof value === 'number' ? (parts[value] as Json) : Array.isArray(value) ? (value[0] as Json) : value;
  for (const part of parts) fill(part);
  return whole.map(meant);
}
