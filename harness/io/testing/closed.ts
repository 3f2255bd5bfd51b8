import type { Socket } from 'node:net';

/** Resolves when a socket is closed, also by a reset because of unread data. */
export function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.closed) resolve();
    else socket.once('close', () => resolve());
  });
}
