import type { Check, Finding } from '../model.ts';

/** The kind by which findings are grouped: the check with `kind` or, without that, with summary and place. */
export function kindOf(
  { check }: Pick<Check, 'check'>,
  { kind, summary, pointer }: Pick<Finding, 'kind' | 'summary' | 'pointer'>,
): string {
  const place = kind === undefined && pointer ? ` (${anyElement(pointer)})` : '';
  return `${check}: ${kind ?? summary}${place}`;
}

/** The kind of the failure that a failure follows from; its own if it follows from none. */
export const rootKindOf = (check: Pick<Check, 'check'>, finding: Finding): string =>
  finding.because ?? kindOf(check, finding);

/** A JSON Pointer with `*` for every index of a list. */
export function anyElement(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, '/*');
}
