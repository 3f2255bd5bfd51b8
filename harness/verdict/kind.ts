import type { Check, Finding } from '../model.ts';

/** What findings are grouped by: their check and `kind`, or, where there is none, the summary and the place. */
export function kindOf(
  { check }: Pick<Check, 'check'>,
  { kind, summary, pointer }: Pick<Finding, 'kind' | 'summary' | 'pointer'>,
): string {
  const place = kind === undefined && pointer ? ` (${anyElement(pointer)})` : '';
  return `${check}: ${kind ?? summary}${place}`;
}

/** What a JSON Pointer leads to, in whichever element of a list that may be. */
export function anyElement(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, '/*');
}
