import type { KciProfile } from '../../../harness/model.ts';
import { isInProcess } from '../../../harness/wire/in-process.ts';

/** How much of requests and answers is told: `brief` leaves out headers and bodies. */
type Depth = 'whole' | 'brief';

/** What a journey is told with, besides its story. */
export interface Telling {
  readonly profile: KciProfile;
  /** Whether its time passed on a clock on the wall. */
  readonly clock: 'virtual' | 'real';
  readonly depth: Depth;
}

/** How the journeys of a run are told. */
export function tellingOf(
  run: { readonly profile: KciProfile; readonly verdict: { readonly baseUrl: string } },
  depth: Depth,
): Telling {
  return { profile: run.profile, clock: isInProcess(run.verdict.baseUrl) ? 'virtual' : 'real', depth };
}
