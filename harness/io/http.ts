import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Arrived, FaultKind, Headers, Send, Target, WireFault, WireRequest, WireResponse } from '../model.ts';
import { NOTHING_SENT } from '../wire/wire.ts';
import { arrivedNow } from './arrived.ts';
import { createBodyBuffer, MAX_BODY_BYTES, MAX_HEADER_BYTES } from './body-buffer.ts';
import { wireFaultOf } from './http-fault.ts';
import { type ProxyWay, saidByProxy, wayThroughProxy } from './proxy.ts';

/** The limits of a client, and whom it trusts. */
export interface HttpOptions {
  /** The whole exchange, from the call to the last byte of the body, may take this long. */
  readonly responseMs: number;
  /** Hosts that may be called: `host` for any port of it, or `host:port`. Empty: none. */
  readonly allowHosts: readonly string[];
  /** The most connections to one origin; further exchanges wait for one, within their own deadline. */
  readonly connections?: number | undefined;
  /**
   * `ca`: PEM text of authorities to trust instead of Node's own. `insecure`: accept any certificate. `cert`, `key`: the
   * client's own certificate.
   */
  readonly tls?: NonNullable<Target['tls']> | undefined;
  /** Requests go out through this HTTP proxy. */
  readonly proxy?: string | undefined;
}

/** A client with its connection pools. */
export interface HttpClient {
  readonly send: Send;
  /** Aborts what is under way (`aborted`) and closes every connection. */
  close(): Promise<void>;
}

/**
 * A `Send` over HTTP/1.1 with kept-alive connections. A request goes out as it was given: path and query unchanged, headers
 * in their order and case and as often as listed (`host`, `connection` and `content-length` are added where HTTP needs
 * them). The response comes back as it was received: no redirect is followed and nothing is decompressed. Never rejects. A
 * request that HTTP/1.1 cannot carry, or for a host that is not allowed, is `refused` before anything is sent.
 */
export function httpSend(options: HttpOptions): HttpClient {
  const { responseMs, connections = 32, tls, proxy } = options;
  const allowed = new Set(options.allowHosts.map((host) => host.toLowerCase()));
  const pools = new Map<string, Origin>();
  const poolFor = (origin: string, connection: string | undefined): Origin => {
    const key = `${origin} ${connection ?? ''}`;
    const known = pools.get(key);
    if (known) return known;
    const { insecure, ...shown } = tls ?? {};
    const secure = { rejectUnauthorized: insecure !== true, ...shown };
    const way = proxy === undefined ? undefined : wayThroughProxy(proxy, origin, { withinMs: responseMs, ...secure });
    const pool = new Pool(origin, {
      connections,
      allowH2: false,
      pipelining: 1,
      // Closed earlier than by most servers, so that no request is sent on a connection that the server is closing.
      keepAliveTimeout: connection === undefined ? 500 : OWN_KEPT_MS,
      // The deadline of the whole exchange covers these two.
      headersTimeout: 0,
      bodyTimeout: 0,
      connectTimeout: responseMs,
      maxResponseSize: MAX_BODY_BYTES,
      maxHeaderSize: MAX_HEADER_BYTES,
      connect: way?.connect ?? secure,
    });
    // What is known of the origin holds for all of its connections.
    const hangsUp = connection !== undefined && pools.get(`${origin} `)?.hangsUp === true;
    const made: Origin = { pool, way, answeredAt: Number.NEGATIVE_INFINITY, hangsUp };
    pool.on('disconnect', (_origin, _targets, error) => {
      const isTheirs = (error as { readonly code?: string }).code === 'UND_ERR_SOCKET';
      if (isTheirs && performance.now() - made.answeredAt < SOON_MS) made.hangsUp = true;
      // A load may have as many of these as journeys; one without connections holds nothing.
      if (connection !== undefined && pool.stats.connected === 0 && pool.stats.size === 0) pools.delete(key);
    });
    pools.set(key, made);
    return made;
  };
  let isClosed = false;

  return {
    send(request, signal) {
      const place = placeOf(request.url, allowed);
      if ('refused' in place) return Promise.resolve({ fault: 'refused', detail: place.refused, tookMs: 0 });
      if (isClosed) return Promise.resolve({ fault: 'aborted', detail: 'the client was closed', tookMs: 0 });
      return exchange(poolFor(place.origin, request.connection), place.path, request, responseMs, signal);
    },
    async close() {
      isClosed = true;
      await Promise.all([...pools.values()].map(({ pool }) => pool.destroy()));
    },
  };
}

/** What is known about an origin. */
interface Origin {
  readonly pool: Pool;
  readonly way: ProxyWay | undefined;
  answeredAt: number;
  /**
   * It closes connections after its responses without announcing it. On a kept connection the next request could be lost,
   * so each request gets a connection of its own.
   */
  hangsUp: boolean;
}

/** Long enough for what a scenario waits for, and less than the five seconds of many servers. */
const OWN_KEPT_MS = 4_000;
/** A connection closed this soon after a response was closed because of it. */
const SOON_MS = 250;
/** Long enough that a server which reads only once has read just the first half. */
const BETWEEN_HALVES_MS = 20;

