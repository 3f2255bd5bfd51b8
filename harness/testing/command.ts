import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { own } from '../application/places.ts';

/** What a command left behind. */
export interface Ended {
  /** The exit status; null where a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that runs. */
export interface Running {
  /** Waits until it has printed something like this, on either stream, and gives the groups that were found. */
  printed(what: RegExp): Promise<readonly string[]>;
  /** Sends a signal, and waits for the end. */
  stop(signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): Promise<Ended>;
  readonly ended: Promise<Ended>;
}

/** What a test may want otherwise than a user in the checkout has it. */
export interface CommandOptions {
  /** The program that is started, if not the one of this checkout. */
  readonly program?: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** When it is taken for hung, and ended. */
  readonly withinMs?: number;
}

/** Far more than any command of the tests takes; one that hangs is ended, and its test fails. */
const WITHIN_MS = 100_000;

/** Starts the real command in a process of its own, with none of the environment that could colour what it prints. */
export function startAssay(
  words: readonly string[],
  { program = own('harness/cli/assay.js'), cwd = own(), env = {}, withinMs = WITHIN_MS }: CommandOptions = {},
): Running {
  const { PATH = '', HOME = '' } = process.env;
  const child: ChildProcessByStdio<null, Readable, Readable> = spawn(process.execPath, [program, ...words], {
    cwd,
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: withinMs,
    killSignal: 'SIGKILL',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
    });
  }
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code) => resolve({ code, ...said }));
  });
  return {
    ended,
    printed: (what) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = what.exec(said.stdout) ?? what.exec(said.stderr);
          if (found) resolve(found.slice(1));
        };
        look();
        child.stdout.on('data', look);
        child.stderr.on('data', look);
        void ended.then(() => reject(new Error(`it ended without printing ${what}:\n${said.stdout}${said.stderr}`)));
      }),
    stop: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

/** Runs the real command to its end. */
export function assay(words: readonly string[], options?: CommandOptions): Promise<Ended> {
  return startAssay(words, options).ended;
}

/** An empty folder for the time of a test. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
