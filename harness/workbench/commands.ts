/** What a command left behind. */
export interface Ended {
  /** The exit status; null where a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that runs. */
export interface Running {
  readonly ended: Promise<Ended>;
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
