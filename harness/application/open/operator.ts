import { createInterface } from 'node:readline';
import { waysOf } from '../../contract/target-checks.ts';
import type { Clock, Target } from '../../model.ts';
import type { Ports } from '../../run/ports.ts';
import { waitFor } from '../../run/wait.ts';
import { formatDuration } from '../../values/duration.ts';
import { say } from '../say.ts';
import { isInJob } from '../terminal.ts';

/** Puts a question to a person. Returns the answer; undefined if nobody is there any more. */
type AskOperator = (question: string, signal: AbortSignal) => Promise<string | undefined>;

/**
 * A message over the channel to the process that started this one: a question to put to a person, or null once it needs no
 * answer. `OperatorAnswer` is the reply.
 */
export interface Question {
  readonly asks: string | null;
}
/** See `Question`. */
export interface OperatorAnswer {
  readonly said: string;
}

const QUARTER_HOUR_MS = 900_000;

/**
 * The person who steers a target by hand or resets its addresses, asked one thing at a time; undefined if nobody can be
 * asked.
 */
export function operatorOf(
  { steering, deadlines, restore }: Target,
  clock: Clock,
  signal: AbortSignal,
  asking: AskOperator | undefined = askingNow(),
): Ports['operator'] {
  const isNeeded = waysOf(steering).includes('operator') || restore?.by.includes('operator');
  if (!isNeeded || !asking) return undefined;
  const { operatorMs = QUARTER_HOUR_MS } = deadlines;
  let before: Promise<unknown> = Promise.resolve();
  let gone: string | undefined;
  const ask = async (question: string): Promise<string | undefined> => {
    if (gone !== undefined || signal.aborted) return gone ?? 'the run was interrupted';
    const end = new AbortController();
    const answer = asking(question, end.signal);
    const waited = await waitFor(clock, signal, answer, operatorMs);
    if (waited !== 'met') end.abort();
    // If nobody answered in time, nobody is there: later questions need not wait as long.
    if (waited === 'expired') gone = `nobody answered within ${formatDuration(operatorMs)}`;
    const said = waited === 'met' ? await answer : undefined;
    if (waited === 'met' && said === undefined) gone = 'nobody is there any more';
    if (said === undefined) return gone ?? 'the run was interrupted';
    if (/^(y|yes|done|ok)?$/i.test(said.trim())) return undefined;
    return /^(n|no)$/i.test(said.trim()) ? 'they said that it cannot be done' : `they said "${said.trim()}"`;
  };
  return (question) => {
    const answer = before.then(() => ask(question));
    before = answer;
    return answer;
  };
}

/** Asks through the channel of the workbench, or at a terminal with a person; undefined if there is neither. */
function askingNow(): AskOperator | undefined {
  if (process.send) return overChannel;
  const isWatched = process.stdin.isTTY && process.stderr.isTTY && !isInJob();
  return isWatched ? atTerminal : undefined;
}

const atTerminal: AskOperator = (question, signal) =>
  new Promise((resolve) => {
    say(`OPERATOR  please ${question}; then press Enter (n: it cannot be done)`);
    // `terminal: false`, so that Ctrl-C still ends the run.
    const lines = createInterface({ input: process.stdin, terminal: false });
    const end = (said: string | undefined): void => {
      resolve(said);
      lines.close();
      process.stdin.unref?.();
    };
    lines.once('line', end).once('close', () => end(undefined));
    signal.addEventListener('abort', () => end(undefined), { once: true });
    process.stdin.ref?.();
  });

const overChannel: AskOperator = (question, signal) =>
  new Promise((resolve) => {
    const end = (said: string | undefined): void => {
      process.off('message', hear);
      process.channel?.unref();
      process.send?.({ asks: null } satisfies Question);
      resolve(said);
    };
    const hear = (message: unknown): void => {
      if (typeof message === 'object' && message !== null && 'said' in message) end(String(message.said));
    };
    process.on('message', hear);
    signal.addEventListener('abort', () => end(undefined), { once: true });
    process.send?.({ asks: question } satisfies Question);
  });
