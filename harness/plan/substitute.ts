import type { Json, JsonObject, Scenario } from '../model.ts';
import { isValue, valueAt } from '../values/bind.ts';
import { mapItems, mapMembers, mapTexts } from '../values/members.ts';
import { isObject } from '../values/pointer.ts';

/**
 * Filling of values before the run. A template is bound once, at run time, by `bind.ts`; what is known earlier is put
 * in here so that it comes through that binding unchanged, and what is not known is left as it was written.
 */

const INSIDE = /\$\{\$?([^}]*)\}/g;
const NAME = /^([A-Za-z_][A-Za-z0-9_-]*)(.*)$/s;

/** The value that a text without its `$` stands for (`site.id`), or undefined where it is not known yet. */
export type Lookup = (text: string, pointer: string) => Json | undefined;

/** Puts known values into a template; `pointer` says where in it each of them stands. */
export function substitute(template: Json, known: Lookup, pointer = ''): Json {
  return fillTexts(template, pointer, (text, at) => {
    if (text.startsWith('$$')) return text;
    if (isValue(text)) {
      const found = known(text.slice(1), at);
      return (found === undefined ? undefined : quoted(found)) ?? text;
    }
    return text.replace(INSIDE, (whole, inner: string) => {
      const found = known(inner, at);
      const filled = found === undefined ? undefined : textOf(found);
      return filled === undefined || filled.includes('$') ? whole : filled;
    });
  });
}

/**
 * Puts values in as they were written: a pasted `$other.member` is a value again. So rows may hold values, and a given
 * that rests on a leased site stands for its text until the site is known.
 */
export function paste(template: Json, names: JsonObject): Json {
  return fillTexts(template, '', (text) => {
    if (text.startsWith('$$')) return text;
    const filled = text.replace(INSIDE, (whole, inner: string) => {
      const found = pasted(inner, names);
      if (found === undefined) return whole;
      return typeof found === 'string' && isValue(found) ? `\${${found.slice(1)}}` : textOf(found);
    });
    return (isValue(filled) ? pasted(filled.slice(1), names) : undefined) ?? filled;
  });
}

function pasted(text: string, names: JsonObject): Json | undefined {
  const [, name = '', rest = ''] = NAME.exec(text) ?? [];
  if (!Object.hasOwn(names, name)) return undefined;
  const value = names[name];
  if (typeof value === 'string' && isValue(value)) return `${value}${rest}`;
  return valueAt(text, names);
}

/** Fills in texts where they hold values. A span holds the text of the file, which nothing fills in. */
const fillTexts = (template: Json, pointer: string, change: (text: string, pointer: string) => Json): Json =>
  mapTexts(template, (text, at) => (text.includes('$') ? change(text, at) : text), pointer, isSpan);

function isSpan(value: JsonObject): boolean {
  return 'excerpt' in value && 'file' in value && 'line' in value;
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The template that binding turns into `value`; undefined where a text holds `${` inside, which no template can say. */
function quoted(value: Json): Json | undefined {
  if (typeof value === 'string') {
    if (value.startsWith('$')) return `$${value}`;
    return value.includes('${') ? undefined : value;
  }
  if (Array.isArray(value)) {
    const items = mapItems(value, quoted);
    return items.length < value.length ? undefined : items;
  }
  if (!isObject(value)) return value;
  const members = mapMembers(value, quoted);
  return Object.keys(members).length < Object.keys(value).length ? undefined : members;
}

/**
 * A scenario with values put in as they were written, wherever its author may name them; spans keep the text of the file.
 */
export function pasteScenario(scenario: Scenario, names: JsonObject): Scenario {
  if (Object.keys(names).length === 0) return scenario;
  const { title, tenant, given, steps, kci, outcome, problemCode } = scenario;
  const part = { title, tenant, given, steps, kci, outcome, problemCode };
  const written = Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined));
  return { ...scenario, ...(paste(written as unknown as Json, names) as unknown as typeof part) } as Scenario;
}
