import type { Clock, LoadVerdict, Traffic, Usage } from '../model.ts';
import { waitFor } from '../run/wait.ts';
import type { Books } from './books.ts';

/** What became of what an engine was to walk. */
export interface EngineEnd {
  /** Starts that it could not make in time. */
  readonly dropped?: number;
  /** Why not all of it is known. */
  readonly note?: string | undefined;
  /** What it used, where it is a process of its own. */
  readonly usage?: Usage | undefined;
}

/** Waits until an engine has walked all journeys and no event is on its way any more, and says what the load came to. */
export async function runLoad(
  books: Books,
  engine: Promise<EngineEnd>,
  { clock, signal, traffic }: { readonly clock: Clock; readonly signal: AbortSignal; readonly traffic: Traffic },
): Promise<LoadVerdict> {
  const { usage, dropped = 0, note } = await engine;
  const endsAt = books.startedAt() + books.arrivals.durationMs + traffic.drainMs;
  if (note === undefined) await waitFor(clock, signal, books.drained(), endsAt - clock.now());
  const verdict = await books.conclude({ dropped, note: note ?? (signal.aborted ? 'interrupted' : undefined) });
  return usage ? { ...verdict, generator: usage } : verdict;
}
