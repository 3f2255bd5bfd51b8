import { constants } from 'node:crypto';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Server as NetServer, Socket } from 'node:net';
import { TLSSocket, type TlsOptions } from 'node:tls';
import type { Send, WireRequest, WireResponse } from '../model.ts';
import { isFault } from '../wire/wire.ts';
import { arrivedNow } from './arrived.ts';
import { createBodyBuffer, MAX_BODY_BYTES, MAX_HEADER_BYTES } from './body-buffer.ts';
import { type ConnectionLimits, type Connections, limitConnections } from './connection-limits.ts';
import { EnvironmentError } from './file-problem.ts';
import { playFault } from './serve-fault.ts';
import { type StreamedAnswer, streamAnswer } from './streamed-answer.ts';
import { watchListening } from './watch-listening.ts';

// Importing `node:http` would load all of Node's own fetch, which nothing here uses.
const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http');
const { createServer: createTlsServer } = process.getBuiltinModule('node:https');

/** Where a server listens, and how much it takes. */
export interface ServeOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /**
   * PEM texts. With `clientCa`, callers are asked for a certificate of that authority; the request says whether they have
   * one.
   */
  readonly tls?: { readonly cert: string; readonly key: string; readonly clientCa?: string } | undefined;
  /** A longer request is answered 413 and does not reach the `Send`. */
  readonly maxBodyBytes?: number | undefined;
  /** What all callers may use together. Absent: no limit. */
  readonly limits?: ConnectionLimits | undefined;
  /** Called for every call that did not reach the `Send`: too long, or not HTTP. */
  readonly onTurnedAway?: ((call: TurnedAway) => void) | undefined;
  /** Called once, with the reason, if the address can no longer be reached although the server was not closed. */
  readonly onLost?: ((why: string) => void) | undefined;
  /** Asked before the `Send`, for an answer to stream; undefined if the `Send` is to answer. */
  readonly stream?: (request: WireRequest, signal: AbortSignal) => StreamedAnswer | undefined;
}

/** A call that the server answered itself, as far as it could be read. */
export interface TurnedAway extends Pick<WireRequest, 'method' | 'url' | 'headers'> {
  readonly answered: number;
  readonly why: string;
}

/** A server that listens. */
export interface Served {
  /** `http://127.0.0.1:8080`, without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Takes no new calls, ends idle and hanging connections at once, and gives answers under way half a second. */
  close(): Promise<void>;
}

/** How long a caller may take for its headers, and for the whole request, before it is answered 408. */
const HEADERS_WITHIN_MS = 15_000;
const REQUEST_WITHIN_MS = 60_000;

const GRACE_MS = 500;

/** Longer than clients keep idle connections: a request on a connection that is being closed would be lost. */
const IDLE_MS = 120_000;

/**
 * Puts a `Send` behind a socket. The request reaches it as it was received (raw headers, path and query as written), and
 * its answer is written with exactly its headers; only a missing `content-length` is added. A fault is played: the
 * connection is reset, hangs, or breaks off. Rejects with an `EnvironmentError` when it cannot listen.
 */
