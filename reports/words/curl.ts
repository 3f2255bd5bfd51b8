import type { RequestSent } from '../../harness/model.ts';
import { shellQuote } from '../../harness/words/shell.ts';

/** Headers that curl writes itself, or that would contradict its own. */
const OWN = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive', 'expect']);

/** What replaces a secret in a record: `[secret:access-token-2]`. */
const SECRET = /\[secret(?::([\w.-]+))?\]/g;

/**
 * A command that repeats a recorded request. Safe to paste: everything from the record is quoted. Secrets, which the record
 * does not have, become variables of the reader's shell: `$TOKEN`, `$CREDENTIALS` (`id:secret`), or named after their kind.
 */
export function curl(request: RequestSent): string {
  const words = [
    'curl --include --globoff --path-as-is',
    `--request ${shellQuote(request.method)}`,
    `--url ${word(request.url)}`,
  ];
  for (const [name, value] of request.headers) {
    if (!OWN.has(name.toLowerCase())) words.push(header(name, value));
  }
  const body = request.body;
  const untypable = body?.base64 ?? (body?.text?.includes('\0') ? base64(body.text) : undefined);
  if (untypable !== undefined) words.push('--data-binary @-');
  else if (body?.text !== undefined && body.sizeBytes > 0) words.push(`--data-raw ${word(body.text)}`);
  const command = words.join(' \\\n  ');
  return untypable === undefined ? command : `printf %s ${shellQuote(untypable)} | base64 -d | ${command}`;
}

function header(name: string, value: string): string {
  if (name.toLowerCase() === 'authorization' && /^basic \[secret/i.test(value)) return '--user "$CREDENTIALS"';
  // curl drops a header without a value unless it is written `Name;`.
  return `--header ${value === '' ? shellQuote(`${name};`) : word(`${name}: ${value}`)}`;
}

/** One shell word: text from the record in quotes, secrets as variables. */
function word(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (const found of text.matchAll(SECRET)) {
    if (found.index > from) parts.push(shellQuote(text.slice(from, found.index)));
    parts.push(`"$${variable(found[1] ?? 'secret')}"`);
    from = found.index + found[0].length;
  }
  if (from < text.length || parts.length === 0) parts.push(shellQuote(text.slice(from)));
  return parts.join('');
}

/** All access tokens are `$TOKEN`, because the reader needs a new one anyway. */
function variable(kind: string): string {
  if (/^access_?-?token/i.test(kind)) return 'TOKEN';
  const name = kind.toUpperCase().replace(/\W+/g, '_');
  return /^\d/.test(name) ? `_${name}` : name;
}

/** Base64 of the text as UTF-8; works in a page, too, where there is no Buffer. */
function base64(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
}
