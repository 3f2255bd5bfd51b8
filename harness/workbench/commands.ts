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
}

/**
 * Starts a command of Assay in a process of its own, so that neither its end nor its crash can harm whoever waits, and
 * which ends in order when whoever waits is gone. Where each line of its standard output is told, none is kept.
 */
export type Commands = (words: readonly string[], tell?: (line: string) => void) => Running;
