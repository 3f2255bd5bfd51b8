import type { Check, Finding } from './model.ts';

/** What findings of one kind have in common: the check, and what it says. */
export function kindOf({ check }: Pick<Check, 'check'>, { kind, summary }: Pick<Finding, 'kind' | 'summary'>): string {
  return `${check}: ${kind ?? summary}`;
}

/** What a JSON Pointer leads to, in whichever element of a list that may be. */
export function anyElement(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, '/*');
}
