import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createCrowd } from './crowd.ts';

/** A connection from a port, of which the crowd only sees where it comes from and that it ends. */
function connection(port: number): Socket {
  const socket = Object.assign(new EventEmitter(), {
    remoteAddress: '127.0.0.1',
    remotePort: port,
    destroy: () => socket.emit('close'),
  });
  return socket as unknown as Socket;
}

/** A crowd of so many, and who was closed, by port, with why. */
function crowdOf(count: number, limits: { connections: number; bodyBytes: number }) {
  const closed: number[] = [];
  const why: string[] = [];
  const crowd = createCrowd(limits, (each) => why.push(each));
  const sockets = Array.from({ length: count }, (_, port) => {
    const socket = connection(port);
    socket.once('close', () => closed.push(port));
    crowd.joined(socket);
    return socket;
  });
  return { crowd, sockets: sockets as [Socket, Socket, Socket, ...Socket[]], closed, why };
}

test('one connection too many closes whoever has been there longest without a whole request', () => {
  const { crowd, sockets, closed, why } = crowdOf(3, { connections: 3, bodyBytes: 100 });
  crowd.isHeard(sockets[0]);
  crowd.joined(connection(3));
  crowd.joined(connection(4));

  expect(closed).toEqual([1, 2]);
  expect(why[0]).toBe('more than 3 connections at once');
});

test('where all were heard, whoever was heard longest ago goes', () => {
  const { crowd, sockets, closed } = crowdOf(3, { connections: 3, bodyBytes: 100 });
  for (const nth of [1, 2, 0] as const) crowd.isHeard(sockets[nth]);
  crowd.joined(connection(3));

  expect(closed).toEqual([1]);
});

test('unfinished bodies beyond the limit close whoever has been at one for the longest, and what is whole is none', () => {
  const { crowd, sockets, closed, why } = crowdOf(3, { connections: 9, bodyBytes: 100 });
  const [first, second, third] = sockets;
  crowd.holds(first, 80);
  crowd.isHeard(first);
  crowd.holds(second, 60);
  crowd.holds(first, 30);
  expect(closed).toEqual([]);
  crowd.holds(third, 20);

  expect([closed, why]).toEqual([[1], ['more than 100 bytes of unfinished bodies at once']]);
});

test('whoever has gone holds nothing any more', () => {
  const { crowd, sockets, closed } = crowdOf(2, { connections: 2, bodyBytes: 100 });
  crowd.holds(sockets[0], 90);
  sockets[0].destroy();
  crowd.isHeard(sockets[0]);
  crowd.holds(sockets[1], 90);
  crowd.joined(connection(2));

  expect(closed).toEqual([0]);
});

test('a connection that becomes secure stays one caller', () => {
  const { crowd, closed } = crowdOf(2, { connections: 2, bodyBytes: 100 });
  crowd.joined(connection(1));

  expect(closed).toEqual([]);
});
