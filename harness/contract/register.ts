import type { Facet, Json, JsonObject, Level, Operation, Problem, Requirement } from '../model.ts';
import type { Source } from '../source/source.ts';
import { oncePer } from '../values/once.ts';
import { isObject, itemsOf, objectOf } from '../values/pointer.ts';
import { namedRows } from './rows.ts';

const LEVELS: readonly Level[] = ['stated', 'assumed', 'silent'];

/**
 * Reads the register: sections of rows. Each row has the place of its section, and is `stated` unless it says otherwise.
 */
export function readRegister(source: Source): { readonly register: Requirement[]; readonly problems: Problem[] } {
  const register: Requirement[] = [];
  const problems: Problem[] = [];
  const seen = new Set<string>();
  const complain = (pointer: string, message: string, why: string): void => {
    problems.push({ severity: 'error', span: source.spanOf(pointer), message, why });
  };
  for (const [s, section] of itemsOf(objectOf(source.value).sections).entries()) {
    const { place: heading, tag, optional } = isObject(section) ? section : {};
    const place = String(heading ?? '');
    for (const [r, row] of itemsOf(objectOf(section).rows).entries()) {
      const at = `/sections/${s}/rows/${r}`;
      if (!isObject(row) || typeof row.id !== 'string' || typeof row.sentence !== 'string') {
        complain(at, 'a row without id or sentence', 'a row quotes one sentence and has an id of its own');
        continue;
      }
      const level = (row.level ?? 'stated') as Level;
      if (!LEVELS.includes(level)) complain(`${at}/level`, `unknown level "${level}"`, `one of ${LEVELS.join(', ')}`);
      if (seen.has(row.id)) complain(`${at}/id`, `row "${row.id}" stands twice`, 'an id names one row for ever');
      seen.add(row.id);
      register.push({
        ...requirementOf(row, row.id, row.sentence, place, level),
        ...(typeof tag === 'string' ? { tag } : {}),
        ...(optional === true || row.optional === true ? { optional: true } : {}),
      });
    }
  }
  return { register, problems };
}

function requirementOf(row: JsonObject, id: string, sentence: string, place: string, level: Level): Requirement {
  return {
    id,
    level,
    place,
    sentence,
    facets: writtenFacets(row.facets),
    ...(Array.isArray(row.also) ? { also: row.also.map(String) } : {}),
    ...(Array.isArray(row.checks) ? { checks: row.checks.map(String) } : {}),
    ...(Array.isArray(row.facts) ? { facts: row.facts.map(String) } : {}),
    ...(typeof row.quality === 'string' ? { quality: row.quality as NonNullable<Requirement['quality']> } : {}),
    ...(typeof row.excluded === 'string' ? { excluded: row.excluded } : {}),
    ...(typeof row.assumption === 'string' ? { assumption: row.assumption } : {}),
    ...(typeof row.after === 'string' ? { after: row.after as NonNullable<Requirement['after']> } : {}),
    ...(typeof row.risk === 'string' ? { risk: row.risk } : {}),
    ...agreementOf(row, level),
  };
}

/** How a target may agree on a silent row: by what its check looks at, else by an answer; or where else. */
function agreementOf(row: JsonObject, level: Level): Pick<Requirement, 'agree' | 'agreedIn'> {
  if (typeof row['agreed-in'] === 'string') return { agreedIn: row['agreed-in'] };
  if (level !== 'silent') return {};
  return { agree: (row.agree ?? (row.checks ? 'kept' : 'answer')) as NonNullable<Requirement['agree']> };
}

/**
 * The facets that a row of the register lists: every combination of each entry's values, so that `{verb: [order, amend],
 * side: refused}` gives two.
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
 * The register with the facets that follow from the contract: a row without facets of its own that several operations name
 * must be shown in each.
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

/** The rows that an operation itself names: for itself, its request, its answers and its refusals. */
export const rowsNamedBy = oncePer(
  ({ requirements, parameters, body, responses, refusals }: Operation): ReadonlySet<string> => {
    const named = [parameters, body ?? null, responses] as unknown as Json;
    // Rules shared by all operations may concern a body that this one does not have.
    const own = refusals.filter(({ at }) => body !== undefined || !at?.every((each) => each.startsWith('/body')));
    return new Set([
      ...requirements,
      ...parameters.flatMap(({ requirement }) => requirement ?? []),
      ...Object.values(responses).flatMap(({ requirement, also = [] }) => [requirement ?? [], also].flat()),
      // The row of an enumeration's value only says that the value exists.
      ...namedRows(named).flatMap(({ row, pointer }) => (pointer.includes('/x-values/') ? [] : row)),
      ...own.map(({ requirement }) => requirement),
    ]);
  },
);
