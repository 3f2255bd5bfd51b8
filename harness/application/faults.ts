import type { Fault } from '../fake/fault.ts';
import { chosenFaults, shippedFaults } from '../fake/faults.ts';
import { refuseOn } from './say.ts';

/** The named faults: shipped with Assay, or files of the user's. Refuses unknown names. */
export function faultsNamed(names: readonly string[]): Fault[] {
  const { faults, problems } = chosenFaults(names);
  refuseOn(problems);
  return faults;
}

/** All shipped faults, for requests that ask for one. */
export function allFaults(): Fault[] {
  return shippedFaults().faults;
}
