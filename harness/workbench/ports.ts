import type { ChosenInputs, LiveNews, LiveStand, RunDetail, RunEntry } from './protocol.ts';

/** Access to the folders of runs. A name is that of a folder; any other text finds none. */
export interface Runs {
  /** The latest first. */
  list(): readonly RunEntry[];
  /** Undefined if no run has the name. */
  detail(name: string): RunDetail | undefined;
  report(name: string): Uint8Array | undefined;
  /** The address of the report; undefined if there is none. */
  reportAt(name: string): string | undefined;
  folderOf(name: string): string | undefined;
  /** How to run its cases again, and which of them failed; undefined if the folder does not say. */
  again(name: string): EarlierRun | undefined;
  /** A new folder for a run, named after what is run and its target. */
  fresh(...names: readonly string[]): { readonly name: string; readonly folder: string };
}

/** The inputs of a run, and what failed in it. */
export interface EarlierRun {
  readonly chosen: ChosenInputs;
  readonly paths: readonly string[];
  readonly failed: readonly string[];
}

/**
 * Follows a run by what it writes into its folder from `since` on (ms since the epoch); older files are of an earlier run.
 */
export type Follow = (folder: string, since: number) => Following;

/** A run that is followed. */
interface Following {
  /** What is new since the last look. */
  look(): readonly (LiveNews | LiveStand)[];
  close(): void;
}

/** The result of a command. */
export interface CommandResult {
  /** The exit code; null where a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that runs. */
export interface Running {
  readonly ended: Promise<CommandResult>;
  /** Like Ctrl-C: the first time it ends cleanly, the second time at once. */
  interrupt(): void;
  /** Passes on a person's answer to its latest question. */
  answer(said: string): void;
}

/**
 * Starts a command of Assay in a process of its own, so that its end or crash cannot harm the caller. It ends cleanly when
 * the caller is gone. With `tell`, lines of standard output are passed on and not kept. `asked` gets a question for a
 * person, and null once no answer is needed.
 */
export type Commands = (
  words: readonly string[],
  tell?: (line: string) => void,
  asked?: (question: string | null) => void,
) => Running;
