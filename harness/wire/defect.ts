import type { Defect } from '../model.ts';

/** What is wrong with a request, worded to be followed by a place. */
export const DEFECTS: Readonly<Record<Defect['kind'], string>> = {
  omit: 'without',
  null: 'with null for',
  empty: 'with an empty',
  'wrong-type': 'with a wrong type of',
  'not-in-enum': 'with an unknown value of',
  'not-a-date': 'with a word for the date',
  'malformed-json': 'with malformed JSON in',
  'truncated-json': 'with JSON cut off in',
  'wrong-content-type': 'with a wrong',
  'array-for-object': 'with a list for',
  'not-encoded': 'without URL encoding of',
  'doubly-encoded': 'with double URL encoding of',
  'no-header': 'without',
  'empty-header': 'with an empty',
  'no-bearer': 'without a token in',
  'bad-token': 'with an unknown token in',
  'bad-credentials': 'with wrong credentials in',
  set: 'with another',
};

/** Longer values are not shown. */
const MAX_LENGTH = 40;

/** What is wrong with a request: `without body/orderType`, `with a wrong type of body/id: 12.5`. */
export function defectWords({ kind, at, value, as }: Defect): string {
  const words = `${DEFECTS[kind]} ${at.slice(1).replace(/^headers\//, 'header ')}`;
  if (as !== undefined) return `${words}: the same as a ${as}`;
  const text = value === undefined ? '' : JSON.stringify(value);
  return text === '' || text.length > MAX_LENGTH ? words : `${words}: ${text}`;
}
