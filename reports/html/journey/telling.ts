import type { KciProfile } from '../../../harness/model.ts';
import { isInProcess } from '../../../harness/wire/in-process.ts';

/** How much of requests and answers is shown: `brief` leaves out headers and bodies. */
type Detail = 'whole' | 'brief';

/** What is needed to show a journey, besides its story. */
export interface Telling {
  readonly profile: KciProfile;
  /** Whether its time passed on a virtual clock. */
  readonly clock: 'virtual' | 'real';
  readonly depth: Detail;
}

/** How the journeys of a run are shown. */
export function tellingOf(
  run: { readonly profile: KciProfile; readonly verdict: { readonly baseUrl: string } },
  depth: Detail,
): Telling {
  return { profile: run.profile, clock: isInProcess(run.verdict.baseUrl) ? 'virtual' : 'real', depth };
}
