import type { Contract, KciProfile, World } from '../model.ts';

/** What a run is told to be at its beginning. */
export interface Beginning {
  readonly seed: number;
  readonly nonce: string;
  /** The name and the address of whom it judges. */
  readonly target: string;
  readonly baseUrl: string;
  readonly contract: Contract;
  readonly profile: KciProfile;
  readonly world: World;
  /** The version of Assay. */
  readonly assay: string;
  readonly build?: string | undefined;
  readonly journeys: number;
}

/** The first observation of a run, without its place in the record. */
export function runStarted({
  seed,
  nonce,
  target,
  baseUrl,
  contract,
  profile,
  world,
  assay,
  build,
  journeys,
}: Beginning) {
  return {
    type: 'run-started',
    version: 2,
    seed,
    nonce,
    target,
    baseUrl,
    profile: profile.profile,
    world: world.world,
    timeZone: world.timeZone,
    contract: contract.digest,
    assay,
    ...(build === undefined ? {} : { build }),
    journeys,
  } as const;
}
