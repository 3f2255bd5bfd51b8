import type { Signature } from '../../../reports/story/likeness.ts';
import { FIXTURES } from '../../contract/fixture.ts';
import { readJson } from '../folder/folder.ts';

/** What the faults show that come with Assay, as `npm run signatures` has found. */
export function readLibrary(): readonly Signature[] {
  return readJson<readonly Signature[]>(`${FIXTURES}/faults`, 'signatures.json');
}
