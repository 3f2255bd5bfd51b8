import { describe, expect, test } from 'vitest';
import { type Message, readMessages } from './messages.ts';

function readAll(text: string, pieces: number, isAnswer = true) {
  const messages: Message[] = [];
  const strange: string[] = [];
  const reader = readMessages({
    onMessage: (message) => messages.push(message),
    onStrange: (why) => strange.push(why),
    isBare: (start) => start.includes(' 204'),
    isToEnd: isAnswer,
  });
  const bytes = Buffer.from(text, 'latin1');
  for (let i = 0; i < bytes.byteLength; i += pieces) reader.read(bytes.subarray(i, i + pieces), i);
  const isCut = reader.end(bytes.byteLength);
  const told = messages.map(({ start, body, sizeBytes }) => [start, Buffer.from(body).toString(), sizeBytes]);
  return { told, strange, isCut };
}

describe.each([1, 3, 7, 10_000])('messages that come %s bytes at a time', (pieces) => {
  test('end by their length, after their chunks, or with the connection', () => {
    const chunked =
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n3;x=1\r\nabc\r\nA\r\n0123456789\r\n0\r\nT: 1\r\n\r\n';
    const long = 'HTTP/1.1 201 Created\r\ncontent-length: 5\r\n\r\nhello';
    const bare = 'HTTP/1.1 204 No Content\r\nContent-Length: 9\r\n\r\n';
    const rest = 'HTTP/1.0 200 OK\n\nto the end';
    expect(readAll(chunked + long + bare + rest, pieces)).toEqual({
      told: [
        ['HTTP/1.1 200 OK', 'abc0123456789', 13],
        ['HTTP/1.1 201 Created', 'hello', 5],
        ['HTTP/1.1 204 No Content', '', 0],
        ['HTTP/1.0 200 OK', 'to the end', 10],
      ],
      strange: [],
      isCut: false,
    });
  });

  test('are told to be strange where they are no HTTP, and cut where they break off', () => {
    expect(readAll('\x16\x03\x01hello\r\n\r\n', pieces).strange).toHaveLength(1);
    expect(readAll('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n', pieces).strange).toHaveLength(1);
    expect(readAll('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf', pieces)).toMatchObject({
      told: [],
      isCut: true,
    });
    expect(readAll('GET / HTTP/1.1\r\nHost: x\r\n\r\n', pieces, false).told).toEqual([['GET / HTTP/1.1', '', 0]]);
  });
});

test('a head without an end is not kept for ever, in one line or in many', () => {
  const start = 'HTTP/1.1 200 OK\r\n';
  expect(readAll(start + 'a'.repeat(300 * 1024), 10_000).strange).toEqual(['a line is too long']);
  expect(readAll(start + `a: ${'b'.repeat(1000)}\r\n`.repeat(300), 10_000).strange).toEqual(['the head is too long']);
});
