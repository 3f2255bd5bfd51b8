import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { Send } from '../model.ts';
import { serve } from './serve.ts';
import type { StreamedAnswer } from './streamed-answer.ts';
import { closed } from './testing/closed.ts';
import { client, closeAll, closeLater, get, responseIn } from './testing/peer.ts';

afterEach(closeAll);

const elsewhere: Send = () =>
  Promise.resolve({ status: 200, headers: [], body: new TextEncoder().encode('whole'), tookMs: 0 });

const answer = (texts: AsyncIterable<string>): StreamedAnswer => ({
  status: 200,
  headers: [['Content-Type', 'text/event-stream']],
  texts,
});

test('an answer is written text by text, and calls that are not for it reach the Send', async () => {
  async function* texts() {
    yield 'one ';
    yield 'two';
  }
  const { url, close } = await serve(elsewhere, {
    host: '127.0.0.1',
    port: 0,
    stream: (request) => (request.url.endsWith('/live') ? answer(texts()) : undefined),
  });
  closeLater(close);
  const { send } = client();

  expect(responseIn(await send(get(`${url}/live`)))).toMatchObject({ status: 200, text: 'one two' });
  expect(responseIn(await send(get(`${url}/other`)))).toMatchObject({ status: 200, text: 'whole' });
});

test('whoever goes is no longer written to: the texts are told', async () => {
  const told = Promise.withResolvers<void>();
  async function* endless(signal: AbortSignal) {
    yield 'first';
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    told.resolve();
  }
  const { port, close } = await serve(elsewhere, {
    host: '127.0.0.1',
    port: 0,
    stream: (_request, signal) => answer(endless(signal)),
  });
  closeLater(close);
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nHost: h\r\n\r\n');
  await once(socket, 'data');

  socket.destroy();

  await told.promise;
});

test('a server that closes ends what it is writing at once', async () => {
  async function* endless(signal: AbortSignal) {
    yield 'first';
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  }
  const { port, close } = await serve(elsewhere, {
    host: '127.0.0.1',
    port: 0,
    stream: (_request, signal) => answer(endless(signal)),
  });
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nHost: h\r\n\r\n');
  await once(socket, 'data');

  const ended = closed(socket);
  await close();

  await ended;
});
