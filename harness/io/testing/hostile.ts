import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

/** Test support: what a hostile peer does once it has read a request. */
export type Action = (socket: Socket) => void;

const KIB = 1024;
const OK = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

/** Answers with the body, whole and with its length. */
const body =
  (content: string | Uint8Array, headers = ''): Action =>
  (socket) => {
    const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content);
    socket.write(`${OK}${headers}content-length: ${bytes.byteLength}\r\n\r\n`);
    socket.write(bytes);
  };

/** Writes the text as it is, and ends the connection if told to. */
const raw =
  (text: string, next?: 'end'): Action =>
  (socket) => {
    socket.write(text, 'latin1');
    if (next === 'end') socket.end();
  };

/** Writes the same again and again, as fast as it is read. */
const pour =
  (head: string, again: string): Action =>
  (socket) => {
    const chunk = Buffer.from(again, 'latin1');
    const more = (): void => void socket.write(chunk, (error) => void (error ?? setImmediate(more)));
    socket.write(head, 'latin1', more);
  };

/** Writes a byte now, and one each second. */
const drip =
  (head: string): Action =>
  (socket) => {
    const bytes = Buffer.from(`${head}${'x'.repeat(10_000)}`, 'latin1');
    let at = head.startsWith('HTTP') && head.endsWith('\r\n\r\n') ? head.length : 0;
    socket.write(bytes.subarray(0, at));
    const more = (): void => void socket.write(bytes.subarray(at, ++at));
    more();
    const timer = setInterval(more, 1_000);
    socket.once('close', () => clearInterval(timer));
  };

const redirect = (status: number, location: string): Action =>
  raw(`HTTP/1.1 ${status} Elsewhere\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`);

const keys = (count: number): string =>
  `{${Array.from({ length: count }, (_, i) => `"k${i.toString(36)}":0`).join(',')}}`;

// Made in advance, so that no peer is busy making them while others wait for it.
const BOMB = gzipSync(Buffer.alloc(32 * KIB * KIB));
const MILLION_KEYS = Buffer.from(keys(1_000_000));

/** Every way of misbehaving, by name. A few take till the deadline. */
export const ACTIONS: Readonly<Record<string, Action>> = {
  'body beyond the cap': pour(`${OK}content-length: 99999999\r\n\r\n`, ' '.repeat(64 * KIB)),
  'body that never ends': pour(`${OK}\r\n`, ' '.repeat(64 * KIB)),
  'body that never ends, a byte in each chunk': pour(
    `${OK}transfer-encoding: chunked\r\n\r\n`,
    '1\r\n \r\n'.repeat(8 * KIB),
  ),
  'body of one byte per second': drip(`${OK}content-length: 9999\r\n\r\n`),
  'headers of one byte per second': drip('HTTP/1.1 200 OK\r\nx-slow: '),
  'headers that never end': pour('HTTP/1.1 200 OK\r\n', 'x-flood: y\r\n'.repeat(1_000)),
  'one header that never ends': pour('HTTP/1.1 200 OK\r\nx-long: ', 'y'.repeat(64 * KIB)),
  'gzip bomb': body(BOMB, 'content-encoding: gzip\r\n'),
  'gzip bomb in a gzip bomb': body(gzipSync(BOMB), 'content-encoding: gzip, gzip\r\n'),
  'a thousand codings': body('{}', `content-encoding: ${'gzip, '.repeat(1_000)}gzip\r\n`),
  'broken gzip': body('{}', 'content-encoding: gzip\r\n'),
  'content-length too long': raw(`${OK}content-length: 1000\r\n\r\n{}`, 'end'),
  'content-length too short': raw(`${OK}content-length: 2\r\n\r\n{"a":1}`),
  'content-length doubled': raw(`${OK}content-length: 2\r\ncontent-length: 3\r\n\r\n{} `),
  'content-length negative': raw(`${OK}content-length: -2\r\n\r\n{}`),
  'content-length beyond 64 bits': raw(`${OK}content-length: 99999999999999999999\r\n\r\n{}`),
  'content-length beside chunks': raw(
    `${OK}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  ),
  'truncated chunk': raw(`${OK}transfer-encoding: chunked\r\n\r\n9\r\n{"a`, 'end'),
  'chunk without a size': raw(`${OK}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`),
  'chunk beyond 64 bits': raw(`${OK}transfer-encoding: chunked\r\n\r\nfffffffffffffffff\r\n{}`),
  'broken UTF-8': body(new Uint8Array([0x7b, 0x22, 0xff, 0xc0, 0x22, 0x3a, 0x31, 0x7d])),
  'NUL bytes': body('{"a":\0}'),
  'NUL in a header': raw(`HTTP/1.1 200 OK\r\nx: a\0b\r\ncontent-length: 2\r\n\r\n{}`),
  'byte order mark': body('\ufeff{}'),
  'lists nested 100,000 deep': body('['.repeat(100_000) + ']'.repeat(100_000)),
  'objects nested 100,000 deep': body(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
  'nested, and never closed': body('{"a":['.repeat(150_000)),
  'a million keys': body(MILLION_KEYS),
  'as many keys as are read': body(keys(95_000)),
  'repeated keys': body('{"code":"A","code":"B","uuid":1,"uuid":2}'),
  '__proto__ keys': body('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
  'numbers beyond 2^53': body('{"id":9007199254740993,"x":1e400,"y":-1e-400,"z":123456789012345678901234567890}'),
  'redirect to another host': redirect(302, 'http://elsewhere.example/steal'),
  'redirect to a file': redirect(307, 'file:///etc/passwd'),
  'redirect to itself': redirect(301, ''),
  '1xx without end': pour('', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(100)),
  '1xx storm, then an answer': raw(
    `${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(10_000)}HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}`,
  ),
  '100 nobody asked for': raw('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'),
  '101 nobody asked for': raw('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  trailers: raw(`${OK}transfer-encoding: chunked\r\ntrailer: x-sum\r\n\r\n2\r\n{}\r\n0\r\nx-sum: 1\r\n\r\n`),
  'trailers without end': pour(`${OK}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n`, 'x-sum: 1\r\n'.repeat(1_000)),
  'HTTP/1.0': raw('HTTP/1.0 200 OK\r\ncontent-type: application/json\r\n\r\n{}', 'end'),
  'HTTP/0.9': raw('{}', 'end'),
  'HTTP/2 at once': raw('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'end'),
  'status of four digits': raw('HTTP/1.1 2000 OK\r\ncontent-length: 0\r\n\r\n'),
  'status 000': raw('HTTP/1.1 000 OK\r\ncontent-length: 0\r\n\r\n'),
  'two answers': raw(`${OK}content-length: 2\r\n\r\n{}${OK}content-length: 7\r\n\r\n{"a":1}`),
  'answered, then closed': (socket) => {
    body('{}')(socket);
    setImmediate(() => socket.destroy());
  },
  'reset at once': (socket) => void socket.resetAndDestroy(),
  'reset within the headers': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-le', () => setImmediate(() => socket.resetAndDestroy()));
  },
  'reset within the body': (socket) => {
    socket.write(`${OK}content-length: 10\r\n\r\n{"a`, () => setImmediate(() => socket.resetAndDestroy()));
  },
  silence: () => {},
};
