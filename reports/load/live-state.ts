import type { LoadStanding } from '../../harness/model.ts';

/** Where a load stands, with what a view of it says besides. */
export interface LiveLoad extends LoadStanding {
  readonly title: string;
  /** How long journeys begin, and how long their events are awaited after that. */
  readonly durationMs: number;
  readonly drainMs: number;
  /** Requests in a second, lately. */
  readonly perSecond: number;
}
