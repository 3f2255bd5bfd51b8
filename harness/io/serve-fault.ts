import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FaultKind } from '../model.ts';

const endlessChunk = Buffer.alloc(64 * 1024, 0x20);
/** Where an endless body ends all the same, should the client read on. */
const endlessBytes = 256 * 1024 * 1024;

/** Does to a connection what the fault says happened to it. `hanging` holds the sockets left without an answer until they close. */
export function playFault(fault: FaultKind, outgoing: ServerResponse, hanging: Set<Socket>): void {
  const socket = outgoing.socket;
  if (socket === null || socket.destroyed) return;
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
      pour(outgoing, endlessBytes);
      return;
    default:
      socket.resetAndDestroy();
  }
}

/** Writes as fast as the client reads, never more than one chunk ahead. */
function pour(outgoing: ServerResponse, leftBytes: number): void {
  if (outgoing.destroyed) return;
  if (leftBytes <= 0) return void outgoing.end();
  outgoing.write(endlessChunk, (error) => {
    if (!error) pour(outgoing, leftBytes - endlessChunk.byteLength);
  });
}
