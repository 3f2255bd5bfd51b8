import type { Defect } from '../model.ts';

/** What is wrong with a request, in words that a place follows. */
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

/** What is wrong with a request: `without body/orderType`, `with an empty header Tenant`. */
export function defectWords(kind: Defect['kind'], at: string): string {
  return `${DEFECTS[kind]} ${at.slice(1).replace(/^headers\//, 'header ')}`;
}
