import { spawn } from 'node:child_process';
import { appendFileSync, closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { EnvironmentError } from '../../io/file-problem.ts';
import { usageOf } from '../../io/usage.ts';
import type { Usage } from '../../model.ts';
import { fileProblem } from '../../source/file.ts';

/** A program to run to its end; its output goes to a file. */
export interface Command {
  readonly path: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: string;
  /** Takes the text between two of these marks on standard error; it is kept out of the log. */
  readonly told?: { readonly mark: string; readonly take: (text: string) => void };
  /** Interrupts it as Ctrl-C would. */
  readonly signal: AbortSignal;
  /** Called with its process id. */
  readonly onStarted?: (id: number) => void;
  /** Called repeatedly with what it has used. */
  readonly onUsage?: (usage: Usage) => void;
}

function openLog(path: string): number {
  try {
    rmSync(path, { force: true });
    return openSync(path, 'a');
  } catch (error) {
    throw new EnvironmentError(fileProblem('write', path, error));
  }
}

/** How a process ended: with a code, by a signal, or without having started. */
type ProcessEnd =
  | { readonly kind: 'code'; readonly code: number }
  | { readonly kind: 'signal'; readonly name: string }
  | { readonly kind: 'unstarted'; readonly why: string };

/** How long k6 has to end by itself after an interrupt. */
const ENDS_WITHIN_MS = 15_000;

/** How often its usage is read. */
const LOOK_MS = 500;

/** Runs the command in a process group of its own, so that Ctrl-C in a terminal reaches it only once, through `signal`. */
export function spawnCommand(command: Command): Promise<ProcessEnd> {
  const { path, args, folder, environment, log, told, signal, onStarted, onUsage } = command;
  const file = openLog(log);
  const child = spawn(path, args, {
    cwd: folder,
    env: environment,
    stdio: ['ignore', file, told ? 'pipe' : file],
    detached: process.platform !== 'win32',
  });
  closeSync(file);
  const reader = told && apart(told, (said) => appendFileSync(log, said));
  child.stderr
    ?.setEncoding('utf8')
    .on('data', (text: string) => reader?.read(text))
    .on('end', () => reader?.end());
  if (child.pid !== undefined) onStarted?.(child.pid);

  const looking = setInterval(() => {
    const usage = child.pid === undefined ? undefined : usageOf(child.pid);
    if (usage) onUsage?.(usage);
  }, LOOK_MS);
  let killing: NodeJS.Timeout | undefined;
  const interrupt = (): void => {
    child.kill('SIGINT');
    killing = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS);
  };
  // Leaves no child behind if this process must end at once.
  const kill = (): void => void child.kill('SIGKILL');
  signal.addEventListener('abort', interrupt, { once: true });
  process.once('exit', kill);
  if (signal.aborted) interrupt();

  return new Promise((resolve) => {
    const end = (result: ProcessEnd): void => {
      clearTimeout(killing);
      clearInterval(looking);
      signal.removeEventListener('abort', interrupt);
      process.off('exit', kill);
      resolve(result);
    };
    child.once('error', (error) => end({ kind: 'unstarted', why: error.message }));
    // On `close` it has ended and all its output has been read.
    child.once('close', (code, name) => {
      end(code === null ? { kind: 'signal', name: name ?? 'unknown' } : { kind: 'code', code });
    });
  });
}

/** Separates the text between two marks from all other text, in whatever pieces it comes. */
export function apart({ mark, take }: NonNullable<Command['told']>, say: (text: string) => void) {
  let rest = '';
  let isTold = false;
  return {
    read: (text: string): void => {
      const pieces = (rest + text).split(mark);
      rest = pieces.pop() ?? '';
      for (const piece of pieces) {
        // A log line ends after each mark; between two journeys' reports there is usually only that newline.
        if (isTold) take(piece);
        else if (piece !== '\n') say(piece.replace(/^\n/, ''));
        isTold = !isTold;
      }
    },
    /** An unfinished report is lost. */
    end: (): void => {
      if (!isTold) say(rest.replace(/^\n/, ''));
    },
  };
}

/** The last lines of a log, for a message. */
export function lastLines(log: string, count: number): string[] {
  return readFileSync(log, 'utf8').trimEnd().split('\n').slice(-count);
}

/** What k6's end means: the load held, a threshold was crossed, the load was interrupted, or k6 failed. */
export interface K6End {
  readonly kind: 'held' | 'crossed' | 'interrupted' | 'killed' | 'broke';
  /** One line, for all but the first two: `k6 broke: exit code 107, an exception of the script`. */
  readonly note?: string;
}

/** errext/exitcodes of k6. */
const MEANINGS: Readonly<Record<number, string>> = {
  100: 'setup took too long',
  101: 'teardown took too long',
  102: 'something took too long',
  103: 'it was stopped over its REST API',
  104: 'its options are invalid',
  106: 'its REST API could not be opened',
  107: 'an exception of the script',
  108: 'the script gave up',
  109: 'a panic of k6',
  110: 'the script marked the test as failed',
  255: 'an error before the load began',
};

const HELD = 0;
const CROSSED = 99;
const INTERRUPTED = 105;

/** Reads how the process of k6 ended. */
export function k6End(end: ProcessEnd): K6End {
  if (end.kind === 'unstarted') return { kind: 'broke', note: `k6 could not be started: ${end.why}` };
  if (end.kind === 'signal') return { kind: 'killed', note: `k6 was killed (${end.name})` };
  switch (end.code) {
    case HELD:
      return { kind: 'held' };
    case CROSSED:
      return { kind: 'crossed' };
    case INTERRUPTED:
      return { kind: 'interrupted', note: 'k6 was interrupted' };
    default: {
      const meaning = MEANINGS[end.code];
      return { kind: 'broke', note: `k6 broke: exit code ${end.code}${meaning === undefined ? '' : `, ${meaning}`}` };
    }
  }
}
