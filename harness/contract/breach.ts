import type { Contract } from '../model.ts';
import type { Violation } from './violation.ts';

/** Rows that record what the specification leaves open: what breaches them alone breaches nothing. */
export function silentRows({ register }: Contract): ReadonlySet<string> {
  return new Set(register.flatMap(({ id, level }) => (level === 'silent' ? [id] : [])));
}

/** The first violation that counts, in words; null where there is none. */
export function breachIn(violations: readonly Violation[], silent: ReadonlySet<string>): string | null {
  const first = violations.find(({ requirement }) => !silent.has(requirement ?? ''));
  if (!first) return null;
  return `${first.pointer === '' ? 'it' : first.pointer} is ${first.actual}, expected ${first.expected}`;
}
