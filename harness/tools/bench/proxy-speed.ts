import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import type { Inputs } from '../../application/inputs.ts';
import { runProxy } from '../../application/traffic/proxy.ts';
import { shippedPath } from '../../home.ts';
import { freePort } from '../../io/free-port.ts';
import { startServer } from './fake-process.ts';
import { targetAt } from './journeys.ts';
import { median } from './median.ts';

/** What the proxy costs those who talk through it. */
interface ProxySpeed {
  /** Of the median request, ms. */
  readonly direct: number;
  readonly through: number;
  readonly requests: number;
}

const PATH =
  '/WholesaleGateway/v1.0/gateway/service-availability?address=%7B%22id%22%3A%22900100000001%22%2C%22type%22%3A%22UPRN%22%7D';

/** The same requests, one after the other, to a bare server and to it through the proxy, in turn. */
export async function proxySpeed(inputs: Inputs, requests: number): Promise<ProxySpeed> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  const server = await startServer(shippedPath('harness/tools/bench/bare-server.ts'), [
    Buffer.from('{}').toString('base64'),
  ]);
  const port = await freePort();
  const stop = Promise.withResolvers<void>();
  const place = { host: '127.0.0.1', port, webhookPort: 0, out: join(folder, 'run') };
  const quiet = { command: 'bench', outlets: [], quiet: true };
  const ended = runProxy(
    { ...inputs, target: targetAt(inputs, server.url) },
    { ...place, ...quiet },
    () => stop.promise,
  );
  const pools = [new Pool(server.url, { connections: 1 }), new Pool(`http://127.0.0.1:${port}`, { connections: 1 })];
  const took: [number[], number[]] = [[], []];
  try {
    for (let i = 0; i < requests; i += 1) {
      for (const [at, pool] of pools.entries()) {
        const headers = Object.fromEntries(Object.values(inputs.contract.headers).map((name) => [name, `${i}`]));
        const began = performance.now();
        const { body } = await pool.request({ method: 'GET', path: PATH, headers });
        await body.dump();
        took[at as 0 | 1].push(performance.now() - began);
      }
    }
  } finally {
    await Promise.all(pools.map((pool) => pool.close()));
    stop.resolve();
    await ended;
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return { direct: median(took[0]), through: median(took[1]), requests };
}
