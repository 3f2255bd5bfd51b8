import type { Fault } from '../fake/fault.ts';
import type { Journey, Requirement } from '../model.ts';

/** The most that is listed of anything. */
const MOST = 20;

/** A heading with how many there are, and what there is below it; nothing where there is nothing. */
export function listed(title: string, all: readonly string[]): readonly string[] {
  if (all.length === 0) return [];
  const more = all.length > MOST ? [`    … and ${all.length - MOST} more`] : [];
  return [`  ${title} (${all.length})`, ...all.slice(0, MOST).map((each) => `    ${each}`), ...more];
}

/** The same of faults, each with what it does. */
export function listedFaults(title: string, faults: readonly Fault[]): readonly string[] {
  return listed(
    title,
    faults.map((each) => `${each.fault}: ${each.title}`),
  );
}

/** Where a word of the specification, or of a KCI profile, may show itself. */
export interface Showing {
  readonly journeys: readonly Journey[];
  readonly faults: readonly Fault[];
}

/** Lines as one text; parts that are nothing leave no line. */
export function lines(...parts: readonly (string | readonly string[])[]): string {
  return parts.flat().join('\n');
}

/** Rows of the register, each with its sentence; ids that are no rows stay as they are. */
export function rowsNamed(ids: readonly string[], register: readonly Requirement[]): readonly string[] {
  const sentences = new Map(register.map(({ id, sentence }) => [id, sentence]));
  return ids.map((id) => (sentences.has(id) ? `${id}: "${sentences.get(id)}"` : id));
}
