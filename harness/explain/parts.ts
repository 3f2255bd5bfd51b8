import type { Fault } from '../fake/fault.ts';
import type { Requirement } from '../model.ts';

/** A part of an explanation: a line, or a heading with what there is below it. What is absent or empty leaves no line. */
export type Part = string | undefined | readonly [heading: string, all: readonly string[]];

/** The most that is listed of anything. */
const MOST = 20;

/** An explanation as text: its first line, and what is told below. */
export function textOf(first: string, ...parts: readonly Part[]): string {
  const below = parts.flatMap((part): readonly string[] => {
    if (part === undefined || typeof part === 'string') return part === undefined ? [] : [`  ${part}`];
    const [heading, all] = part;
    if (all.length === 0) return [];
    const more = all.length > MOST ? [`    … and ${all.length - MOST} more`] : [];
    return [`  ${heading} (${all.length})`, ...all.slice(0, MOST).map((each) => `    ${each}`), ...more];
  });
  return [first, ...below].join('\n');
}

/** Faults, each with what it does. */
export function faultsNamed(faults: readonly Fault[]): readonly string[] {
  return faults.map((each) => `${each.fault}: ${each.title}`);
}

/** Rows of the register, each with its sentence; ids that are no rows stay as they are. */
export function rowsNamed(ids: readonly string[], register: readonly Requirement[]): readonly string[] {
  const sentences = new Map(register.map(({ id, sentence }) => [id, sentence]));
  return ids.map((id) => (sentences.has(id) ? `${id}: "${sentences.get(id)}"` : id));
}
