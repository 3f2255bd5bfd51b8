import type { FaultSignature } from '../../../reports/story/likeness.ts';
import { FIXTURES } from '../../contract/fixture.ts';
import { allFaults } from '../faults.ts';
import { readJson } from '../folder/folder.ts';

/** A signature as stored: with the name of its fault, from which the title is looked up. */
export type KeptSignature = Omit<FaultSignature, 'title'> & { readonly fault: string };

/** What each shipped fault shows, as found by `npm run signatures`. */
export function readLibrary(): readonly FaultSignature[] {
  const kept = readJson<readonly KeptSignature[]>(`${FIXTURES}/faults`, 'signatures.json');
  const titles = new Map(allFaults().map(({ fault, title }) => [fault, title]));
  return kept.map(({ fault, ...shown }) => ({ title: titles.get(fault) ?? fault, ...shown }));
}
