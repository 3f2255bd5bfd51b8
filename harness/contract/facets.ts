import type { Facet, Json, Operation, Requirement } from '../model.ts';
import { isObject } from '../values/pointer.ts';
import { namedRows } from './rows.ts';

/**
 * The facets that a row of the register writes out: of each entry every combination of its values, so that
 * `{verb: [order, amend], side: refused}` are two.
 */
export function writtenFacets(written: Json | undefined): readonly Facet[] {
  const entries = Array.isArray(written) ? written : written === undefined ? [] : [written];
  return entries.filter(isObject).flatMap((entry) =>
    Object.entries(entry)
      .reduce<readonly Readonly<Record<string, string>>[]>(
        (all, [name, values]) =>
          all.flatMap((of) => [values].flat().map((value) => ({ ...of, [name]: String(value) }))),
        [{}],
      )
      .map((of) => ({ id: Object.values(of).join(' '), of })),
  );
}

/**
 * The register with the facets that follow from the contract: a row that several operations name, and that writes out
 * none of its own, must be shown in each.
 */
export function withFacets(register: readonly Requirement[], operations: readonly Operation[]): readonly Requirement[] {
  const naming = new Map<string, string[]>();
  for (const operation of operations) {
    for (const row of rowsNamedBy(operation)) naming.set(row, [...(naming.get(row) ?? []), operation.verb]);
  }
  return register.map((row) => {
    const verbs = naming.get(row.id) ?? [];
    if (row.facets.length > 0 || row.level === 'silent' || verbs.length < 2) return row;
    return { ...row, facets: verbs.map((verb) => ({ id: verb, of: { verb } })) };
  });
}

/** The rows that an operation names of its own: for itself, its request, its answers and what it refuses. */
export function rowsNamedBy({ requirements, parameters, body, responses, refusals }: Operation): ReadonlySet<string> {
  const named = [parameters, body ?? null, responses] as unknown as Json;
  // Rules that all operations share may be about a body that this one does not have.
  const own = refusals.filter(({ at }) => body !== undefined || !at?.every((each) => each.startsWith('/body')));
  return new Set([
    ...requirements,
    ...parameters.flatMap(({ requirement }) => requirement ?? []),
    ...Object.values(responses).flatMap(({ requirement, also = [] }) => [requirement ?? [], also].flat()),
    // Of a value of an enumeration its row says no more than that it exists.
    ...namedRows(named).flatMap(({ row, pointer }) => (pointer.includes('/x-values/') ? [] : row)),
    ...own.map(({ requirement }) => requirement),
  ]);
}
