import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { limitConnections } from './connection-limits.ts';

/** A connection from a port, of which is only seen where it comes from and that it ends. */
function connection(port: number): Socket {
  const socket = Object.assign(new EventEmitter(), {
    remoteAddress: '127.0.0.1',
    remotePort: port,
    destroy: () => socket.emit('close'),
  });
  return socket as unknown as Socket;
}

/** So many connections, and who was closed, by port, with why. */
function connectionsOf(count: number, limits: { connections: number; bodyBytes: number }) {
  const closed: number[] = [];
  const why: string[] = [];
  const connections = limitConnections(limits, (each) => why.push(each));
  const sockets = Array.from({ length: count }, (_, port) => {
    const socket = connection(port);
    socket.once('close', () => closed.push(port));
    connections.opened(socket);
    return socket;
  });
  return { connections, sockets: sockets as [Socket, Socket, Socket, ...Socket[]], closed, why };
}

test('one connection too many closes whoever has been there longest without a whole request', () => {
  const { connections, sockets, closed, why } = connectionsOf(3, { connections: 3, bodyBytes: 100 });
  connections.requestCompleted(sockets[0]);
  connections.opened(connection(3));
  connections.opened(connection(4));

  expect(closed).toEqual([1, 2]);
  expect(why[0]).toBe('more than 3 connections at once');
});

test('where all were heard, whoever was heard longest ago goes', () => {
  const { connections, sockets, closed } = connectionsOf(3, { connections: 3, bodyBytes: 100 });
  for (const nth of [1, 2, 0] as const) connections.requestCompleted(sockets[nth]);
  connections.opened(connection(3));

  expect(closed).toEqual([1]);
});

test('unfinished bodies beyond the limit close whoever has been at one for the longest, and what is whole is none', () => {
  const { connections, sockets, closed, why } = connectionsOf(3, { connections: 9, bodyBytes: 100 });
  const [first, second, third] = sockets;
  connections.buffered(first, 80);
  connections.requestCompleted(first);
  connections.buffered(second, 60);
  connections.buffered(first, 30);
  expect(closed).toEqual([]);
  connections.buffered(third, 20);

  expect([closed, why]).toEqual([[1], ['more than 100 bytes of unfinished bodies at once']]);
});

test('whoever has gone holds nothing any more', () => {
  const { connections, sockets, closed } = connectionsOf(2, { connections: 2, bodyBytes: 100 });
  connections.buffered(sockets[0], 90);
  sockets[0].destroy();
  connections.requestCompleted(sockets[0]);
  connections.buffered(sockets[1], 90);
  connections.opened(connection(2));

  expect(closed).toEqual([0]);
});

test('a connection that becomes secure stays one caller', () => {
  const { connections, closed } = connectionsOf(2, { connections: 2, bodyBytes: 100 });
  connections.opened(connection(1));

  expect(closed).toEqual([]);
});
