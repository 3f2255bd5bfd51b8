import type { KciProfile } from '../../../harness/model.ts';
import { isInProcess } from '../../../harness/wire/in-process.ts';
import type { Depth } from '../packed.ts';

/** What a journey is told with, besides its story. */
export interface Telling {
  readonly profile: KciProfile;
  /** Whether its time passed on a clock on the wall. */
  readonly clock: 'virtual' | 'real';
  /** `brief`: headers and bodies were left out. */
  readonly depth: Depth;
}

/** How the journeys of a run are told. */
export function tellingOf(
  run: { readonly profile: KciProfile; readonly verdict: { readonly baseUrl: string } },
  depth: Depth,
): Telling {
  return { profile: run.profile, clock: isInProcess(run.verdict.baseUrl) ? 'virtual' : 'real', depth };
}
