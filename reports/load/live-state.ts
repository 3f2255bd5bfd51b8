import type { Spread } from '../../harness/model.ts';

/** Where a load stands. */
export interface LiveLoad {
  readonly title: string;
  readonly elapsedMs: number;
  /** How long journeys begin, and how long their events are awaited after that. */
  readonly durationMs: number;
  readonly drainMs: number;
  readonly journeys: {
    readonly begun: number;
    readonly of: number;
    readonly underWay: number;
    readonly dropped: number;
  };
  /** Of journeys that were judged so far. */
  readonly cases: { readonly failed: number; readonly inconclusive: number };
  readonly requests: { readonly sent: number; readonly wrong: number };
  /** Requests in a second, lately. */
  readonly perSecond: number;
  readonly orders: { readonly accepted: number; readonly pending: number };
  readonly events: number;
  readonly durations: Readonly<Record<string, Spread>>;
}
