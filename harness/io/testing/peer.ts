import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { FaultKind, Headers, WireFault, WireRequest, WireResponse } from '../../model.ts';
import { decodeUtf8, isFault } from '../../wire/wire.ts';
import { type HttpClient, type HttpOptions, httpSend } from '../http.ts';

/** Test support of this folder: peers that misbehave on a socket, and a client for them. */

const closers: (() => Promise<void>)[] = [];

/** Registers something for the next `closeAll` to close. */
export function closeLater(close: () => Promise<void>): void {
  closers.push(close);
}

/** Closes everything that a test opened; for `afterEach`. */
export async function closeAll(): Promise<void> {
  for (const close of closers.splice(0)) await close();
}

/** A file of `test-certificates/`. */
export function pem(name: string): string {
  return readFileSync(new URL(`../test-certificates/${name}.pem`, import.meta.url), 'utf8');
}

/** A client that may only call this computer. */
export function client(options: Partial<HttpOptions> = {}): HttpClient {
  const made = httpSend({ responseMs: 5000, allowHosts: ['127.0.0.1', 'localhost'], ...options });
  closeLater(made.close);
  return made;
}

/** A server that runs `onConnection` for each connection; returns its port. */
export async function peer(onConnection: (socket: Socket) => void, server: Server = createServer()): Promise<number> {
  const sockets = new Set<Socket>();
  server.on(server.listenerCount('tlsClientError') > 0 ? 'secureConnection' : 'connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onConnection(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closeLater(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** A peer that answers the first request of every connection with these bytes. */
export function answering(bytes: string, next: (socket: Socket) => void = () => {}): Promise<number> {
  return peer((socket) =>
    socket.once('data', () => {
      if (bytes === '') next(socket);
      else socket.write(bytes, 'latin1', () => next(socket));
    }),
  );
}

/** A GET without a body. */
export function get(url: string, headers: Headers = []): WireRequest {
  return { method: 'GET', url, headers, body: null };
}

/** The response; throws if there was a fault. */
export function responseIn(result: WireResponse | WireFault): {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string | undefined;
} {
  if (isFault(result)) throw new Error(`${result.fault}: ${result.detail}`);
  return { status: result.status, headers: result.headers, text: decodeUtf8(result.body) };
}

/** The fault; throws if there was a response. */
export function faultIn(result: WireResponse | WireFault): { readonly fault: FaultKind; readonly detail: string } {
  if (!isFault(result)) throw new Error(`answered ${result.status}`);
  return { fault: result.fault, detail: result.detail };
}
