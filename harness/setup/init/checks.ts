import type { Site } from '../../model.ts';
import { hostAndPort, httpUrl } from '../../values/url.ts';
import type { AnswerCheck } from './terminal.ts';

const allowed =
  (pattern: RegExp, wanted: string): AnswerCheck =>
  (text) =>
    pattern.test(text) ? null : `"${text}" is not ${wanted}`;

/** A name of a target, tenant or world. */
export const isName = allowed(/^[A-Za-z][A-Za-z0-9_-]*$/, 'a name: a letter, then letters, digits, _ and -');
/** A name of an environment variable. */
export const isVariableName = allowed(/^[A-Za-z_][A-Za-z0-9_]*$/, 'the name of a variable: letters, digits and _');
/** A header name (RFC 9110). */
export const isHeaderName = allowed(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'the name of a header: no spaces, no colon');
/** Any text but an empty one. */
export const isAnything = allowed(/\S/, 'an answer');

/** An address for requests: http or https, without credentials, query and fragment. */
export const isAddress: AnswerCheck = (text) => {
  const url = httpUrl(text);
  if (!url) return `"${text}" is no address like https://cvt.gateway.example`;
  const { username, password, search, hash } = url;
  if (username || password) return 'it holds credentials: give the address without, they come from the environment';
  return search || hash ? 'it goes on after its path: the paths of the specification are put behind it' : null;
};

/** Host and port to listen on. */
export const isListenAddress: AnswerCheck = (text) =>
  hostAndPort(text) ? null : `"${text}" is no host and port like 0.0.0.0:8443`;

/** One of a few words. */
export function isOneOf(words: readonly string[]): AnswerCheck {
  return (text) => (words.includes(text) ? null : `"${text}" is none of ${words.join(', ')}`);
}

/**
 * Reads addresses as people type them: `900100000001, 900100000002`, or with facts, `902200000001 serviceId=SVC1
 * lineId=LN1`. A word with `=` is a fact of the address before it; `type=` gives the type of its id.
 */
export function readSites(text: string): { readonly sites: readonly Site[] } | { readonly wrong: string } {
  const sites: Site[] = [];
  for (const word of text.split(/[\s,;]+/).filter((each) => each !== '')) {
    const [, name, value] = /^([^=]*)=(.*)$/.exec(word) ?? [];
    const last = sites.at(-1);
    if (name === undefined || value === undefined) sites.push({ id: word, type: 'UPRN' });
    else if (!last) return { wrong: `"${word}" stands before any address: write the property number first` };
    else if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) || value === '')
      return { wrong: `"${word}" is no fact like serviceId=SVC1` };
    else sites[sites.length - 1] = { ...last, [name]: value };
  }
  return { sites };
}
