import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { WireFault } from '../model.ts';

const ENDLESS_CHUNK = Buffer.alloc(64 * 1024, 0x20);
/** Where an endless body ends if the client keeps reading. */
const ENDLESS_BYTES = 256 * 1024 * 1024;

/** Plays a fault on a connection. `hanging` holds the sockets left without an answer until they close. */
export function playFault({ fault, manner = '' }: WireFault, outgoing: ServerResponse, hanging: Set<Socket>): void {
  const socket = outgoing.socket;
  if (socket === null || socket.destroyed) return;
  const begun = BEGUN[manner];
  if (begun !== undefined) {
    const after = manner === 'trickling' ? drip : manner === 'bad-chunks' ? (each: Socket) => each.end() : resetSoon;
    socket.write(begun, () => after(socket));
    return;
  }
  switch (fault) {
    case 'timed-out':
      hanging.add(socket);
      socket.once('close', () => hanging.delete(socket));
      return;
    case 'truncated':
      socket.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"broken":');
      return;
    case 'malformed':
      socket.end('this is not HTTP\r\n\r\n');
      return;
    case 'too-large':
      outgoing.writeHead(200, { 'content-type': 'application/json' });
      pour(outgoing, ENDLESS_BYTES);
      return;
    default:
      socket.resetAndDestroy();
  }
}

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

/** What is written of an answer before it breaks. */
const BEGUN: Readonly<Record<string, string>> = {
  trickling: `${HEAD}content-length: 1000\r\n\r\n`,
  'reset-in-head': 'HTTP/1.1 200 OK\r\ncontent-ty',
  'reset-in-body': `${HEAD}content-length: 1000\r\n\r\n{"broken":`,
  'bad-chunks': `${HEAD}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n`,
};

const DRIP_MS = 1_000;

/** Writes a byte now and then until the connection is closed. */
function drip(socket: Socket): void {
  const timer = setInterval(() => void socket.write(' '), DRIP_MS);
  timer.unref();
  socket.once('close', () => clearInterval(timer));
}

/** Resets after what was written has been read, because a reset discards data on its way. */
function resetSoon(socket: Socket): void {
  setImmediate(() => socket.resetAndDestroy());
}

/** Writes as fast as the client reads, never more than one chunk ahead. */
function pour(outgoing: ServerResponse, leftBytes: number): void {
  if (outgoing.destroyed) return;
  if (leftBytes <= 0) return void outgoing.end();
  outgoing.write(ENDLESS_CHUNK, (error) => {
    if (!error) pour(outgoing, leftBytes - ENDLESS_CHUNK.byteLength);
  });
}