export async function serve(send: Send, options: ServeOptions): Promise<Served> {
  const { host, port, tls, maxBodyBytes = MAX_BODY_BYTES, onTurnedAway } = options;
  const hanging = new Set<Socket>();
  const scheme = tls ? 'https' : 'http';
  const settings = {
    maxHeaderSize: MAX_HEADER_BYTES,
    requireHostHeader: false,
    keepAlive: true,
    noDelay: true,
    headersTimeout: HEADERS_WITHIN_MS,
    requestTimeout: REQUEST_WITHIN_MS,
    keepAliveTimeout: IDLE_MS,
    connectionsCheckingInterval: 1_000,
  };
  const connections = limitConnections(options.limits, (why) => {
    onTurnedAway?.({ method: '', url: '', headers: [], answered: 0, why });
  });

  const onRequest: RequestListener = (incoming, outgoing) => {
    outgoing.sendDate = false;
    const arrived = arrivedNow();
    const answer = (body: Uint8Array | null): void => {
      connections.requestCompleted(incoming.socket);
      const request = {
        ...requestOf(incoming, scheme, body),
        ...certificateOf(incoming.socket, tls?.clientCa),
        arrived,
      };
      if (options.stream && streamAnswer((signal) => options.stream?.(request, signal), outgoing, hanging)) return;
      void send(request).then((result) => {
        if (isFault(result)) playFault(result, outgoing, hanging);
        else write(result, outgoing);
      });
    };
    readBody(incoming, maxBodyBytes, connections, answer, () => {
      outgoing.writeHead(413, { connection: 'close', 'content-length': 0 }).end();
      turnedAway(incoming, 413, `the body is longer than ${maxBodyBytes} bytes`);
    });
  };
  const turnedAway = (incoming: IncomingMessage, answered: number, why: string): void => {
    const { method, url, headers } = requestOf(incoming, scheme, null);
    onTurnedAway?.({ method, url, headers, answered, why });
  };

  const server = tls
    ? createTlsServer({ ...settings, ...tls, ...askingFor(tls.clientCa) }, onRequest)
    : createServer(settings, onRequest);
  // Counted before the handshake, so that handshakes that never end count, too.
  server.on('connection', connections.opened);
  server.on('secureConnection', connections.opened);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const isTooSlow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    // A client that went away, or a failed handshake, made no call.
    if ((!isTooSlow && !error.code?.startsWith('HPE_')) || !socket.writable) return void socket.destroy();
    const answered = isTooSlow ? 408 : error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
    // Otherwise a caller that never reads would keep the half-open socket for ever.
    socket.end(`HTTP/1.1 ${answered} ${STATUS_CODES[answered]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`, () =>
      socket.destroy(),
    );
    const why = isTooSlow ? 'the request took too long' : `not HTTP/1.1: ${error.message}`;
    onTurnedAway?.({ method: '', url: '', headers: [], answered, why });
  });
  // Node would answer this itself, without telling anyone.
  server.on('checkExpectation', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    outgoing.writeHead(417, { connection: 'close', 'content-length': 0 }).end();
    turnedAway(incoming, 417, 'it expects what this server does not know');
  });
  server.on('connect', (incoming: IncomingMessage, socket: Socket) => {
    socket.on('error', () => {});
    socket.end('HTTP/1.1 405 Method Not Allowed\r\nconnection: close\r\ncontent-length: 0\r\n\r\n', () =>
      socket.destroy(),
    );
    turnedAway(incoming, 405, 'this server is no proxy');
  });
  const listeningPort = await listenOn(server, host, port);
  const unwatch = options.onLost && watchListening(server, host, listeningPort, options.onLost);

  return {
    url: `${scheme}://${host.includes(':') ? `[${host}]` : host}:${listeningPort}`,
    port: listeningPort,
    close: () => {
      unwatch?.();
      return closeServer(server, hanging);
    },
  };
}

/**
 * Callers without a certificate are let in, to be answered and recorded. No tickets: with one, a caller's certificate would
 * not be seen the next time.
 */
function askingFor(clientCa: string | undefined): TlsOptions {
  if (clientCa === undefined) return {};
  return { ca: clientCa, requestCert: true, rejectUnauthorized: false, secureOptions: constants.SSL_OP_NO_TICKET };
}

function certificateOf(socket: Socket, clientCa: string | undefined): Pick<WireRequest, 'clientCertificate'> {
  if (clientCa === undefined || !(socket instanceof TLSSocket)) return {};
  if (Object.keys(socket.getPeerCertificate()).length === 0) {
    return { clientCertificate: { isTrusted: false, detail: 'the caller showed no certificate' } };
  }
  const why = socket.authorized ? '' : String(socket.authorizationError);
  return {
    clientCertificate: {
      isTrusted: socket.authorized,
      detail: socket.authorized ? 'verified' : `the certificate of the caller is not trusted: ${why}`,
    },
  };
}

