import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { main } from '../cli/main.ts';
import { shippedPath } from '../home.ts';
import { AS_ASSAY } from '../tools/bench/as-assay.ts';

/** What a command left behind. */
export interface CommandResult {
  /** The exit code; null where a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that runs. */
export interface Running {
  /** Waits until it has printed something like this, on either stream, and gives the groups that were found. */
  printed(what: RegExp): Promise<readonly string[]>;
  /** Sends a signal, and waits for the end. */
  stop(signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): Promise<CommandResult>;
  readonly ended: Promise<CommandResult>;
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
  {
    program = shippedPath('harness/cli/assay.js'),
    cwd = shippedPath(),
    env = {},
    withinMs = WITHIN_MS,
  }: CommandOptions = {},
): Running {
  const { PATH = '', HOME = '' } = process.env;
  const child: ChildProcessByStdio<null, Readable, Readable> = spawn(
    process.execPath,
    [...AS_ASSAY, program, ...words],
    {
      cwd,
      env: { PATH, HOME, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: withinMs,
      killSignal: 'SIGKILL',
    },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
    });
  }
  const ended = new Promise<CommandResult>((resolve) => {
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

/**
 * Runs a command to its end: the command line itself, in this process, with the folder, environment and streams that one of
 * its own would have. Where another program or what is preloaded into it is the matter, it has one of its own.
 */
export function assay(words: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
  if (options.program !== undefined || options.env?.NODE_OPTIONS !== undefined) return startAssay(words, options).ended;
  const ended = before.then(() => assayHere(words, options));
  before = ended.catch(() => {});
  return ended;
}

/** A process has one folder, one environment and one standard output: its commands take turns. */
let before: Promise<unknown> = Promise.resolve();

async function assayHere(
  words: readonly string[],
  { cwd = shippedPath(), env = {} }: CommandOptions,
): Promise<CommandResult> {
  const { PATH = '', HOME = '' } = process.env;
  const said = { stdout: '', stderr: '' };
  const kept = { cwd: process.cwd(), env: { ...process.env }, send: process.send };
  const heard = (['stdout', 'stderr'] as const).map((name) => hear(process[name], (text) => (said[name] += text)));
  process.chdir(cwd);
  setEnvironment({ PATH, HOME, ...env });
  // Of the runner of the tests, which is no workbench.
  delete process.send;
  try {
    return { code: await main(words), ...said };
  } finally {
    if (kept.send) process.send = kept.send;
    setEnvironment(kept.env);
    process.chdir(kept.cwd);
    for (const stop of heard) stop();
  }
}

function setEnvironment(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
}

/** Has what is written to a stream of this process said elsewhere, until the returned function is called. */
function hear(stream: NodeJS.WriteStream, say: (text: string) => void): () => void {
  const { write } = stream;
  stream.write = (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
    say(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString());
    const done = rest.find((each) => typeof each === 'function');
    done?.();
    return true;
  };
  return () => {
    stream.write = write;
  };
}

/** An empty folder for the time of a test. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
