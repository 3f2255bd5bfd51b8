import type { CapturedBody, Headers } from '../model.ts';
import { UUID } from '../values/hideable.ts';
import { percentDecode } from '../values/percent.ts';
import { isJson, mapJsonTexts } from '../wire/json-texts.ts';
import { createKnownSecrets, type SecretSearch } from './known-secrets.ts';

/**
 * Takes secrets out of what was on the wire; a text without secrets stays the same. Equal secrets get equal placeholders,
 * different ones different: `[secret:access-token-2]`; a UUID's placeholder is a UUID. JSON stays JSON: only its texts
 * change.
 */
export type Redactor = ReturnType<typeof createRedactor>;

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
/**
 * A member of JSON (also of JSON within JSON, with escaped quotes), or a field of a form or query; the value may be cut
 * off.
 */
const members = [
  `(?<quote>\\\\{0,7}")(?<member>${memberNames})\\k<quote>\\s*:\\s*(?:\\k<quote>(?<text>(?:\\\\.|[^\\\\])*?)(?=\\k<quote>|\\\\{0,7}$)|(?<number>-?\\d[\\d.eE+-]*))`,
  `(?<=^|[?&;\\s"'])(?<field>${memberNames})=(?<value>[^&;\\s"'#]*)`,
].join('|');
const anyMember = new RegExp(members, 'gs');
const wholeMember = new RegExp(`^(?:${memberNames})$`);

/** A redactor that knows no secrets yet, only places where secrets stand. */
export function createRedactor() {
  const { add: addSecret, searchFor, hide, withoutCutOff } = createKnownSecrets(members);
  const uuids = new Map<string, number>();

  /** A UUID stays a UUID, since checks look for one; its digits read "secret", as far as hex allows. */
  const uuidFor = (value: string): string => {
    const nth = uuids.get(value) ?? uuids.size + 1;
    uuids.set(value, nth);
    return `5ec4e700-0000-4000-8000-${String(nth).padStart(12, '0')}`;
  };

  const text = (input: string): string => {
    const search = searchFor(input);
    // Most texts name no such member; then the literals alone are found several times as fast.
    const namesMembers = input.includes('oken') || input.includes('ecret');
    if (search === null && !namesMembers) return input;
    if (UUID.test(input)) return uuidFor(input);
    const isLikeJson = /^\s*[[{"]/.test(input);
    const json = isLikeJson ? mapJsonTexts(input, ofJson) : undefined;
    if (json !== undefined) return json;
    const clean =
      search === null || namesMembers
        ? withoutMembers(input, search)
        : input.replace(search.known, search.placeholderOf);
    // A text that was broken JSON only because of a secret must stay broken.
    return isLikeJson && clean !== input && isJson(clean) ? `${clean}[secret]` : clean;
  };
  const isSecretMember = (member: string | undefined): boolean => member !== undefined && wholeMember.test(member);
  const ofJson = {
    text: (value: string, member?: string): string => {
      if (member !== undefined && isSecretMember(member)) return hide(member, value);
      // A body on record whose bytes are no text.
      return member === 'base64' ? ofBytes(value, text) : text(value);
    },
    number: (written: string, member: string): string => (isSecretMember(member) ? '0' : written),
  };
  const withoutMembers = (input: string, search: SecretSearch | null): string =>
    input.replace(search?.knownOrPlace ?? anyMember, (match: string, ...rest: unknown[]) => {
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

  const url = (input: string): string => {
    if (searchFor(input) === null && !input.includes('oken') && !input.includes('ecret')) return input;
    return input.replace(/([^/?&=#]+)(?:=([^&#]*))?/g, (part: string, name: string, value: string | undefined) => {
      if (value === undefined) return cleanPart(part);
      return `${cleanPart(name)}=${isSecretMember(name) ? hide(name, value) : cleanPart(value)}`;
    });
  };
  const cleanPart = (part: string): string => {
    const said = percentDecode(part) ?? part;
    const clean = text(said);
    return clean === said ? part : encodedButSecrets(clean);
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

  return {
    /** From now on the value is replaced in any text, plain or encoded. Values of one kind are numbered in order. */
    addSecret,
    text,
    /** For the URL of a request that we made: changes its parts, never their separators. */
    url,
    /** Also hides the values of headers that carry credentials; `Bearer` and cookie names stay. */
    headers(headers: Headers): Headers {
      const clean = headers.map((each) => {
        const value = header(each[0], each[1]);
        return value === each[1] ? each : ([each[0], value] as const);
      });
      return clean.every((each, i) => each === headers[i]) ? headers : clean;
    },
    body(body: CapturedBody): CapturedBody {
      const finish = (input: string): string => (body.cut ? withoutCutOff(text(input)) : text(input));
      if (body.text !== undefined) {
        const clean = finish(body.text);
        return clean === body.text ? body : { ...body, text: clean };
      }
      if (body.base64 === undefined) return body;
      const base64 = ofBytes(body.base64, finish);
      return base64 === body.base64 ? body : { ...body, base64 };
    },
  };
}

function replaceEnd(match: string, end: string, replacement: string): string {
  return match.slice(0, match.length - end.length) + replacement;
}

/** Looks at bytes that are no UTF-8 one by one; what looks like a secret there mostly is one. */
function ofBytes(base64: string, change: (bytes: string) => string): string {
  const bytes = Buffer.from(base64, 'base64').toString('latin1');
  const clean = change(bytes);
  return clean === bytes ? base64 : Buffer.from(clean, 'latin1').toString('base64');
}

function encodedButSecrets(text: string): string {
  return encodeURIComponent(text).replace(/%5Bsecret%3A([\w.-]+)%5D/g, '[secret:$1]');
}
