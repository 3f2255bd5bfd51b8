import { meaningOf } from '../meanings.ts';
import type { Cause, Check, Requirement } from '../model.ts';
import { rootKindOf } from '../verdict/kind.ts';
import { TEST_DATA } from './cause-links.ts';

/**
 * The causes of a run, those that most cases meet first, with what would pass if only that one were fixed, and who must
 * look first. `caseOf` gives the case of a journey; undefined for the run as a whole.
 */
export function causesOf(
  checks: readonly Check[],
  register: readonly Requirement[],
  caseOf: (journey: string) => string | undefined,
): readonly Cause[] {
  const failed = checks.filter(({ result }) => result.outcome === 'failed');
  // All steps of other cases were walked.
  const unwalked = checks.filter(({ check, result }) => check === 'step.value' && result.outcome === 'inconclusive');
  const cutShort = new Set(unwalked.flatMap(({ journey }) => caseOf(journey) ?? []));
  const byId = new Map(register.map((row) => [row.id, row]));
  const byKind = Map.groupBy(failed, causeOf);
  const inCase = Map.groupBy(failed, ({ journey }) => caseOf(journey) ?? '');
  const ofRow = new Map<string, Set<string>>();
  for (const check of failed)
    for (const row of check.requirements) ofRow.set(row, (ofRow.get(row) ?? new Set()).add(causeOf(check)));
  const isAlone = (checks: readonly Check[], kind: string): boolean => checks.every((each) => causeOf(each) === kind);
  return [...byKind]
    .map(([kind, checks]): Cause => {
      const cases = [...new Set(checks.flatMap(({ journey }) => caseOf(journey) ?? []))];
      const rows = [...new Set(checks.flatMap(({ requirements }) => requirements))];
      const alone = cases.filter((id) => isAlone(inCase.get(id) ?? [], kind));
      const walked = alone.filter((id) => !cutShort.has(id));
      const others = alone.length - walked.length;
      return {
        kind,
        whose: whoseIs(checks, byId),
        checks: [...new Set(checks.map(({ check }) => check))],
        rows,
        cases,
        ifFixed: {
          cases: walked,
          rows: rows.filter((row) => ofRow.get(row)?.size === 1),
          ...(others > 0 ? { unwalked: others } : {}),
        },
      };
    })
    .toSorted((a, b) => b.cases.length - a.cases.length);
}

function causeOf(check: Check): string {
  const { result } = check;
  return result.outcome === 'failed' ? rootKindOf(check, result.finding) : '';
}

/** Who must look first, by the failure that others follow from. */
function whoseIs(checks: readonly Check[], register: ReadonlyMap<string, Requirement>): Cause['whose'] {
  const first = checks.find(({ result }) => result.outcome === 'failed' && !result.finding.because) ?? checks[0];
  if (first?.result.outcome !== 'failed') return 'gateway';
  if (first.isAuthors) return 'scenario';
  const { whose } = meaningOf(first.result.finding.fact);
  if (whose) return whose;
  if (first.check === TEST_DATA) return 'environment';
  const rows = first.requirements.flatMap((id) => register.get(id) ?? []);
  // If only a reading was agreed on, the sentence itself may be wrong.
  const isRead = rows.length > 0 && rows.every(({ level, place }) => level === 'assumed' && !place.startsWith('KCI'));
  return isRead ? 'specification' : 'gateway';
}
