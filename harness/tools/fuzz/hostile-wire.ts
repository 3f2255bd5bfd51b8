import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { httpSend } from '../../io/http.ts';
import { plainSend } from '../../io/plain-send.ts';
import type { Headers, Send, WireFault, WireRequest, WireResponse } from '../../model.ts';
import { bytesOf, decodeUtf8 } from '../../wire/wire.ts';
import { editedBytes, editedJson, type Hostility } from './edits.ts';

/** Sockets on which messages are sent as hostility makes them. */
export interface HostileWire {
  /** Has the client that Assay uses receive the answer, mutilated. */
  answer(honest: WireResponse, hostility: Hostility): Promise<WireResponse | WireFault>;
  /** Sends a request, mutilated, to a server on this machine; gives the status it was answered with. */
  call(port: number, honest: WireRequest, hostility: Hostility): Promise<WireResponse | WireFault>;
  close(): Promise<void>;
}

/** Short, for a peer that keeps the connection and says no more is waited for in vain. */
const RESPONSE_MS = 150;

/** Opens the sockets: a raw server, and the client that Assay uses, whose connections all exchanges share. */
export async function openHostileWire(): Promise<HostileWire> {
  const scripts = new Map<string, { readonly bytes: Uint8Array; readonly hostility: Hostility }>();
  const sockets = new Set<Socket>();
  let count = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket)).on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      const [, name = ''] = /^GET \/(\d+) /.exec(chunk.toString('latin1')) ?? [];
      const script = scripts.get(name);
      if (script) write(socket, script.bytes, script.hostility);
      else socket.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = httpSend({ responseMs: RESPONSE_MS, allowHosts: ['127.0.0.1'], connections: 4 });
  const send: Send = plainSend(client.send);

  return {
    async answer(honest, hostility) {
      count += 1;
      const name = String(count);
      const body = mutilated(honest.body, hostility);
      const head = `HTTP/1.1 ${honest.status} X\r\n${fieldsOf(honest.headers, body)}\r\n`;
      const bytes = editedBytes(Buffer.concat([bytesOf(head), body]), hostility.bytes);
      scripts.set(name, { bytes, hostility });
      try {
        return await send({ method: 'GET', url: `http://127.0.0.1:${port}/${name}`, headers: [], body: null });
      } finally {
        scripts.delete(name);
      }
    },
    async call(to, honest, hostility) {
      const body = mutilated(honest.body ?? new Uint8Array(), hostility);
      const path = honest.url.replace(/^https?:\/\/[^/]*/, '');
      const head = `${honest.method} ${path} HTTP/1.1\r\nhost: x\r\n${fieldsOf(honest.headers, body)}\r\n`;
      const socket = connect(to, '127.0.0.1');
      sockets.add(socket);
      let read = '';
      socket
        .on('error', () => {})
        .on('data', (chunk: Buffer) => {
          read += chunk.toString('latin1');
        });
      const heard = new Promise<void>((resolve) => {
        socket.once('data', resolve).once('close', () => resolve());
        setTimeout(resolve, RESPONSE_MS).unref();
      });
      write(socket, editedBytes(Buffer.concat([bytesOf(head), body]), hostility.bytes), hostility);
      await heard;
      socket.destroy();
      sockets.delete(socket);
      const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(read) ?? [];
      if (status === undefined) return { fault: 'reset', detail: 'no answer', tookMs: 0 };
      return { status: Number(status), headers: [], body: new Uint8Array(), tookMs: 0 };
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await client.close();
    },
  };
}

function mutilated(body: Uint8Array, { json }: Hostility): Uint8Array {
  const text = decodeUtf8(body);
  return text === undefined || json.length === 0 ? body : bytesOf(editedJson(text, json));
}

function fieldsOf(headers: Headers, body: Uint8Array): string {
  const kept = headers.filter(([name]) => !/^(content-length|transfer-encoding|connection)$/i.test(name));
  return [...kept, ['content-length', String(body.byteLength)]]
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
}

function write(socket: Socket, bytes: Uint8Array, { ending, pieces }: Hostility): void {
  const size = Math.ceil(bytes.byteLength / pieces) || 1;
  const next = (at: number): void => {
    if (socket.destroyed) return;
    if (at < bytes.byteLength) socket.write(bytes.subarray(at, at + size), () => setImmediate(next, at + size));
    else if (ending === 'close') socket.end();
    else if (ending === 'reset') socket.resetAndDestroy();
  };
  next(0);
}
