import { Pool } from 'undici';
import type { Inputs } from '../../application/inputs.ts';
import { createGateway } from '../../fake/gateway.ts';
import { shippedPath } from '../../home.ts';
import { realClock } from '../../io/real-clock.ts';
import type { WireRequest } from '../../model.ts';
import { basicOf } from '../../wire/basic.ts';
import { encodeRequest } from '../../wire/request.ts';
import { isFault } from '../../wire/wire.ts';
import { startFake, startServer } from './fake-process.ts';
import { planOf } from './journeys.ts';
import { median } from './median.ts';

/** Availability answers per second. */
interface FakeSpeed {
  readonly asFunction: number;
  readonly onSocket: number;
  /** A bare `node:http` server that sends the same bytes. */
  readonly bareServer: number;
}

const FUNCTION_ANSWERS = 20_000;
const SOCKET_ANSWERS = 10_000;
const IN_FLIGHT = 16;
const ROUNDS = 3;

/** How fast the fake answers availability as a function, and on a socket against a bare server, one process each. */
export async function fakeSpeed(inputs: Inputs): Promise<FakeSpeed> {
  const { asFunction, body } = await functionSpeed(inputs);
  const fake = await startFake();
  const bare = await startServer(shippedPath('harness/tools/bench/bare-server.ts'), [
    Buffer.from(body).toString('base64'),
  ]);
  try {
    const fakeSpeeds: number[] = [];
    const bareSpeeds: number[] = [];
    const token = await tokenAt(inputs, fake.url);
    for (let round = 0; round <= ROUNDS; round++) {
      const request = availability(inputs, fake.url, token);
      const fast = await socketSpeed(fake.url, request);
      const bareFast = await socketSpeed(bare.url, { ...request, url: request.url.replace(fake.url, bare.url) });
      // The first round warms both up.
      if (round > 0) fakeSpeeds.push(fast);
      if (round > 0) bareSpeeds.push(bareFast);
    }
    return { asFunction, onSocket: median(fakeSpeeds), bareServer: median(bareSpeeds) };
  } finally {
    await Promise.all([fake.stop(), bare.stop()]);
  }
}

async function functionSpeed(inputs: Inputs): Promise<{ readonly asFunction: number; readonly body: Uint8Array }> {
  const { tenants } = inputs.target;
  const refuse = () => Promise.resolve({ fault: 'refused', detail: 'nobody listens', tookMs: 0 } as const);
  const gateway = createGateway({ ...inputs, tenants, seed: 1, clock: realClock, deliver: refuse });
  const url = 'http://fake.invalid';
  const answer = async (request: WireRequest): Promise<Uint8Array> => {
    const result = await gateway.answer(request);
    if (isFault(result) || result.status !== 200) throw new Error('the fake did not answer');
    return result.body;
  };
  const token = tokenIn(await answer(tokenRequest(inputs, url)));
  const request = availability(inputs, url, token);
  const body = await answer(request);
  const speeds: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const startedAt = performance.now();
    for (let i = 0; i < FUNCTION_ANSWERS; i++) await answer(request);
    if (round > 0) speeds.push(FUNCTION_ANSWERS / ((performance.now() - startedAt) / 1000));
  }
  return { asFunction: median(speeds), body };
}

async function socketSpeed(origin: string, { method, url, headers }: WireRequest): Promise<number> {
  const pool = new Pool(origin, { connections: IN_FLIGHT, pipelining: 1 });
  const path = url.slice(origin.length);
  let left = SOCKET_ANSWERS;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async () => {
      while (left-- > 0) {
        const { statusCode, body } = await pool.request({ path, method, headers: headers.flat() });
        await body.dump();
        if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`);
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  await pool.close();
  return SOCKET_ANSWERS / seconds;
}

/** The first request of the bench's journey. */
function availability(inputs: Inputs, url: string, token: string): WireRequest {
  const [step] = planOf(inputs, { ...inputs.target, baseUrl: url }, 1, 'availability').journeys[0]?.steps ?? [];
  if (step?.kind !== 'call') throw new Error('the journey does not begin with a call');
  const headers = { ...step.request.headers, Authorization: `Bearer ${token}` };
  return encodeRequest({ ...step.request, headers }, { baseUrl: url });
}

function tokenRequest({ contract, target }: Inputs, url: string): WireRequest {
  const { method, path, body } = contract.operations.token;
  const [tenant] = target.tenants;
  const Authorization = basicOf(tenant?.clientId ?? '', tenant?.clientSecret ?? '');
  const { form } = target.token;
  const contentType = body?.contentType ?? '';
  return encodeRequest(
    { verb: 'token', method, path, headers: { Authorization }, query: {}, body: form, auth: 'basic', contentType },
    { baseUrl: url },
  );
}

async function tokenAt(inputs: Inputs, url: string): Promise<string> {
  const { method, url: full, headers, body } = tokenRequest(inputs, url);
  const pool = new Pool(url);
  const answer = await pool.request({
    path: full.slice(url.length),
    method,
    headers: headers.flat(),
    body: Buffer.from(body ?? []),
  });
  const token = tokenIn(Buffer.from(await answer.body.arrayBuffer()));
  await pool.close();
  return token;
}

function tokenIn(body: Uint8Array): string {
  return (JSON.parse(Buffer.from(body).toString('utf8')) as { access_token: string }).access_token;
}
