import type { Fault } from '../gateway/fault.ts';
import { chosenFaults } from '../gateway/faults.ts';
import { refuseOn } from './say.ts';

/** The faults named, from the files that come with Assay; an unknown name stops the command. */
export function faultsNamed(names: readonly string[]): Fault[] {
  const { faults, problems } = chosenFaults(names);
  refuseOn(problems);
  return faults;
}
