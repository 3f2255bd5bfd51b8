import { connect, type Server } from 'node:net';

const EVERY_MS = 1_000;
/** Errors of our own connection, which say nothing about the server. */
const OURS: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'EADDRNOTAVAIL', 'EADDRINUSE', 'ENOBUFS', 'ENOMEM']);

/**
 * Calls `onLost` once, with the reason, if a listening server can no longer be reached although it was not closed: its
 * socket broke, or the network of its address is gone. The returned function ends the watch.
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
      // One failure may be chance: a network that is just being set up again.
      if (refusals > 1) lost(message);
    });
    socket.on('close', () => {
      if (!isOver) timer.refresh();
    });
  }
  return end;
}
