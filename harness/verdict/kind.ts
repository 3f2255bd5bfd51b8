import type { Check, Finding } from '../model.ts';

/** What findings of one kind have in common: the check and what it says, of which place where it has no words for that. */
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
