import { spawn } from 'node:child_process';
import { shippedPath } from '../../home.ts';

/** A server in a process of its own. */
export interface ServerProcess {
  readonly url: string;
  /** What it has printed so far. */
  printed(): string;
  /** Resolves when it has ended. */
  stop(): Promise<void>;
}

const STARTED = /answers at (http:\/\/\S+)/;

/** Starts `assay fake` on a free port of the loopback; resolves when it says where it answers. */
export function startFake(...flags: readonly string[]): Promise<ServerProcess> {
  return startServer(shippedPath('harness/cli/assay.js'), ['fake', '--port', '0', ...flags]);
}

/** Starts a script that prints where it answers, and serves until it is told to stop; `flags` are for Node. */
export function startServer(
  script: string,
  words: readonly string[],
  flags: readonly string[] = [],
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...process.execArgv, ...flags, script, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  return new Promise((resolve, reject) => {
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString('utf8');
      const url = STARTED.exec(printed)?.[1];
      if (url !== undefined) resolve({ url, printed: () => printed, stop });
    });
    void ended.then(() => reject(new Error(`${script} ended before it answered`)));
  });
}
