import type { Defect, DefectKind } from '../../harness/model.ts';

const KINDS: Readonly<Record<DefectKind, (at: string) => string>> = {
  omit: (at) => `${at} left out`,
  null: (at) => `${at} is null`,
  empty: (at) => `${at} is empty`,
  'wrong-type': (at) => `${at} has the wrong type`,
  'not-in-enum': (at) => `${at} has a value that is not listed`,
  'not-a-date': (at) => `${at} is no date`,
  'malformed-json': () => 'the body is no JSON',
  'truncated-json': () => 'the JSON of the body breaks off',
  'wrong-content-type': () => 'another content type',
  'array-for-object': (at) => `${at} is an array`,
  'not-encoded': (at) => `${at} is not URL-encoded`,
  'doubly-encoded': (at) => `${at} is URL-encoded twice`,
  'no-header': (at) => `${at} left out`,
  'empty-header': (at) => `${at} is empty`,
  'no-bearer': () => 'no token',
  'bad-token': () => 'a token that is none',
  'bad-credentials': () => 'credentials that are none',
  set: (at) => `${at} has another value`,
};

/** What is wrong on purpose with the request of a negative case: `/body/orderType left out`. */
export function defectWords({ kind, at, value, as }: Defect): string {
  const words = KINDS[kind](at === '' || at === '/body' ? 'the body' : at);
  if (as !== undefined) return `${words}: the same as a ${as}`;
  return value === undefined ? words : `${words}: ${JSON.stringify(value)}`;
}
