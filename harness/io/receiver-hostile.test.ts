import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import type { IncomingDelivery } from '../model.ts';
import { bodyJson } from '../wire/wire.ts';
import { createReceiver, deliveryOf, RECEIVER_LIMITS } from './receiver.ts';
import { type Served, serve } from './serve.ts';
import { closeAll, closeLater } from './testing/peer.ts';

afterEach(closeAll);

const HEAD = 'POST /s3cr3t/kcis HTTP/1.1\r\nhost: x\r\nauthorization: Bearer t\r\ncontent-type: application/json\r\n';
const whole = (body: string | Uint8Array, headers = '', head = HEAD): Buffer => {
  const bytes = Buffer.from(body as string);
  return Buffer.concat([Buffer.from(`${head}${headers}content-length: ${bytes.byteLength}\r\n\r\n`), bytes]);
};
const raw = (text: string): Buffer => Buffer.from(text, 'latin1');
const keys = (count: number): string =>
  `{${Array.from({ length: count }, (_, i) => `"k${i.toString(36)}":0`).join(',')}}`;

/** A receiver that believes whoever knows its path, and what it was told. */
async function receiving(): Promise<Served & { readonly deliveries: readonly IncomingDelivery[] }> {
  const deliveries: IncomingDelivery[] = [];
  const served = await serve(
    createReceiver({
      pathSecret: 's3cr3t',
      acknowledge: 204,
      onDelivery: (delivery) => void deliveries.push(delivery),
    }),
    {
      host: '127.0.0.1',
      port: 0,
      limits: RECEIVER_LIMITS,
      onTurnedAway: (call) => void deliveries.push(deliveryOf('s3cr3t', call, call.answered)),
    },
  );
  closeLater(served.close);
  return { ...served, deliveries };
}

/** Says this, hears what is answered, and goes. */
function say(port: number, says: Buffer, then: 'end' | 'reset' | 'wait' = 'wait'): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let heard = '';
    const done = (): void => {
      socket.destroy();
      resolve(heard);
    };
    socket.on('error', () => {}).once('close', done);
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1');
      if (/\r\n\r\n/.test(heard)) done();
    });
    socket.write(says, () => {
      if (then === 'end') socket.end();
      if (then === 'reset') setImmediate(() => socket.resetAndDestroy());
    });
  });
}

/**
 * What is said, and what is accounted for: the status, `elsewhere` where no path could be read, and what the body says or
 * why it says nothing. A caller that goes before it has said all has called nothing.
 */
