import { clip } from '../../../reports/words/text.ts';
import { isPage } from '../../application/open/preflight.ts';
import type { FaultKind, WireFault, WireResponse } from '../../model.ts';
import { headerOf, isFault, parseJson, textOf } from '../../wire/wire.ts';

/** Why what came back is nothing that a gateway says. */
export interface Oddity {
  readonly seen: string;
  readonly fix: string;
}

/** Whether no gateway answered: the exchange broke, or a redirect or a page for people came. Null where it may be one. */
export function oddityOf(answer: WireResponse | WireFault): Oddity | null {
  if (isFault(answer)) return { seen: answer.detail, fix: ADVICE[answer.fault] };
  if (answer.status >= 300 && answer.status < 400) {
    const to = headerOf(answer.headers, 'location') ?? 'somewhere else';
    const fix = 'write the final address into base-url; redirects are not followed';
    return { seen: `${answer.status}, a redirect to ${clip(to, 200)}`, fix };
  }
  if (isPage(textOf(answer.body) ?? '')) {
    const fix = 'check base-url, and that no proxy or login page stands before the gateway';
    return { seen: `${answer.status} with a page for people: a web site or a proxy, no gateway`, fix };
  }
  return null;
}

/** An answer in a few words: its status and the code or the beginning of its body. */
export function answerWords({ status, body }: WireResponse): string {
  const text = textOf(body) ?? `${body.byteLength} bytes that are no text`;
  const { json } = parseJson(text);
  const code = typeof json === 'object' && json !== null && 'code' in json ? json.code : undefined;
  if (typeof code === 'string') return `${status} ${clip(code, 60)}`;
  return text.trim() === '' ? `${status} without a body` : `${status}: ${clip(text.trim(), 160)}`;
}

const ADVICE: Readonly<Record<FaultKind, string>> = {
  refused: 'is the gateway running, and is the port in base-url right?',
  unresolved: 'check the host name in base-url, and the name server',
  tls: 'check the certificate; name its authority under tls: ca',
  proxy: 'check proxy in the target file, its credentials, and that it lets you through to the gateway',
  reset: 'something between closed the connection: check proxies and allow-lists',
  'timed-out': 'check firewalls and allow-lists, and whether the gateway is well',
  truncated: 'something between cut the answer off: check proxies',
  malformed: 'this does not speak HTTP: check the port, and http or https, in base-url',
  'too-large': 'no gateway answers so much: check base-url',
  aborted: 'look again',
};
