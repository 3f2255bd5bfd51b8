import type { RunStarted, TestSetup } from '../model.ts';

/** What is known of a run when it begins. */
interface Beginning
  extends Omit<TestSetup, 'target'>,
    Pick<RunStarted, 'seed' | 'nonce' | 'target' | 'baseUrl' | 'assay' | 'journeys'> {
  readonly build?: string | undefined;
}

/** The first observation of a run, without `seq` and `at`. */
export function runStarted(run: Beginning) {
  const { seed, nonce, target, baseUrl, contract, profile, world, assay, build, journeys } = run;
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
