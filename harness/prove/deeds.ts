import type { Fault } from '../fake/fault.ts';

/** A deed of a fault: its word, and what stands there. */
export type NamedDeed = readonly [name: string, value: unknown];

/** All deeds of a fault, those of its further parts too. */
export function namedDeeds({ do: deeds, also = [] }: Fault): NamedDeed[] {
  return [...deeds, ...also.flatMap((part) => part.do)].flatMap((deed) => Object.entries(deed));
}
