import type { Socket } from 'node:net';

/** What many callers may take together. */
export interface CrowdLimits {
  readonly connections: number;
  /** Of bodies that are not yet whole. */
  readonly bodyBytes: number;
}

/** Keeps a crowd within its limits. */
export interface Crowd {
  joined(socket: Socket): void;
  /** How much of a body that is not yet whole the connection holds. */
  holds(socket: Socket, sizeBytes: number): void;
  /** It has made a whole request. */
  isHeard(socket: Socket): void;
}

/**
 * A crowd that makes room for whoever comes by closing whoever has been there longest without a whole request, and after
 * those, whoever was heard longest ago: an honest caller needs milliseconds, and one that is turned away at the door, as a
 * server with a plain limit does it, could not say anything. `onClosed` is told why.
 */
export function createCrowd(limits: CrowdLimits | undefined, onClosed: (why: string) => void): Crowd {
  if (!limits) return { joined: () => {}, holds: () => {}, isHeard: () => {} };
  const unheard = new Map<string, { readonly socket: Socket; readonly sizeBytes: number }>();
  const heard = new Map<string, Socket>();
  let bytes = 0;

  const free = (caller: string): void => {
    bytes -= unheard.get(caller)?.sizeBytes ?? 0;
    unheard.delete(caller);
    heard.delete(caller);
  };
  const close = (caller: string, why: string): void => {
    const socket = unheard.get(caller)?.socket ?? heard.get(caller);
    free(caller);
    socket?.destroy();
    onClosed(why);
  };
  const hold = (caller: string, socket: Socket, sizeBytes: number): void => {
    bytes += sizeBytes - (unheard.get(caller)?.sizeBytes ?? 0);
    unheard.set(caller, { socket, sizeBytes });
    heard.delete(caller);
  };

  return {
    joined(socket) {
      const caller = callerOf(socket);
      hold(caller, socket, 0);
      socket.once('close', () => free(caller));
      if (unheard.size + heard.size <= limits.connections) return;
      const [oldest = ''] = unheard.size > 1 ? unheard.keys() : heard.keys();
      close(oldest, `more than ${limits.connections} connections at once`);
    },
    holds(socket, sizeBytes) {
      hold(callerOf(socket), socket, sizeBytes);
      while (bytes > limits.bodyBytes && unheard.size > 1) {
        const [slowest = ''] = [...unheard].find(([, held]) => held.sizeBytes > 0) ?? [];
        close(slowest, `more than ${limits.bodyBytes} bytes of unfinished bodies at once`);
      }
    },
    isHeard(socket) {
      const caller = callerOf(socket);
      free(caller);
      if (!socket.destroyed) heard.set(caller, socket);
    },
  };
}

/** A connection is one socket, and once it is secure another; the caller stays the same. */
function callerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress}:${remotePort}`;
}
