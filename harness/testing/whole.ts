import { count } from '../../reports/words/text.ts';
import { loadInputs } from '../application/inputs.ts';
import { VIRTUAL_START } from '../application/open/door.ts';
import { caseIds } from '../plan/expand.ts';

let known: number | undefined;

/** How many cases the whole certification of the embedded fake has. */
export function casesOfWhole(): number {
  known ??= planned();
  return known;
}

function planned(): number {
  const inputs = loadInputs({ target: 'fake' }, []);
  const occasion = { seed: 1, nonce: 'seed-1', now: VIRTUAL_START };
  return caseIds(inputs.certification.shipped, 'standard', { ...inputs, ...occasion }).length;
}

/** The same, where a text is looked for: "2 of 1,003 cases". */
export const WHOLE = count(casesOfWhole(), 'case');
