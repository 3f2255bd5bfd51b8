import { setMaxListeners } from 'node:events';
import type { Problem } from '../model.ts';
import { EXIT, type ExitCode } from './exit.ts';
import { Refusal, saidBy, say } from './say.ts';

/** What can end a run early: the user, the system, or a record that can no longer be written. */
export type Interrupt = ReturnType<typeof listenForInterrupt>;

/** An error after an interrupt, together with the problem that caused that: a full disk fails the reports, too. */
export function withCause({ found }: Interrupt, error: unknown): unknown {
  const said = saidBy(error);
  const isSecond = said !== undefined && found !== undefined && !said.problems.includes(found);
  return isSecond ? new Refusal([found, ...said.problems], EXIT.environment) : error;
}

/** Message over the channel to the process that started this one: from now on a signal ends this process cleanly. */
export const LISTENS = { assay: 'listens' } as const;

type Signal = 'SIGINT' | 'SIGTERM';

/** The exit code of a command that a signal ended. */
export const EXIT_OF: Readonly<Record<Signal, ExitCode>> = { SIGINT: EXIT.interrupted, SIGTERM: EXIT.terminated };

/** Calls `tell` on SIGINT and SIGTERM instead of their default action; the returned function stops that. */
export function onSignals(tell: (signal: Signal) => void): () => void {
  process.on('SIGINT', tell).on('SIGTERM', tell);
  return () => void process.off('SIGINT', tell).off('SIGTERM', tell);
}

const JUDGED = 'what was recorded so far is being judged';

/** Listens to SIGINT and SIGTERM: the first ends the run cleanly and prints `ending`, the second ends it at once. */
export function listenForInterrupt(ending = JUDGED) {
  const controller = new AbortController();
  // Every wait of every journey listens to this one signal.
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
    /** Ends the run as a first signal would, and prints why. */
    stop: (why: string): void => {
      if (controller.signal.aborted) return;
      say(`${why}: ${ending}`);
      controller.abort();
    },
    /** Ends the run because of a failure on our side. */
    breakOff: (problem: Problem): void => {
      found ??= problem;
      controller.abort();
    },
    /** The problem that ended the run, if one did. */
    get found(): Problem | undefined {
      return found;
    },
    /** The exit code, if a signal came. */
    get exitCode(): ExitCode | undefined {
      return exitCode;
    },
    /** Stops listening. */
    release,
  };
}
