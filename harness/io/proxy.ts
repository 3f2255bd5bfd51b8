import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { buildConnector } from 'undici';
import { basicOf } from '../wire/basic.ts';

// Importing `node:http` would load all of Node's own fetch, which nothing here uses.
const { request: requestByHttp } = process.getBuiltinModule('node:http');
const { request: requestByHttps } = process.getBuiltinModule('node:https');

/** How an origin is reached through a proxy (harness/decisions/own-way-through-proxies.md). */
export interface ProxyWay {
  readonly connect: buildConnector.connector;
  /** The prefix of the path of each request. */
  readonly prefix: string;
  /** Additional headers for the proxy in each request. */
  readonly headers: readonly string[];
}

/** The proxy made no connection: it refused, did not answer, or was not there. */
export class ProxyError extends Error {}

/** The proxy's share of `withinMs`, so that it can be told from a gateway that hangs. */
const PROXYS_PART = 0.5;

/** To an https origin through a tunnel (CONNECT); to an http origin by requests in absolute form (RFC 9112, 3.2.2). */
export function wayThroughProxy(
  proxy: string,
  origin: string,
  { withinMs, ...tls }: buildConnector.BuildOptions & { readonly withinMs: number },
): ProxyWay {
  const { protocol, hostname, port, username, password } = new URL(proxy);
  const proof = basicOf(decodeURIComponent(username), decodeURIComponent(password));
  const credentials = username === '' ? {} : { 'Proxy-Authorization': proof };
  const host = hostname.replace(/^\[|\]$/g, '');
  const number = port || (protocol === 'https:' ? '443' : '80');
  const limitMs = Math.ceil(withinMs * PROXYS_PART);
  if (origin.startsWith('http:')) {
    const dial = buildConnector({ timeout: limitMs, allowH2: false });
    return {
      connect: (_options, callback) =>
        dial({ hostname: host, host, protocol, port: number }, (error, socket) => {
          if (error) callback(new ProxyError(`${noWay(host, number)}: ${error.message}`), null);
          else callback(null, socket);
        }),
      prefix: origin,
      headers: Object.entries(credentials).flat(),
    };
  }
  const secure = buildConnector({ ...tls, timeout: withinMs, allowH2: false });
  return {
    connect: (options, callback) => {
      const to = `${options.hostname}:${options.port || 443}`;
      const fail = (detail: string): void => callback(new ProxyError(detail), null);
      const request = (protocol === 'https:' ? requestByHttps : requestByHttp)({
        host,
        port: number,
        method: 'CONNECT',
        path: to,
        headers: { Host: to, ...credentials },
        agent: false,
        timeout: limitMs,
      });
      const refused = ({ statusCode, statusMessage }: IncomingMessage): void => {
        request.destroy();
        fail(`the proxy at ${host}:${number} answered ${statusCode} ${statusMessage} to CONNECT ${to}`);
      };
      request.once('timeout', () => request.destroy(new Error(`no answer to CONNECT ${to} within ${limitMs} ms`)));
      request.once('error', ({ message }) => fail(`${noWay(host, number)}: ${message}`));
      request.once('response', refused);
      request.once('connect', (response: IncomingMessage, socket: Socket) => {
        socket.setTimeout(0);
        request.removeAllListeners('error').on('error', () => {});
        if (response.statusCode === 200) secure({ ...options, httpSocket: socket }, callback);
        else refused(response);
      });
      request.end();
    },
    prefix: '',
    headers: [],
  };
}

function noWay(host: string, port: string): string {
  return `no way through the proxy at ${host}:${port}`;
}

/** What an answer of the proxy itself says; undefined if the gateway answered (RFC 9209, 2.3). */
export function saidByProxy(status: number, headers: readonly (readonly [string, string])[]): string | undefined {
  if (status === 407) return 'the proxy answered 407: it wants other credentials';
  const told = headers.find(([name, value]) => name.toLowerCase() === 'proxy-status' && /;\s*error=/.test(value));
  return told && `the proxy answered ${status}: ${told[1]}`;
}
