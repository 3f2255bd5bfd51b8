import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { fileProblem } from '../../io/file-problem.ts';
import { FileError } from '../../io/files.ts';

/** A program to run to its end, with all that it says in a file. */
export interface Command {
  readonly path: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: string;
  /** Ends it as Ctrl-C would. */
  readonly signal: AbortSignal;
  /** Told of its process id. */
  readonly onStarted?: (id: number) => void;
}

function openLog(path: string): number {
  try {
    return openSync(path, 'w');
  } catch (error) {
    throw new FileError(fileProblem('write', path, error));
  }
}

/** How a process ended: with a code, by a signal, or never begun. */
export type ProcessEnd =
  | { readonly kind: 'code'; readonly code: number }
  | { readonly kind: 'signal'; readonly name: string }
  | { readonly kind: 'unstarted'; readonly why: string };

/** What k6 is given to end by itself after an interrupt. */
const ENDS_WITHIN_MS = 15_000;

/** Runs the command. It has a process group of its own: Ctrl-C in a terminal reaches it once, through the signal. */
export function runCommand(command: Command): Promise<ProcessEnd> {
  const { path, args, folder, environment, log, signal, onStarted } = command;
  const file = openLog(log);
  const child = spawn(path, args, {
    cwd: folder,
    env: environment,
    stdio: ['ignore', file, file],
    detached: process.platform !== 'win32',
  });
  closeSync(file);
  if (child.pid !== undefined) onStarted?.(child.pid);

  let killing: NodeJS.Timeout | undefined;
  const interrupt = (): void => {
    child.kill('SIGINT');
    killing = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS);
  };
  // Nothing is left behind where this process is made to end at once.
  const kill = (): void => void child.kill('SIGKILL');
  signal.addEventListener('abort', interrupt, { once: true });
  process.once('exit', kill);
  if (signal.aborted) interrupt();

  return new Promise((resolve) => {
    const end = (result: ProcessEnd): void => {
      clearTimeout(killing);
      signal.removeEventListener('abort', interrupt);
      process.off('exit', kill);
      resolve(result);
    };
    child.once('error', (error) => end({ kind: 'unstarted', why: error.message }));
    child.once('exit', (code, name) => {
      end(code === null ? { kind: 'signal', name: name ?? 'unknown' } : { kind: 'code', code });
    });
  });
}

/** The last lines of a log, for a message. */
export function lastLines(log: string, count: number): string[] {
  return readFileSync(log, 'utf8').trimEnd().split('\n').slice(-count);
}
