import type { Target } from '../model.ts';
import { asksToRetryLater } from '../wire/answer.ts';
import { headerOf } from '../wire/wire.ts';
import type { ExchangeOutcome } from './exchange.ts';
import type { Ports } from './ports.ts';
import { pause } from './wait.ts';

const MAX_TRIES = 4;
/** Limits of a minute are usual; a longer wait than this is not worth it. */
const MAX_WAIT_MS = 120_000;
const DEFAULT_WAIT_MS = 1_000;

/** Repeats a request that a rate limit turned away, after the time the answer names; a few times at most. */
export async function retryRateLimited<T extends Pick<ExchangeOutcome, 'answer'> | null>(
  send: () => Promise<T>,
  { clock, signal, target }: Pick<Ports, 'clock' | 'signal'> & { readonly target: Pick<Target, 'deadlines'> },
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const sent = await send();
    const answer = sent?.answer;
    if (!answer || !asksToRetryLater(answer) || tries === MAX_TRIES || signal.aborted) return sent;
    const waitMs = askedWait(headerOf(answer.headers, 'Retry-After'), clock.now()) ?? DEFAULT_WAIT_MS * tries;
    if (waitMs > Math.max(MAX_WAIT_MS, target.deadlines.responseMs)) return sent;
    await pause(clock, signal, waitMs);
  }
}

/** RFC 9110, 10.2.3: a number of seconds, or a date. */
function askedWait(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  const ms = /^\d+$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
