import type { Json, JsonObject, Level, Problem, Requirement } from '../model.ts';
import type { Source } from '../source/source.ts';
import { isObject } from '../values/pointer.ts';
import { writtenFacets } from './facets.ts';

const LEVELS: readonly Level[] = ['stated', 'assumed', 'silent'];

/** Reads the register: sections of rows, each row at the place of its section, `stated` unless it says otherwise. */
export function readRegister(source: Source): { readonly register: Requirement[]; readonly problems: Problem[] } {
  const register: Requirement[] = [];
  const problems: Problem[] = [];
  const seen = new Set<string>();
  const complain = (pointer: string, message: string, why: string): void => {
    problems.push({ severity: 'error', span: source.spanOf(pointer), message, why });
  };
  for (const [s, section] of listOf(source.value, 'sections').entries()) {
    const place = String(isObject(section) ? section.place : '');
    for (const [r, row] of listOf(section, 'rows').entries()) {
      const at = `/sections/${s}/rows/${r}`;
      if (!isObject(row) || typeof row.id !== 'string' || typeof row.sentence !== 'string') {
        complain(at, 'a row without id or sentence', 'a row quotes one sentence and has an id of its own');
        continue;
      }
      const level = (row.level ?? 'stated') as Level;
      if (!LEVELS.includes(level)) complain(`${at}/level`, `unknown level "${level}"`, `one of ${LEVELS.join(', ')}`);
      if (seen.has(row.id)) complain(`${at}/id`, `row "${row.id}" stands twice`, 'an id names one row for ever');
      seen.add(row.id);
      register.push(requirementOf(row, row.id, row.sentence, place, level));
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
    ...(typeof row.excluded === 'string' ? { excluded: row.excluded } : {}),
    ...(typeof row.assumption === 'string' ? { assumption: row.assumption } : {}),
    ...agreementOf(row, level),
  };
}

/** How a target may agree on a silent row, or where else it does: on what a check looks for, else on an answer. */
function agreementOf(row: JsonObject, level: Level): Pick<Requirement, 'agree' | 'agreedIn'> {
  if (typeof row['agreed-in'] === 'string') return { agreedIn: row['agreed-in'] };
  if (level !== 'silent') return {};
  return { agree: (row.agree ?? (row.checks ? 'kept' : 'answer')) as NonNullable<Requirement['agree']> };
}

function listOf(value: Json | undefined, name: string): readonly Json[] {
  const list = isObject(value) ? value[name] : undefined;
  return Array.isArray(list) ? list : [];
}
