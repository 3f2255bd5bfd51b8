import { setMaxListeners } from 'node:events';
import type { Problem } from '../model.ts';
import { EXIT, type ExitCode } from './exit.ts';
import { Refusal, saidBy, say } from './say.ts';

/** What can end a run before its time: the user, the system, or a record that cannot be written any more. */
export type Interrupt = ReturnType<typeof listenForInterrupt>;

/** What failed after something had broken a run off, with that before it: a full disk fails the reports, too. */
export function withCause({ found }: Interrupt, error: unknown): unknown {
  const said = saidBy(error);
  const isSecond = said !== undefined && found !== undefined && !said.problems.includes(found);
  return isSecond ? new Refusal([found, ...said.problems], EXIT.environment) : error;
}

/** Told to whoever started this through a channel once a signal ends it cleanly; before, one would end it at once. */
export const LISTENS = { assay: 'listens' } as const;

type Signal = 'SIGINT' | 'SIGTERM';

/** The exit status of a command that a signal ended. */
export const EXIT_OF: Readonly<Record<Signal, ExitCode>> = { SIGINT: EXIT.interrupted, SIGTERM: EXIT.terminated };

/** Tells of each SIGINT and SIGTERM, in place of what they do of themselves; returns what gives them back. */
export function onSignals(tell: (signal: Signal) => void): () => void {
  process.on('SIGINT', tell).on('SIGTERM', tell);
  return () => void process.off('SIGINT', tell).off('SIGTERM', tell);
}

const JUDGED = 'what was recorded so far is being judged';

/** Listens to SIGINT and SIGTERM: the first ends the run cleanly, which takes what `ending` says, the second at once. */
export function listenForInterrupt(ending = JUDGED) {
  const controller = new AbortController();
  // Every wait of every journey listens to the one signal.
  setMaxListeners(0, controller.signal);
  let exitCode: ExitCode | undefined;
  let found: Problem | undefined;
  const release = onSignals((signal) => {
    if (controller.signal.aborted) process.exit(EXIT_OF[signal]);
    exitCode = EXIT_OF[signal];
    say(`interrupted: ${ending}; once more ends at once`);
    controller.abort();
  });
  process.send?.(LISTENS);
  return {
    signal: controller.signal,
    /** Ends the run as a first signal would, and says why. */
    stop: (why: string): void => {
      if (controller.signal.aborted) return;
      say(`${why}: ${ending}`);
      controller.abort();
    },
    /** Ends the run because of something that went wrong on our side of the wire. */
    breakOff: (problem: Problem): void => {
      found ??= problem;
      controller.abort();
    },
    /** What broke the run off, if that happened. */
    get found(): Problem | undefined {
      return found;
    },
    /** The exit status, if a signal came. */
    get exitCode(): ExitCode | undefined {
      return exitCode;
    },
    /** Gives the signals back. */
    release,
  };
}
