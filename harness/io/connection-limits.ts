import type { Socket } from 'node:net';

/** What all callers may use together. */
export interface ConnectionLimits {
  readonly connections: number;
  /** Of bodies that are not complete yet. */
  readonly bodyBytes: number;
}

/** Keeps the connections of a server within their limits. */
export interface Connections {
  opened(socket: Socket): void;
  /** How much of an incomplete body the connection holds. */
  buffered(socket: Socket, sizeBytes: number): void;
  /** The connection has made a complete request. */
  requestCompleted(socket: Socket): void;
}

interface CallerConnection {
  /** Where it calls from: a connection has one socket at first, and another once it is secure. */
  readonly name: string;
  socket: Socket;
  /** Of a body that is not complete yet. */
  sizeBytes: number;
  isHeard: boolean;
  /** When it connected, began another request, or was heard: a running count of such moments. */
  since: number;
}

/**
 * Makes room for new callers by closing the one that has been there longest without a complete request; if there is none,
 * the one that was heard longest ago. An honest caller needs milliseconds, and with a plain limit it would be refused
 * before it could say anything. `onClosed` is told why.
 */
export function limitConnections(limits: ConnectionLimits | undefined, onClosed: (why: string) => void): Connections {
  if (!limits) return { opened: () => {}, buffered: () => {}, requestCompleted: () => {} };
  const callers = new Map<string, CallerConnection>();
  /** By socket, so that no name has to be built at each request. */
  const callerOn = new WeakMap<Socket, CallerConnection>();
  let bytes = 0;
  let moments = 0;

  const leave = (caller: CallerConnection): void => {
    bytes -= caller.sizeBytes;
    caller.sizeBytes = 0;
    if (callers.get(caller.name) === caller) callers.delete(caller.name);
    callerOn.delete(caller.socket);
  };
  const close = (caller: CallerConnection, why: string): void => {
    leave(caller);
    caller.socket.destroy();
    onClosed(why);
  };
  /** Of some callers, the one whose `since` is the oldest. */
  const longest = (among: (caller: CallerConnection) => boolean): CallerConnection | undefined => {
    let found: CallerConnection | undefined;
    for (const caller of callers.values()) {
      if (among(caller) && (!found || caller.since < found.since)) found = caller;
    }
    return found;
  };

  return {
    opened(socket) {
      const name = `${socket.remoteAddress}:${socket.remotePort}`;
      const caller = callers.get(name) ?? { name, socket, sizeBytes: 0, isHeard: false, since: ++moments };
      caller.socket = socket;
      callers.set(name, caller);
      callerOn.set(socket, caller);
      socket.once('close', () => leave(caller));
      if (callers.size <= limits.connections) return;
      const oldest = longest((each) => each !== caller && !each.isHeard) ?? longest((each) => each.isHeard);
      if (oldest) close(oldest, `more than ${limits.connections} connections at once`);
    },
    buffered(socket, sizeBytes) {
      const caller = callerOn.get(socket);
      if (!caller) return;
      if (caller.isHeard) {
        caller.isHeard = false;
        caller.since = ++moments;
      }
      bytes += sizeBytes - caller.sizeBytes;
      caller.sizeBytes = sizeBytes;
      while (bytes > limits.bodyBytes) {
        const slowest = longest((each) => each.sizeBytes > 0);
        // A single caller is bound by the limit of a body.
        if (!slowest || slowest.sizeBytes === bytes) return;
        close(slowest, `more than ${limits.bodyBytes} bytes of unfinished bodies at once`);
      }
    },
    requestCompleted(socket) {
      const caller = callerOn.get(socket);
      if (!caller) return;
      bytes -= caller.sizeBytes;
      caller.sizeBytes = 0;
      caller.isHeard = true;
      caller.since = ++moments;
    },
  };
}
