import type { Chosen, LiveNews, LiveStand, RunDetail, RunEntry } from './protocol.ts';

/** What can be made of a run's folder. Names are those of folders; any other text names none. */
export interface Runs {
  /** The latest first. */
  list(): readonly RunEntry[];
  /** Undefined where no run has the name. */
  detail(name: string): RunDetail | undefined;
  report(name: string): Uint8Array | undefined;
  /** Where the report is opened; undefined where there is none. */
  reportAt(name: string): string | undefined;
  folderOf(name: string): string | undefined;
  /** What to run to have its cases again, and which of them failed; undefined where the folder does not say. */
  again(name: string): Again | undefined;
  /** A folder that no run has yet, called after what is run and its target. */
  fresh(...names: readonly string[]): { readonly name: string; readonly folder: string };
}

/** What a run was told, and what failed in it. */
export interface Again {
  readonly chosen: Chosen;
  readonly paths: readonly string[];
  readonly failed: readonly string[];
}

/**
 * Follows a run by what it writes into its folder from a time on, ms since the epoch: what an earlier one left is not its
 * own.
 */
export type Follow = (folder: string, since: number) => Following;

/** A run that is followed. */
interface Following {
  /** What is new since the last look. */
  look(): readonly (LiveNews | LiveStand)[];
  close(): void;
}

/** What a command left behind. */
export interface CommandResult {
  /** The exit status; null where a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that runs. */
export interface Running {
  readonly ended: Promise<CommandResult>;
  /** As Ctrl-C does: the first time it ends cleanly, the second at once. */
  interrupt(): void;
  /** What a person said to what it asked last. */
  answer(said: string): void;
}

/**
 * Starts a command of Assay in a process of its own, so that neither its end nor its crash can harm whoever waits, and
 * which ends in order when whoever waits is gone. Where each line of its standard output is told, none is kept.
 * `asked` hears what a person is to be asked, and null once no answer is needed.
 */
export type Commands = (
  words: readonly string[],
  tell?: (line: string) => void,
  asked?: (question: string | null) => void,
) => Running;
