import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that systems give to connections that go out: one of these could take the port before its listener does. */
const FIRST = 20_000;
const END = 32_768;

/** A port of the loopback that nobody listens on, for a process that cannot be asked to choose one. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, END);
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      continue;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}
