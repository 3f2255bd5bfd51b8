import type { Fault } from '../fake/fault.ts';
import { chosenFaults, shippedFaults } from '../fake/faults.ts';
import { refuseOn } from './say.ts';

/** The faults named: of the files that come with Assay, or files of the user's; an unknown name stops the command. */
export function faultsNamed(names: readonly string[]): Fault[] {
  const { faults, problems } = chosenFaults(names);
  refuseOn(problems);
  return faults;
}

/** Every fault that comes with Assay, for those who ask for one in a request. */
export function allFaults(): Fault[] {
  return shippedFaults().faults;
}
