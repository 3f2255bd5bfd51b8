import { connect, createServer, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls, TLSSocket } from 'node:tls';
import { listenOn } from './serve.ts';

/** Watches the bytes of a connection without changing them. */
interface Tap {
  /** Bytes from the side that opened the connection. */
  asked(bytes: Uint8Array, at: number): void;
  answered(bytes: Uint8Array, at: number): void;
  /** The connection is over; who ended it, and why if it broke. */
  ended(by: 'asker' | 'answerer', at: number, why?: string): void;
}

/** Where a relay listens, and where it passes bytes on to. */
interface RelayOptions {
  readonly host: string;
  readonly port: number;
  /** An `http` or `https` address; its path does not matter. */
  readonly to: URL;
  /** The TLS options for an `https` address. */
  readonly tls: ConnectionOptions;
  readonly tap: () => Tap;
}

/** A relay that listens. */
export interface Relay {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Passes on the bytes of every connection as they come, both ways, even if they are not HTTP; ends and breaks, too. The tap
 * sees the bytes after they have left.
 */
export async function relay({ host, port, to, tls, tap }: RelayOptions): Promise<Relay> {
  const sockets = new Set<Socket>();
  const isTls = to.protocol === 'https:';
  const its = to.hostname.replace(/^\[|\]$/g, '');
  const target = { host: its, port: Number(to.port) || (isTls ? 443 : 80), allowHalfOpen: true, noDelay: true };
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (asker) => {
    const answerer = isTls ? connectTls({ servername: nameOf(its), ...tls, ...target }) : connect(target);
    answerer.setNoDelay(true);
    const seen = tap();
    let isOver = false;
    const over = (by: 'asker' | 'answerer', why?: string): void => {
      if (isOver) return;
      isOver = true;
      const at = Date.now();
      setImmediate(() => seen.ended(by, at, why));
    };
    const pass = (from: Socket, on: Socket, by: 'asker' | 'answerer', tell: Tap['asked']): void => {
      sockets.add(from);
      from.on('data', (bytes: Buffer) => {
        // Taken before the bytes leave, so that their effects come later.
        const at = Date.now();
        if (!on.write(bytes)) from.pause();
        setImmediate(tell, bytes, at);
      });
      on.on('drain', () => from.resume());
      from.on('end', () => {
        if (by === 'answerer') over(by);
        on.end();
      });
      from.on('error', (error) => {
        over(by, error.message);
        if (on instanceof TLSSocket) on.destroy();
        else on.resetAndDestroy();
      });
      from.on('close', () => {
        sockets.delete(from);
        over(by);
        if (!from.readableEnded) on.destroy();
      });
    };
    pass(asker, answerer, 'asker', seen.asked);
    pass(answerer, asker, 'answerer', seen.answered);
  });
  return {
    port: await listenOn(server, host, port),
    close: () =>
      new Promise((closed) => {
        server.close(() => setImmediate(() => closed()));
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** The server name for TLS; empty for an IP address (RFC 6066, 3). */
const nameOf = (host: string): string => (/^[\d.]+$|:/.test(host) ? '' : host);
