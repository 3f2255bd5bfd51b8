import type { CapturedBody, Headers } from '../model.ts';
import { createLiteralFinder } from './literal-finder.ts';
import { formsOf, type SecretForm } from './secret-forms.ts';

/** Takes secrets out of what was on the wire; what holds none is given back as it is. Equal secrets get equal placeholders, different ones different: `[secret:access-token-2]`. */
export interface Redactor {
  /** From now on the value is found in any text, plain or encoded. Of one kind they are numbered as they come. */
  addSecret(kind: string, value: string): void;
  text(text: string): string;
  /** Knows, besides the secrets, the headers that carry credentials: their values go, `Bearer` and cookie names stay. */
  headers(headers: Headers): Headers;
  body(body: CapturedBody): CapturedBody;
}

interface KnownForm extends SecretForm {
  readonly placeholder: string;
}

const credentialHeaders = new Set(['authorization', 'proxy-authorization']);
const cookieHeaders = new Set(['cookie', 'set-cookie']);
const keyHeaders = new Set([
  'x-api-key',
  'api-key',
  'apikey',
  'x-auth-token',
  'x-access-token',
  'x-amz-security-token',
]);

const memberNames = '(?:access|refresh)_?[tT]oken|client_?[sS]ecret';
/** A member of JSON (also of JSON within JSON, where quotes are escaped), or a field of a form or query; a value may be cut off. */
const members = [
  `(?<quote>\\\\{0,7}")(?<member>${memberNames})\\k<quote>\\s*:\\s*(?:\\k<quote>(?<text>(?:\\\\.|[^\\\\])*?)(?=\\k<quote>|\\\\{0,7}$)|(?<number>-?\\d[\\d.eE+-]*))`,
  `(?<=^|[?&;\\s"'])(?<field>${memberNames})=(?<value>[^&;\\s"'#]*)`,
].join('|');
const anyMember = new RegExp(members, 'gs');

/** How some of the known secrets are found in a text. */
interface Search {
  readonly known: RegExp;
  readonly knownOrMember: RegExp;
  placeholderOf(match: string): string;
}

/** The same few secrets stand in text after text. A target that puts others into each must not fill the memory for compiled expressions. */
const MOST_SEARCHES = 32;

/** One alternation, the longest form first, so that a secret within a secret never leaves half of the longer one. */
function searchOf(forms: readonly KnownForm[]): Search {
  const sorted = longestFirst(forms);
  const sources = sorted.map(({ source }) => source).join('|');
  let known: RegExp | undefined;
  let knownOrMember: RegExp | undefined;
  return {
    get known() {
      known ??= new RegExp(sources, 'g');
      return known;
    },
    get knownOrMember() {
      knownOrMember ??= new RegExp(`${members}|${sources}`, 'gs');
      return knownOrMember;
    },
    placeholderOf: (match) => sorted.find(({ literal }) => match.includes(literal))?.placeholder ?? '[secret]',
  };
}

function longestFirst(forms: Iterable<KnownForm>): readonly KnownForm[] {
  return [...forms].sort((a, b) => b.literal.length - a.literal.length);
}

