import { describe, expect, test } from 'vitest';
import type { WireResponse } from '../../model.ts';
import { bytesOf, decodeUtf8 } from '../../wire/wire.ts';
import { BEFORE_ALL } from '../port.ts';
import { journeyOf } from '../testing/sample.ts';
import { controlSend, type K6Port } from './control.ts';
import { toldIn } from './told.ts';

function control() {
  const walked: [number, number][] = [];
  const learnt: string[] = [];
  const turned: unknown[] = [];
  const port: K6Port = {
    turnAway: (orderId, how) => void turned.push([orderId, how]),
    learnt: (kind, value) => void learnt.push(`${kind} ${value}`),
    walked: ({ index, observed }) => void walked.push([index, observed.length]),
    awaitEvents: async ({ id }, step, orderId) =>
      id === 'a@4' && step === 'await' && orderId === '7' ? 'met' : 'expired',
    feed: () => ({
      lags: [['ACK', 12]],
      received: 1,
      missing: 0,
      duplicate: 0,
      unexpected: 0,
      pending: 2,
      isDrained: false,
    }),
  };
  const send = controlSend({
    port,
    clock: { now: () => 1234 },
    secret: 'secret',
    journeyOf: (index) => journeyOf(`a@${index + 1}`),
    stages: [{ forMs: 2000, fromPerSecond: 5, toPerSecond: 5 }],
  });
  const ask = async (method: string, path: string, body?: unknown) => {
    const bytes = body === undefined ? null : bytesOf(typeof body === 'string' ? body : JSON.stringify(body));
    const answer = (await send({ method, url: `http://x${path}`, headers: [], body: bytes })) as WireResponse;
    const text = decodeUtf8(answer.body);
    return text ? [answer.status, JSON.parse(text)] : answer.status;
  };
  return { walked, learnt, turned, ask };
}

const TOLD = { offsetMs: 0, startedAt: 1, endedAt: 2, loadStartedAt: 0, did: [] };

describe('the control server', () => {
  test('hands over what a journey observed, once, however often it is told', async () => {
    const { walked, ask } = control();
    const beacon = { ...TOLD, index: 5 };

    expect([await ask('POST', '/secret/walked', beacon), await ask('POST', '/secret/walked', beacon)]).toEqual([
      204, 204,
    ]);
    expect(walked).toEqual([[5, 2]]);
  });

  test('hands over a token as it comes, for nothing may repeat it', async () => {
    const { learnt, ask } = control();

    expect([
      await ask('POST', '/secret/learnt', { access_token: 't0ken', refresh_token: 'r3fresh' }),
      await ask('POST', '/secret/learnt', 'access-token'),
    ]).toEqual([204, 400]);
    expect(learnt).toEqual(['access-token t0ken', 'token r3fresh']);
  });

  test('has deliveries of an order turned away', async () => {
    const { turned, ask } = control();
    const how = { refuse: 2, with: 503 };

    expect([
      await ask('POST', '/secret/turn-away', { orderId: '7', how }),
      await ask('POST', '/secret/turn-away', { orderId: '7' }),
    ]).toEqual([204, 400]);
    expect(turned).toEqual([['7', how]]);
  });

  test('takes what each instance did before its journeys', async () => {
    const { walked, ask } = control();

    for (let i = 0; i < 2; i++) await ask('POST', '/secret/walked', { ...TOLD, index: BEFORE_ALL });

    expect(walked).toEqual([
      [BEFORE_ALL, 0],
      [BEFORE_ALL, 0],
    ]);
  });

  test('answers waits, the time, and the news with how many instances have ended', async () => {
    const { ask } = control();

    expect(await ask('POST', '/secret/await', { index: 3, step: 'await', orderId: '7' })).toEqual([
      200,
      { ended: 'met' },
    ]);
    expect(await ask('GET', '/secret/now')).toEqual([200, 1234]);
    expect(await ask('POST', '/secret/ended', {})).toBe(204);
    expect(await ask('GET', '/secret/feed')).toMatchObject([200, { lags: [['ACK', 12]], pending: 2, ended: 1 }]);
  });

  test.each([
    ['POST', '/walked', { index: 1, observed: [] }, 404],
    ['POST', '/guess/walked', { index: 1, observed: [] }, 404],
    ['GET', '/secret/walked', undefined, 404],
    ['POST', '/secret/walked', 'no JSON', 400],
    ['POST', '/secret/walked', { index: -2, observed: [] }, 400],
    ['POST', '/secret/walked', { index: 1.5, observed: [] }, 400],
    ['POST', '/secret/walked', { index: 1 }, 400],
    ['POST', '/secret/await', { index: 1, step: 'await' }, 400],
  ])('%s %s with %j is turned away', async (method, path, body, status) => {
    const { walked, ask } = control();

    expect(await ask(method, path, body)).toBe(status);
    expect(walked).toEqual([]);
  });
});

test('texts of exchanges stand behind what is told of them, as they are, a space before each', () => {
  const [sent, came] = ['{"name":"Zo\u00eb \u{1f600}"}\n', 'two\nlines'];
  const measured = ['s', 't', 1, 2, 1, 200];
  const exchange = (body: string | number | null, answer: string | number) => [
    ...measured,
    ['POST', '/', { a: 'b' }, body],
    [{ c: 'd' }, answer, '', 0],
  ];
  const wait = { wait: 'w', startedAt: 1, at: 2, ended: 'met' };
  const did = [measured, wait, exchange(sent.length, 0), exchange(null, came.length)];

  const line = `${JSON.stringify({ ...TOLD, index: 1, did })}\n`;
  expect(toldIn([line, sent, '', came].join(' '))).toEqual({
    ...TOLD,
    index: 1,
    did: [measured, wait, exchange(sent, ''), exchange(null, came)],
  });
});