/** Starts listening; returns the port. */
export function listenOn(server: NetServer, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const refuse = (error: Error): void => reject(listenError(error, host, port));
    server.once('error', refuse);
    server.listen(port, host, () => {
      server.off('error', refuse);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function closeServer(server: Server, hanging: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve) => {
    const grace = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    server.close(() => {
      clearTimeout(grace);
      resolve();
    });
    server.closeIdleConnections();
    for (const socket of hanging) socket.destroy();
  });
}

function requestOf(incoming: IncomingMessage, scheme: string, body: Uint8Array | null): WireRequest {
  const raw = incoming.rawHeaders;
  const headers: [string, string][] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) headers.push([raw[at] as string, raw[at + 1] as string]);
  const target = incoming.url ?? '/';
  const host = incoming.headers.host ?? 'localhost';
  const url = target.startsWith('/') ? `${scheme}://${host}${target}` : target;
  return { method: incoming.method ?? 'GET', url, headers, body };
}

/** Hands over the body (null: the request announced none), or reports once that it is too long. */
function readBody(
  incoming: IncomingMessage,
  maxBytes: number,
  connections: Connections,
  whole: (body: Uint8Array | null) => void,
  tooLong: () => void,
): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = incoming.headers;
  if (encoding === undefined && (length === undefined || length === '0')) {
    incoming.resume();
    whole(length === undefined ? null : new Uint8Array(0));
    return;
  }
  const body = createBodyBuffer();
  const announced = Number(length);
  incoming.on('data', (chunk: Buffer) => {
    if (body.sizeBytes + chunk.byteLength <= maxBytes) {
      body.add(chunk);
      if (body.sizeBytes !== announced) connections.buffered(incoming.socket, body.sizeBytes);
      return;
    }
    incoming.removeAllListeners('data').removeAllListeners('end').resume();
    connections.buffered(incoming.socket, 0);
    tooLong();
  });
  incoming.on('end', () => whole(body.whole()));
}

function write(response: WireResponse, outgoing: ServerResponse): void {
  if (outgoing.destroyed) return;
  const { status, headers, body } = response;
  const flat: string[] = [];
  let declared: string | undefined;
  let isChunked = false;
  for (const [name, value] of headers) {
    flat.push(name, value);
    const lower = name.toLowerCase();
    if (lower === 'content-length') declared = value;
    if (lower === 'transfer-encoding') isChunked = true;
  }
  const hasNoBody = status < 200 || status === 204 || status === 304;
  if (declared === undefined && !isChunked && !hasNoBody) flat.push('content-length', String(body.byteLength));
  // After a wrong length the connection cannot be used further.
  if (declared !== undefined && declared !== String(body.byteLength)) outgoing.shouldKeepAlive = false;
  outgoing.writeHead(status, flat);
  outgoing.end(body);
}

/** The error for an address on which listening failed. */
export function listenError(cause: NodeJS.ErrnoException, host: string, port: number): EnvironmentError {
  const { why, fix } = UNHEARD[cause.code ?? '']?.(host, port) ?? { why: cause.message, fix: undefined };
  return new EnvironmentError({ severity: 'error', message: `cannot listen on ${host}:${port}`, why, fix }, { cause });
}

const noSuchAddress = (host: string) => ({
  why: `this computer has no address ${host}`,
  fix: 'use 127.0.0.1 for this computer only, or 0.0.0.0 for all its addresses',
});

/** By error code: why, and what to do. */
const UNHEARD: Readonly<
  Record<string, (host: string, port: number) => { readonly why: string; readonly fix: string }>
> = {
  EADDRINUSE: (_, port) => ({
    why: `port ${port} is in use by another program`,
    fix: 'end that program, choose another port, or port 0 for any free one',
  }),
  EACCES: (_, port) => ({ why: `this user may not open port ${port}`, fix: 'choose a port above 1023' }),
  EADDRNOTAVAIL: noSuchAddress,
  ENOTFOUND: noSuchAddress,
  EAI_AGAIN: noSuchAddress,
};
