import type { Json, JsonObject, Scenario } from '../model.ts';
import { isValue, valueAt } from '../values/bind.ts';
import { mapItems, mapMembers, mapTexts } from '../values/members.ts';
import { isObject } from '../values/pointer.ts';

/**
 * Fills in values before the run. A template is bound at run time by `bind.ts`; values known earlier are filled in here so
 * that binding leaves them unchanged, and unknown ones stay as written.
 */

const INSIDE = /\$\{\$?([^}]*)\}/g;
const NAME = /^([A-Za-z_][A-Za-z0-9_-]*)(.*)$/s;

/** The value of a text without its `$` (`site.id`); undefined if it is not known yet. */
export type Lookup = (text: string, pointer: string) => Json | undefined;

/** Fills known values into a template; `pointer` is the template's place. */
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
 * Fills values in as written: a pasted `$other.member` is a reference again. So rows may hold references, and a given that
 * depends on a leased site stays a reference until the site is known.
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

/** Changes texts with `$`, but not in spans, which hold the text of the file. */
const fillTexts = (template: Json, pointer: string, change: (text: string, pointer: string) => Json): Json =>
  mapTexts(template, (text, at) => (text.includes('$') ? change(text, at) : text), pointer, isSpan);

function isSpan(value: JsonObject): boolean {
  return 'excerpt' in value && 'file' in value && 'line' in value;
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The template that binding turns into `value`; undefined for a text with `${` inside, which no template can express. */
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

/** A scenario with values filled in as written, wherever authors may use them; spans are left alone. */
export function pasteScenario(scenario: Scenario, names: JsonObject): Scenario {
  if (Object.keys(names).length === 0) return scenario;
  const { title, tenant, given, steps, kci, outcome, problemCode } = scenario;
  const part = { title, tenant, given, steps, kci, outcome, problemCode };
  const written = Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined));
  return { ...scenario, ...(paste(written as unknown as Json, names) as unknown as typeof part) } as Scenario;
}
