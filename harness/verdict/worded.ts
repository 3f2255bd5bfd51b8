import { type Fact, FINDINGS, type Forms } from '../findings.ts';
import type { Finding, Json } from '../model.ts';
import { alteredAs } from '../values/altered.ts';
import { cut, MAX_CHARACTERS } from '../values/cut.ts';
import { formatDuration } from '../values/duration.ts';
import { instantText } from '../values/iso8601.ts';
import { shapeInWords } from '../words/shape-words.ts';
import { either } from '../words/text.ts';
import { anyElement } from './kind.ts';

/** A fact in words; with the id of its order in front, if given. */
export function worded(fact: Fact, order?: string): Finding {
  const [says = '', expected = '', actual = '', kind] = FINDINGS[fact.is].split(' | ');
  const values = fact as unknown as FactMembers;
  const altered = alteredIn(fact);
  const said = `${fill(says, values)}${altered === undefined ? '' : ` (${altered})`}`;
  const called = fill(kind ?? says, values, true);
  const summary = order === undefined ? said : `order ${order}: ${said}`;
  return {
    summary,
    expected: fill(expected, values),
    actual: fill(actual, values),
    ...(fact.pointer === undefined ? {} : { pointer: fact.pointer }),
    ...(called === summary ? {} : { kind: called }),
    fact: Object.fromEntries(Object.entries(fact).map(([name, value]) => [name, kept(value)])) as unknown as Fact,
  };
}

/** How what came was made of what was owed, in words, if that can be seen. */
export function alteredIn(fact: Fact): string | undefined {
  const { owed, allowed, came } = fact as unknown as Readonly<Record<string, Json | undefined>>;
  return [owed ?? allowed]
    .flat()
    .map((right) => alteredAs(right, came))
    .find((each) => each !== undefined);
}

const MAX_KEPT = 2_000;

/** A value as it is stored: cut, since a target may send one of any length. */
function kept<T>(value: T): T | string {
  const text = Array.isArray(value) || typeof value === 'number' ? '' : (JSON.stringify(value) ?? '');
  return text.length > MAX_KEPT ? cut(text) : value;
}

type FactMembers = Readonly<Record<string, unknown>>;

const SLOT = /\{(\w+)(?:~([^:?}]*))?(?::(\w+))?\??\}/g;

/** Fills a text's slots with values; for the name of a kind, with stand-ins for values that differ from case to case. */
function fill(text: string, values: FactMembers, isKind = false): string {
  const isLeftOut = (part: string): boolean =>
    [...part.matchAll(SLOT)].some(([, name = '', standIn]) => values[name] === undefined || (isKind && standIn === ''));
  const whole = text.replace(/\[([^\]]*)\]/g, (_, part: string) => (isLeftOut(part) ? '' : part));
  const skipped = alikeIn(values);
  return whole.replace(SLOT, (_, name: string, standIn: string | undefined, form = 'text') => {
    if (isKind && standIn !== undefined) return standIn;
    const value = values[name];
    const isCompared = form === 'json' && skipped > 0 && (name === 'owed' || name === 'came');
    return isCompared ? cut(`…${jsonText(value).slice(skipped)}`) : FORMS[form as keyof Forms](value as never);
  });
}

/** How many equal characters to keep before the first difference. */
const MAX_ALIKE = 40;

/** How many characters to skip of what was owed and what came, if both would be cut before they differ. */
function alikeIn({ owed, came }: FactMembers): number {
  const [one, other] = [jsonText(owed), jsonText(came)];
  let alike = 0;
  while (alike < one.length && one[alike] === other[alike]) alike += 1;
  return alike < MAX_CHARACTERS - 1 || one === other ? 0 : alike - MAX_ALIKE;
}

const jsonText = (value: unknown): string => JSON.stringify(value) ?? 'nothing';

const ORDINAL = new Intl.PluralRules('en', { type: 'ordinal' });
const ENDINGS: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };

const FORMS: { readonly [F in keyof Forms]: (value: Forms[F]) => string } = {
  text: String,
  json: (value) => jsonQuote(value),
  duration: formatDuration,
  instant: instantText,
  nth: (count) => `${count}${ENDINGS[ORDINAL.select(count)] ?? 'th'}`,
  any: either,
  and: (names) => either(names, 'and'),
  anyjson: (values) => either(values.map((value) => jsonQuote(value))),
  either: (words) => words.join(' | '),
  shape: shapeInWords,
  all: (words) => words.join(', '),
  events: (names) => names.join(', ') || 'no event',
  due: (names) => (names.length === 0 ? 'nothing more' : either(names)),
  place: (names) => (names.length === 0 ? 'as the first event' : `after ${names.join(', ')}`),
  since: (names) => (names.length === 0 ? 'nothing before it' : `after ${names.join(', ')}`),
  at: (pointer) => pointer || 'its root',
  anywhere: (pointer) => anyElement(pointer) || 'its root',
};

/** A value as findings quote it: JSON, cut if long. */
export function jsonQuote(value: Json | undefined, most = MAX_CHARACTERS): string {
  return cut(value === undefined ? 'nothing' : JSON.stringify(value), most);
}
