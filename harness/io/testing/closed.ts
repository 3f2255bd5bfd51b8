import type { Socket } from 'node:net';

/** When a socket is closed, in whichever way: what it had not read yet makes it a reset. */
export function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.closed) resolve();
    else socket.once('close', () => resolve());
  });
}
