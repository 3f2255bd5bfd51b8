import { createHmac } from 'node:crypto';
import { equalsInConstantTime } from '../io/webhook-authentication.ts';
import type { WireRequest } from '../model.ts';
import { percentDecode } from '../values/percent.ts';
import { headerOf } from '../wire/wire.ts';
import { TOKEN_HEADER } from './protocol.ts';

/** Whom the server lets in. */
export interface EntryGuard {
  /** The secret that only the user who started the server has. */
  readonly token: string;
  /** Known once the server listens. */
  readonly port: () => number;
}

/**
 * Why a call is refused; undefined if it is allowed. A name that resolves to this computer is not enough (DNS rebinding),
 * and another page in the same browser is not the user.
 */
export function strangeIn({ headers }: WireRequest, { port }: EntryGuard): string | undefined {
  const hosts = headers.filter(([name]) => name.toLowerCase() === 'host').map(([, value]) => value);
  const [host = ''] = hosts;
  if (hosts.length !== 1 || ![`127.0.0.1:${port()}`, `localhost:${port()}`].includes(host))
    return 'the call names another host than this computer';
  const origin = headerOf(headers, 'Origin');
  if (origin !== undefined && origin !== `http://${host}`) return 'the call comes from another page';
  return undefined;
}

/** Whether a call comes from a page of another origin, by what the browser says. */
export function isFromElsewhere({ headers }: WireRequest): boolean {
  return !['same-origin', 'none', undefined].includes(headerOf(headers, 'Sec-Fetch-Site'));
}

/** Whether the caller has the token. */
export function hasToken({ headers }: WireRequest, { token }: EntryGuard): boolean {
  return equalsInConstantTime(headerOf(headers, TOKEN_HEADER) ?? '', token);
}

/**
 * The address of a run's report. A report is opened as a page, without headers, so each has an address with a key of its
 * own.
 */
export function reportPath(run: string, { token }: EntryGuard): string {
  return `/report/${keyOf(run, token)}/${encodeURIComponent(run)}`;
}

/** The run whose report has this address; undefined if there is none. */
export function runOfReport(path: string, { token }: EntryGuard): string | undefined {
  const [, key = '', name = ''] = /^\/report\/([\w-]+)\/([^/]+)$/.exec(path) ?? [];
  const run = percentDecode(name);
  return run !== undefined && equalsInConstantTime(key, keyOf(run, token)) ? run : undefined;
}

function keyOf(run: string, token: string): string {
  return createHmac('sha256', token).update(run).digest('base64url');
}