const TOLD: Readonly<Record<string, readonly [says: Buffer, told: string, then?: 'end' | 'reset']>> = {
  'gzip bomb': [
    whole(gzipSync(Buffer.alloc(32 * 1024 * 1024)), 'content-encoding: gzip\r\n'),
    '204, the body is not valid UTF-8',
  ],
  'content-length too long': [raw(`${HEAD}content-length: 1000\r\n\r\n{}`), '400 elsewhere', 'end'],
  'content-length too short': [
    raw(`${HEAD}content-length: 2\r\n\r\n{"a":1}`),
    '400 elsewhere | 204, Unterminated string in JSON at position 2 (line 1 column 3)',
  ],
  'content-length doubled': [raw(`${HEAD}content-length: 2\r\ncontent-length: 3\r\n\r\n{} `), '400 elsewhere'],
  'content-length negative': [raw(`${HEAD}content-length: -2\r\n\r\n{}`), '400 elsewhere'],
  'content-length beside chunks': [
    raw(`${HEAD}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`),
    '400 elsewhere',
  ],
  'truncated chunk': [raw(`${HEAD}transfer-encoding: chunked\r\n\r\n9\r\n{"a`), '400 elsewhere', 'end'],
  'chunk without a size': [raw(`${HEAD}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`), '400 elsewhere'],
  'broken UTF-8': [
    whole(new Uint8Array([0x7b, 0x22, 0xff, 0xc0, 0x22, 0x3a, 0x31, 0x7d])),
    '204, the body is not valid UTF-8',
  ],
  'NUL bytes': [whole('{"a":\0}'), `204, Unexpected token '\0', "{"a":\0}" is not valid JSON`],
  'NUL in a header': [whole('{}', 'x: a\0b\r\n'), '400 elsewhere'],
  'byte order mark': [whole('\ufeff{}'), `204, Unexpected token '\ufeff', "\ufeff{}" is not valid JSON`],
  'lists nested 100,000 deep': [
    whole('['.repeat(100_000) + ']'.repeat(100_000)),
    '204, the JSON is nested more than 200 levels deep',
  ],
  'nested, and never closed': [whole('{"a":['.repeat(150_000)), '204, the JSON is nested more than 200 levels deep'],
  'a million keys': [whole(keys(1_000_000)), '413'],
  'repeated keys': [whole('{"code":"A","code":"B"}'), '204, {"code":"B"}'],
  '__proto__ keys': [
    whole('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
    '204, {"__proto__":{"polluted":true},"construc',
  ],
  'numbers beyond 2^53': [whole('{"id":9007199254740993,"x":1e400}'), '204, {"id":9007199254740992,"x":null}'],
  'body beyond the cap': [whole(Buffer.alloc(9 * 1024 * 1024, ' ')), '413'],
  'headers without end': [raw(`${HEAD}${'x-flood: y\r\n'.repeat(10_000)}`), '431 elsewhere'],
  'one header without end': [raw(`${HEAD}x-long: ${'y'.repeat(100_000)}`), '431 elsewhere'],
  trailers: [raw(`${HEAD}transfer-encoding: chunked\r\ntrailer: x\r\n\r\n2\r\n{}\r\n0\r\nx: 1\r\n\r\n`), '204, {}'],
  'trailers without end': [
    raw(`${HEAD}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n${'x: 1\r\n'.repeat(20_000)}`),
    '431 elsewhere',
  ],
  'HTTP/1.0': [whole('{}', '', HEAD.replace('1.1', '1.0')), '204, {}'],
  'HTTP/2 at once': [raw('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), '400 elsewhere'],
  'a wish to go on': [whole('{}', 'expect: 100-continue\r\n'), '204, {}'],
  'an expectation nobody knows': [whole('{}', 'expect: a miracle\r\n'), '417'],
  'a wish for another protocol': [whole('{}', 'connection: upgrade\r\nupgrade: websocket\r\n'), '204, {}'],
  CONNECT: [raw('CONNECT elsewhere.example:443 HTTP/1.1\r\nhost: x\r\n\r\n'), '405 elsewhere'],
  'reset within the headers': [raw(HEAD.slice(0, 40)), '', 'reset'],
  'reset within the body': [raw(`${HEAD}content-length: 10\r\n\r\n{"a`), '', 'reset'],
};

test.each(Object.entries(TOLD))(
  '%s: accounted for, and the next delivery is as if nothing had been',
  async (_, [says, told, then]) => {
    const { port, deliveries } = await receiving();
    const heard = await say(port, says, then);
    expect(await say(port, whole('{"honest":true}'))).toMatch(/^HTTP\/1\.1 204 /);
    const accounts = deliveries.slice(0, -1).map(({ answered, body, expectedPath }) => {
      const { json, problem } = bodyJson(body);
      const said = body.sizeBytes === 0 ? '' : `, ${problem ?? JSON.stringify(json).slice(0, 40)}`;
      return `${answered}${expectedPath ? '' : ' elsewhere'}${said}`;
    });
    expect(deliveries.at(-1)).toMatchObject({ answered: 204, body: { text: '{"honest":true}' } });
    expect(accounts.join(' | ')).toBe(told);
    if (told !== '') expect(heard).toMatch(/^HTTP\/1\.1 (100|4\d\d|204) /);
    expect(({} as { readonly polluted?: unknown }).polluted).toBeUndefined();
  },
);
