import type { Signature } from '../../../reports/story/likeness.ts';
import { FIXTURES } from '../../contract/fixture.ts';
import { allFaults } from '../faults.ts';
import { readJson } from '../folder/folder.ts';

/** A signature as it is kept: by the name of its fault, which has the title. */
export type KeptSignature = Omit<Signature, 'title'> & { readonly fault: string };

/** What the faults show that come with Assay, as `npm run signatures` has found. */
export function readLibrary(): readonly Signature[] {
  const kept = readJson<readonly KeptSignature[]>(`${FIXTURES}/faults`, 'signatures.json');
  const titles = new Map(allFaults().map(({ fault, title }) => [fault, title]));
  return kept.map(({ fault, ...shown }) => ({ title: titles.get(fault) ?? fault, ...shown }));
}
