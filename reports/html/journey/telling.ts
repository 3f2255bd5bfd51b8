import type { KciProfile } from '../../../harness/model.ts';
import type { Depth } from '../packed.ts';

/** What a journey is told with, besides its story. */
export interface Telling {
  readonly profile: KciProfile;
  /** Whether its time passed on a clock on the wall. */
  readonly clock: 'virtual' | 'real';
  /** `brief`: headers and bodies were left out. */
  readonly depth: Depth;
}