/** A redactor that knows no secret yet, only the places where secrets stand. */
export function createRedactor(): Redactor {
  const forms = new Map<string, KnownForm>();
  // A load over weeks has thousands of tokens; no regular expression is made of them all, only of those a text may hold.
  const finder = createLiteralFinder();
  const searches = new Map<string, Search>();
  const placeholders = new Map<string, string>();
  const counts = new Map<string, number>();

  /** What to look for in a text; null where it holds no known secret. */
  const searchFor = (input: string): Search | null => {
    const candidates = finder.candidatesIn(input);
    if (candidates.length === 0) return null;
    const key = candidates.join('\n');
    let search = searches.get(key);
    if (!search) {
      search = searchOf(candidates.flatMap((literal) => forms.get(literal) ?? []));
      if (searches.size >= MOST_SEARCHES) searches.clear();
      searches.set(key, search);
    }
    return search;
  };
  const placeholderFor = (kind: string, value: string): string => {
    const existing = placeholders.get(value);
    if (existing !== undefined) return existing;
    const name = kind.replace(/[^\w.-]+/g, '-');
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    const placeholder = `[secret:${name}-${count}]`;
    placeholders.set(value, placeholder);
    return placeholder;
  };
  /** A value that is secret because of where it stands. Empty and already redacted ones say nothing. */
  const hide = (kind: string, value: string): string => {
    if (value === '' || value.startsWith('[secret:')) return value;
    const whole = forms.get(value);
    if (whole) return whole.placeholder;
    const search = searchFor(value);
    const within = search && value.match(search.known);
    return search && within?.[0] !== undefined ? search.placeholderOf(within[0]) : placeholderFor(kind, value);
  };

  const text = (input: string): string => {
    const search = searchFor(input);
    // Most texts name no such member, and then the literals alone are found several times as fast.
    if (!input.includes('oken') && !input.includes('ecret'))
      return search === null ? input : input.replace(search.known, search.placeholderOf);
    return input.replace(search?.knownOrMember ?? anyMember, (match: string, ...rest: unknown[]) => {
      const {
        member,
        text: value,
        number,
        field,
        value: fieldValue,
      } = rest.at(-1) as Record<string, string | undefined>;
      if (member !== undefined && value !== undefined) return replaceEnd(match, value, hide(member, value));
      if (member !== undefined && number !== undefined) return replaceEnd(match, number, '0');
      if (field !== undefined && fieldValue !== undefined)
        return replaceEnd(match, fieldValue, hide(field, fieldValue));
      return search?.placeholderOf(match) ?? match;
    });
  };

  const header = (name: string, value: string): string => {
    const lower = name.toLowerCase();
    if (credentialHeaders.has(lower)) {
      const [, scheme = '', credentials = ''] =
        /^(\s*(?:(?:Basic|Bearer|Digest|Negotiate)$|\S+\s+)?)(.*)$/is.exec(value) ?? [];
      return scheme + hide('authorization', credentials);
    }
    if (cookieHeaders.has(lower)) {
      const pairs = lower === 'cookie' ? /(^|;\s*)([^=;]+=)([^;]*)/g : /(^)([^=;]+=)([^;]*)/;
      return text(
        value.replace(
          pairs,
          (_match, start: string, cookie: string, content: string) => start + cookie + hide(lower, content),
        ),
      );
    }
    return keyHeaders.has(lower) ? hide(lower, value) : text(value);
  };

  /** A secret that the end of the kept part cut in two would match no form. */
  const cutEnd = (input: string): string => {
    for (const { literal, placeholder } of longestFirst(forms.values())) {
      for (let length = literal.length - 1; length >= 4; length -= 1) {
        if (input.endsWith(literal.slice(0, length))) return input.slice(0, -length) + placeholder;
      }
    }
    return input;
  };

  return {
    addSecret(kind, value) {
      if (value === '' || forms.has(value)) return;
      const placeholder = placeholderFor(kind, value);
      for (const form of formsOf(value)) {
        if (forms.has(form.literal)) continue;
        forms.set(form.literal, { ...form, placeholder });
        finder.add(form.literal);
      }
    },
    text,
    headers(headers) {
      const clean = headers.map(([name, value]) => [name, header(name, value)] as const);
      return clean.every(([, value], i) => value === headers[i]?.[1]) ? headers : clean;
    },
    body(body) {
      const finish = (input: string): string => (body.cut ? cutEnd(text(input)) : text(input));
      if (body.text !== undefined) {
        const clean = finish(body.text);
        return clean === body.text ? body : { ...body, text: clean };
      }
      if (body.base64 === undefined) return body;
      // Bytes that are no UTF-8 are looked through one by one; most of what looks like a secret in them is one.
      const bytes = Buffer.from(body.base64, 'base64').toString('latin1');
      const clean = finish(bytes);
      return clean === bytes ? body : { ...body, base64: Buffer.from(clean, 'latin1').toString('base64') };
    },
  };
}

function replaceEnd(match: string, end: string, replacement: string): string {
  return match.slice(0, match.length - end.length) + replacement;
}
