import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';
import type { Contract, Observation, Operation, RequestSent, Target } from '../../model.ts';
import { basicOf } from '../../wire/basic.ts';

/** One journey as the runner's record has it. */
interface Sent {
  readonly requests: readonly RequestSent[];
  /** The gateway's own references in the answers that the runner got. */
  readonly references: readonly string[];
}

const REFERENCE = /"supplierReference":"([^"]+)"/;

/** The journeys of a record: the requests that were sent, byte for byte but for the token, which is redacted. */
export function journeysOf(record: readonly Observation[]): Sent[] {
  const journeys = new Map<string, { requests: RequestSent[]; references: string[] }>();
  const owners = new Map<number, string>();
  for (const seen of record) {
    if (seen.type === 'request-sent' && seen.journey !== '') {
      owners.set(seen.exchange, seen.journey);
      const journey = journeys.get(seen.journey) ?? { requests: [], references: [] };
      journeys.set(seen.journey, journey);
      journey.requests.push(seen);
    }
    if (seen.type === 'response-received') {
      const [, reference] = REFERENCE.exec(seen.body.text ?? '') ?? [];
      if (reference !== undefined) journeys.get(owners.get(seen.exchange) ?? '')?.references.push(reference);
    }
  }
  return [...journeys.values()];
}

/** What the loop did. */
interface Looped {
  readonly seconds: number;
  /** How many answers were a success; all of them, if the server did the same work. */
  readonly succeeded: number;
}

/**
 * Sends the journeys in a bare loop over kept-alive connections, as many at once as the runner: nothing is recorded,
 * checked or parsed. A reference of the gateway in a body is replaced by the one that this server gave.
 */
export async function loop(
  { contract, target }: { readonly contract: Contract; readonly target: Target },
  url: string,
  journeys: readonly Sent[],
): Promise<Looped> {
  const { concurrency } = target.limits;
  const pool = new Pool(url, { connections: concurrency, pipelining: 1 });
  const authorization = `Bearer ${await tokenOf(pool, target, contract.operations.token)}`;
  const queue = journeys[Symbol.iterator]();
  let succeeded = 0;

  const walk = async ({ requests, references }: Sent): Promise<void> => {
    let given: string | undefined;
    for (const { method, url: full, headers, body } of requests) {
      const named = headers.map(([name, value]) => [name, name === 'Authorization' ? authorization : value]);
      const old = references[0];
      const text = body?.text ?? null;
      const { statusCode, body: answered } = await pool.request({
        path: full.slice(target.baseUrl.length),
        method,
        headers: named.flat() as string[],
        body: text !== null && old !== undefined && given !== undefined ? text.replaceAll(old, given) : text,
      });
      const answer = await answered.text();
      given ??= REFERENCE.exec(answer)?.[1];
      if (statusCode < 300) succeeded += 1;
    }
  };

  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const journey of queue) await walk(journey);
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  await pool.close();
  return { seconds, succeeded };
}

async function tokenOf(pool: Pool, target: Target, { method, path }: Operation): Promise<string> {
  const [tenant] = target.tenants;
  const { body } = await pool.request({
    path,
    method,
    headers: {
      authorization: basicOf(tenant?.clientId ?? '', tenant?.clientSecret ?? ''),
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(target.token.form).toString(),
  });
  return ((await body.json()) as { access_token: string }).access_token;
}

/** A webhook that acknowledges and forgets, for the server of a bare loop: it delivers as much as to the runner. */
export async function openBareWebhook(): Promise<{ readonly url: string; received(): number; close(): Promise<void> }> {
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    request.resume();
    request.once('end', () => response.writeHead(200).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    received: () => count,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
