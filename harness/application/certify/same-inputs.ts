import type { Problem } from '../../model.ts';
import { type Alike, targetWithout, unlike } from '../folder/alike.ts';
import type { RunInputs } from '../folder/folder.ts';
import { problem } from '../say.ts';

/** What a run stands on, as its folder holds it. */
type Ground = Omit<RunInputs, 'command' | 'words'>;

/** What is not as it was when the run was made; a verdict can rest on one version of each only. A run's own fake has an address for that time alone. */
export function changesSince(stored: Ground, now: Ground, isOwnFake: boolean): Problem[] {
  const parts = ({ assay, contract, target, profile, world }: Ground): Alike[] => [
    ['version of Assay', assay, assay],
    ['contract', contract.digest, contract.digest.slice(0, 12)],
    // Where it is and who reaches it is told apart, or may be new.
    ['target', targetWithout(target, 'baseUrl', 'allowHosts', 'webhook', 'limits', 'tls'), target.target],
    ['address of the target', isOwnFake || target.baseUrl, target.baseUrl],
    ['KCI profile', profile, profile.profile],
    ['world', world, world.world],
  ];
  return unlike(parts(stored), parts(JSON.parse(JSON.stringify(now)) as Ground)).map(({ what, was, is }) =>
    problem(
      `the ${what} is not that of the run`,
      was === is ? `both are called ${is}, but it was changed since` : `it was ${was} and is ${is}`,
      'take the run up with what it was made with, or make a new one',
    ),
  );
}
