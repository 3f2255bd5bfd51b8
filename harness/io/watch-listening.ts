import { connect, type Server } from 'node:net';

const EVERY_MS = 1_000;
/** What goes wrong with our own connection, and says nothing of the server. */
const OURS: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'EADDRNOTAVAIL', 'EADDRINUSE', 'ENOBUFS', 'ENOMEM']);

/**
 * Tells once, and why, when a server that listens can be reached no more although nobody closed it: its socket broke, or its
 * address went with the network it was of. What is returned ends the watch.
 */
export function watchListening(server: Server, host: string, port: number, onLost: (why: string) => void): () => void {
  const at = { host: host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host, port };
  let isOver = false;
  let refusals = 0;
  const timer = setTimeout(look, EVERY_MS).unref();
  const end = (): void => {
    isOver = true;
    clearTimeout(timer);
  };
  const lost = (why: string): void => {
    if (isOver) return;
    end();
    onLost(why);
  };
  server.on('error', ({ message }) => lost(message));
  server.on('close', () => lost('its socket was closed'));

  function look(): void {
    if (isOver) return;
    if (!server.listening) return void lost('its socket was closed');
    const socket = connect(at, () => {
      refusals = 0;
      socket.destroy();
    });
    socket.unref();
    socket.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      if (OURS.has(code ?? '')) return;
      refusals += 1;
      // Once may be chance: the address of a network that is just being set up again.
      if (refusals > 1) lost(message);
    });
    socket.on('close', () => {
      if (!isOver) timer.refresh();
    });
  }
  return end;
}
