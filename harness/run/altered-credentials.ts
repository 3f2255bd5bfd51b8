import { basicOf } from '../wire/basic.ts';

/** A tenant's credentials. */
interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly token: string;
  /** The secret of another client of the target, if there is one. */
  readonly anothersSecret?: string | undefined;
}

/** An Authorization header that is nearly right, and the parts of it that are as secret as the original. */
interface AlteredCredentials {
  readonly authorization: string;
  readonly secrets: readonly string[];
}

const TEXTS: Readonly<Record<string, (text: string) => string>> = {
  'cut-short': (text) => text.slice(0, -1),
  half: (text) => text.slice(0, Math.ceil(text.length / 2)),
  'one-more': (text) => `${text}x`,
  // In the middle: the last base64 character may hold unused bits.
  'one-changed': changed,
  'other-case': otherCase,
  'blank-before': (text) => ` ${text}`,
  'blank-behind': (text) => `${text} `,
  'blank-within': (text) => `${text.slice(0, text.length >> 1)} ${text.slice(text.length >> 1)}`,
  'something-before': (text) => `altered.${text}`,
  'something-behind': (text) => `${text}.altered`,
  twice: (text) => `${text}${text}`,
  none: () => '',
};

const HEADERS: Readonly<Record<string, (right: string, of: Credentials) => string>> = {
  'another-scheme': (right, { clientId, clientSecret, token }) =>
    right.startsWith('Basic ') ? `Bearer ${token}` : basicOf(clientId, clientSecret),
  'unknown-scheme': (right) => right.replace(/^\w+/, 'Token'),
  'small-scheme': (right) => right.replace(/^\w+/, (scheme) => scheme.toLowerCase()),
  'no-scheme': (right) => right.replace(/^\w+ /, ''),
  'credentials-for-token': (_, { clientId, clientSecret }) =>
    basicOf(clientId, clientSecret).replace('Basic', 'Bearer'),
};

const ANOTHERS_SECRET = 'anothers-secret';

/**
 * The altered header; `part` is `client-id` if that is to be altered instead of the secret. Undefined if it cannot be made.
 */
export function alterCredentials(
  how: string,
  auth: 'basic' | 'bearer',
  of: Credentials,
  part?: string,
): AlteredCredentials | undefined {
  const { clientId, clientSecret, token, anothersSecret } = of;
  const right = auth === 'basic' ? basicOf(clientId, clientSecret) : `Bearer ${token}`;
  if (how === ANOTHERS_SECRET) {
    return anothersSecret === undefined ? undefined : { authorization: basicOf(clientId, anothersSecret), secrets: [] };
  }
  const header = HEADERS[how];
  if (header) return { authorization: header(right, of), secrets: [] };
  const alter = TEXTS[how];
  if (!alter) return undefined;
  if (auth === 'bearer') {
    const text = alter(token);
    // Blanks around a token belong to the header.
    return text.trim() === token ? undefined : { authorization: `Bearer ${text}`.trimEnd(), secrets: [text] };
  }
  if (part === 'client-id') return { authorization: basicOf(alter(clientId), clientSecret), secrets: [] };
  return { authorization: basicOf(clientId, alter(clientSecret)), secrets: [alter(clientSecret)] };
}

/** The text with another letter in its middle. */
export function changed(text: string): string {
  const at = text.length >> 1;
  return `${text.slice(0, at)}${text[at] === 'a' ? 'b' : 'a'}${text.slice(at + 1)}`;
}

/**
 * The text in other case. In hexadecimal texts case may not matter; in these, and in texts without letters, changes a
 * character.
 */
function otherCase(text: string): string {
  const other = [...text]
    .map((each) => (each === each.toLowerCase() ? each.toUpperCase() : each.toLowerCase()))
    .join('');
  return other === text || /^[\da-f-]*$/i.test(text) ? changed(text) : other;
}