/** The origin to connect to, and the path exactly as written; `URL` would normalise it. */
function placeOf(
  url: string,
  allowed: ReadonlySet<string>,
): { readonly origin: string; readonly path: string } | { readonly refused: string } {
  const [, origin, authority = '', rest = ''] = /^(https?:\/\/([^/?#]*))([\s\S]*)$/i.exec(url) ?? [];
  if (origin === undefined || !URL.canParse(origin)) {
    return { refused: `${NOTHING_SENT}, "${url}" is not an http or https address` };
  }
  if (authority.includes('@')) return { refused: `${NOTHING_SENT}, the address holds credentials` };
  const { origin: normal, host, hostname } = new URL(origin);
  if (!allowed.has(host) && !allowed.has(hostname)) {
    return { refused: `${NOTHING_SENT}, host "${host}" is not among the allowed hosts` };
  }
  const path = Buffer.from(rest.startsWith('/') ? rest : `/${rest}`, 'utf8').toString('latin1');
  return { origin: normal, path };
}

function exchange(
  origin: Origin,
  path: string,
  request: WireRequest,
  responseMs: number,
  signal: AbortSignal | undefined,
): Promise<WireResponse | WireFault> {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const body = createBodyBuffer();
    let head: { readonly status: number; readonly headers: Headers; readonly arrived: Arrived } | undefined;
    let hasResponse = false;
    let isSettled = false;
    let stop: ((reason: Error) => void) | undefined;

    const settle = (result: WireResponse | { readonly fault: FaultKind; readonly detail: string }): void => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(deadline);
      signal?.removeEventListener('abort', onAbort);
      resolve({ ...result, tookMs: Math.round((performance.now() - startedAt) * 1000) / 1000 });
    };
    /** Settles at once, even while the request waits for a connection; it is dropped when its turn comes. */
    const breakOff = (fault: FaultKind, detail: string): void => {
      settle({ fault, detail });
      stop?.(new Error(detail));
    };
    const onAbort = (): void => breakOff('aborted', 'the exchange was aborted');
    const onDeadline = (): void => {
      const got = hasResponse ? `only ${body.sizeBytes} bytes of the body` : 'no response';
      breakOff('timed-out', `${got} within ${responseMs} ms`);
    };
    // If the process was busy at the deadline, data already in the socket is read first: the peer was in time.
    const deadline = setTimeout(() => setImmediate(onDeadline), responseMs);
    if (signal?.aborted) return onAbort();
    signal?.addEventListener('abort', onAbort);

    const headers = request.headers.filter(([name]) => !/^transfer-encoding$/i.test(name));
    const isChunked = headers.length < request.headers.length;
    const length = request.isHalved && request.body ? ['Content-Length', `${request.body.length}`] : undefined;
    origin.pool.dispatch(
      {
        path: `${origin.way?.prefix ?? ''}${path}`,
        method: request.method,
        headers: [...headers.flat(), ...(length ?? []), ...(origin.way?.headers ?? [])],
        // Undici sends a body of unknown length in chunks.
        body: request.body && (isChunked || length) ? Readable.from(halves(request.body)) : request.body,
        reset: origin.hangsUp,
      },
      {
        onRequestStart(controller) {
          stop = (reason) => controller.abort(reason);
          if (isSettled) controller.abort(new Error('no longer wanted'));
        },
        onResponseStarted() {
          hasResponse = true;
        },
        onResponseStart(controller, status) {
          // Interim responses (103 and the like) come here too; the last one is the response.
          head = { status, headers: pairs(controller.rawHeaders as readonly Buffer[]), arrived: arrivedNow() };
        },
        onResponseData(_controller, chunk) {
          body.add(chunk);
        },
        onResponseEnd() {
          const whole = head as NonNullable<typeof head>;
          origin.answeredAt = performance.now();
          const detail = origin.way && saidByProxy(whole.status, whole.headers);
          if (detail !== undefined) return settle({ fault: 'proxy', detail });
          settle({ ...whole, body: body.whole(), tookMs: 0 });
        },
        onResponseError(_controller, error) {
          const { kind, detail } = wireFaultOf(error, {
            hasResponse,
            hasHead: head !== undefined,
            bodyBytes: body.sizeBytes,
          });
          settle({ fault: kind, detail });
        },
      },
    );
  });
}

/** In two parts; the second is sent after a single read would have taken the first. */
async function* halves(body: Uint8Array): AsyncGenerator<Uint8Array> {
  const middle = body.length >> 1;
  yield body.subarray(0, middle);
  await pause(BETWEEN_HALVES_MS);
  yield body.subarray(middle);
}

/** Undici gives headers as on the wire: name, value, name, value. HTTP encodes them in Latin-1. */
function pairs(raw: readonly Buffer[]): Headers {
  const headers: [string, string][] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const value = (raw[at + 1] as Buffer).toString('latin1');
    // Blanks around a value are not part of it; undici strips only those before it.
    headers.push([(raw[at] as Buffer).toString('latin1'), /[ \t]$/.test(value) ? value.replace(/[ \t]+$/, '') : value]);
  }
  return headers;
}
