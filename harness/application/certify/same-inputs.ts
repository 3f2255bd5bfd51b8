import { isDeepStrictEqual } from 'node:util';
import type { Problem, Target } from '../../model.ts';
import type { RunInputs } from '../folder/folder.ts';
import { problem } from '../say.ts';

/** What a run stands on, as its folder holds it. */
type Ground = Omit<RunInputs, 'command' | 'words'>;

/** What is not as it was when the run was made; a verdict can rest on one version of each only. A run's own fake has an address for that time alone. */
export function changesSince(stored: Ground, now: Ground, isOwnFake: boolean): Problem[] {
  const plain = JSON.parse(JSON.stringify(now)) as Ground;
  const changed = <T>(what: string, was: T, is: T, name: (value: T) => string): Problem[] =>
    isDeepStrictEqual(was, is) ? [] : [told(what, name(was), name(is))];
  return [
    ...changed('version of Assay', stored.assay, plain.assay, String),
    ...changed('contract', stored.contract.digest, plain.contract.digest, (digest) => digest.slice(0, 12)),
    ...changed('target', lasting(stored.target), lasting(plain.target), ({ target }) => target),
    ...(isOwnFake ? [] : changed('address of the target', stored.target.baseUrl, plain.target.baseUrl, String)),
    ...changed('KCI profile', stored.profile, plain.profile, ({ profile }) => profile),
    ...changed('world', stored.world, plain.world, ({ world }) => world),
  ];
}

function told(what: string, was: string, is: string): Problem {
  return problem(
    `the ${what} is not that of the run`,
    was === is ? `both are called ${is}, but it was changed since` : `it was ${was} and is ${is}`,
    'take the run up with what it was made with, or make a new one',
  );
}

/** The target without what decides nothing: where it is and who reaches it is told apart, or may be new. */
function lasting({
  baseUrl: _url,
  allowHosts: _hosts,
  webhook: _webhook,
  limits: _limits,
  tls: _tls,
  ...rest
}: Target): Pick<Target, 'target'> {
  return rest;
}
