import type { CaseVerdict, Check, Journey, KciProfile, Requirement, RowOutcome, RowVerdict, Target } from '../model.ts';
import { notAgreed, notPromised } from './not-promised.ts';

interface Evidence {
  passed: number;
  failed: number;
  observed: number;
  inconclusive: number;
  /** Cases that only claim the row, because they could not run. */
  readonly claimedBy: Set<CaseVerdict>;
  readonly failing: Set<string>;
  readonly others: Set<string>;
}

const MOST_CASES = 20;

/** What became of every row of the register. */
export function judgeRows(
  register: readonly Requirement[],
  checks: readonly Check[],
  cases: readonly CaseVerdict[],
  {
    journeys,
    profile,
    target,
  }: { readonly journeys: readonly Journey[]; readonly profile: KciProfile; readonly target: Target },
): readonly RowVerdict[] {
  const evidence = new Map(register.map(({ id }) => [id, fresh()]));
  for (const { requirements, result, journey } of checks) {
    for (const row of requirements) {
      const found = evidence.get(row);
      if (!found) continue;
      found[result.outcome] += 1;
      if (journey !== '') (result.outcome === 'failed' ? found.failing : found.others).add(journey);
    }
  }
  for (const [i, each] of cases.entries()) {
    if (each.outcome !== 'inconclusive' && each.outcome !== 'not-applicable') continue;
    for (const row of journeys[i]?.covers ?? []) evidence.get(row)?.claimedBy.add(each);
  }
  return register.map((row) =>
    judgeRow(row, evidence.get(row.id) ?? fresh(), notPromised(profile, row) ?? notAgreed(target, row)),
  );
}

function judgeRow(
  { id, level, place, sentence, excluded, assumption }: Requirement,
  found: Evidence,
  silence: string | undefined,
): RowVerdict {
  const isSilent = silence !== undefined && found.passed + found.failed === 0;
  const outcome = isSilent ? 'not-applicable' : outcomeOf(level, excluded, found);
  const claimed = [...found.claimedBy].map((each) => each.id);
  const cases = [...new Set([...found.failing, ...found.others, ...claimed])].slice(0, MOST_CASES);
  const note = isSilent ? silence : (assumption ?? excluded);
  const { passed, failed } = found;
  const facets = [{ id: '', outcome: failed > 0 ? 'breached' : passed > 0 ? 'shown' : 'not-shown' } as const];
  return {
    id,
    level,
    place,
    sentence,
    outcome,
    passed,
    failed,
    cases,
    facets,
    ...(note === undefined ? {} : { note }),
  };
}

function outcomeOf(level: Requirement['level'], excluded: string | undefined, found: Evidence): RowOutcome {
  if (level === 'silent') return found.observed > 0 ? 'observed' : 'silent';
  if (found.failed > 0) return 'breached';
  if (excluded !== undefined) return 'excluded';
  if (found.passed > 0) return 'met';
  const claims = new Set([...found.claimedBy].map(({ outcome }) => outcome));
  if (found.inconclusive > 0 || claims.has('inconclusive')) return 'inconclusive';
  return claims.has('not-applicable') ? 'not-applicable' : 'not-shown';
}

function fresh(): Evidence {
  return {
    passed: 0,
    failed: 0,
    observed: 0,
    inconclusive: 0,
    claimedBy: new Set(),
    failing: new Set(),
    others: new Set(),
  };
}

/** How many rows ended how. */
export function tallyRows(rows: readonly RowVerdict[]): Readonly<Record<RowOutcome, number>> {
  const counts = {
    met: 0,
    'partly-met': 0,
    breached: 0,
    inconclusive: 0,
    'not-applicable': 0,
    'not-shown': 0,
    excluded: 0,
    observed: 0,
    silent: 0,
  };
  for (const { outcome } of rows) counts[outcome] += 1;
  return counts;
}
