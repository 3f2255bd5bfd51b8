import type { FaultSignature } from '../../../reports/story/likeness.ts';
import { FIXTURES } from '../../contract/fixture.ts';
import { allFaults } from '../faults.ts';
import { readJson } from '../folder/folder.ts';

/** A signature as stored: with the name of its fault, from which the title is looked up. */
export type KeptSignature = Omit<FaultSignature, 'title'> & { readonly fault: string };

/** What each shipped fault shows, as found by `npm run signatures`. */
export function readLibrary(): readonly FaultSignature[] {
  const kept = readJson<readonly KeptSignature[]>(`${FIXTURES}/faults`, 'signatures.json');
  const faults = new Map(allFaults().map((each) => [each.fault, each]));
  return kept.map(({ fault, ...shown }) => {
    const { title = fault, where: { orderType, verb } = {} } = faults.get(fault) ?? {};
    return {
      title,
      ...shown,
      ...(orderType === undefined ? {} : { orderTypes: [orderType].flat() }),
      ...(verb === undefined ? {} : { verbs: [verb].flat() }),
    };
  });
}
