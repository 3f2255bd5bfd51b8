import type {
  CaseVerdict,
  Check,
  Facet,
  FacetVerdict,
  Journey,
  Requirement,
  RowOutcome,
  RowVerdict,
} from '../model.ts';
import type { JudgeInput } from './check.ts';
import type { Speaks } from './circumstances.ts';
import { notAgreed, notPromised, notUsed } from './not-promised.ts';

interface RowEvidence {
  readonly row: string;
  passed: number;
  failed: number;
  observed: number;
  inconclusive: number;
  /** Cases that only claim the row, because they could not run. */
  readonly claimedBy: Set<CaseVerdict>;
  /** The first cases in which it failed; `others`: the first other cases. */
  readonly failing: Set<string>;
  readonly others: Set<string>;
  /** For each facet, what was shown of it. */
  readonly facets: readonly ShownFacet[];
  /** Facets for which another passed check would still matter. */
  readonly open: Set<ShownFacet>;
}

interface ShownFacet {
  readonly facet: Facet;
  outcome: FacetVerdict['outcome'];
  cases: Set<string>;
}

/** The facet of a row without facets: the row itself. */
const WHOLE: readonly Facet[] = [{ id: '', of: {} }];

const MAX_CASES = 20;
const MAX_CASES_OF_FACET = 3;

/** The verdict on every row of the register. */
export function judgeRows(
  register: readonly Requirement[],
  checks: readonly Check[],
  cases: readonly CaseVerdict[],
  {
    journeys,
    profile,
    target,
    speaks,
  }: Pick<JudgeInput, 'profile' | 'target'> & { readonly journeys: readonly Journey[]; readonly speaks: Speaks },
): readonly RowVerdict[] {
  const evidence = new Map(register.map((row) => [row.id, fresh(row)]));
  // Cached by list: thousands of checks share the same list of rows.
  const ofLists = new Map<readonly string[], readonly RowEvidence[]>();
  const evidenceOf = (rows: readonly string[]): readonly RowEvidence[] => {
    const its = ofLists.get(rows) ?? rows.flatMap((row) => evidence.get(row) ?? []);
    ofLists.set(rows, its);
    return its;
  };
  for (const check of checks) {
    const { outcome } = check.result;
    for (const found of evidenceOf(check.requirements)) {
      found[outcome] += 1;
      const cases = outcome === 'failed' ? found.failing : found.others;
      if (cases.size < MAX_CASES && check.journey !== '') cases.add(check.journey);
      if (outcome !== 'passed' && outcome !== 'failed') continue;
      const seen = outcome === 'passed' ? 'shown' : 'breached';
      for (const known of seen === 'shown' ? found.open : found.facets) {
        const hasEnough = known.outcome === seen && known.cases.size >= MAX_CASES_OF_FACET;
        if (hasEnough || (known.outcome === 'breached' && seen === 'shown') || !speaks(check, found.row, known.facet))
          continue;
        if (known.outcome !== seen) known.cases = new Set();
        known.outcome = seen;
        if (check.journey !== '') known.cases.add(check.journey);
        if (seen === 'breached' || known.cases.size >= MAX_CASES_OF_FACET) found.open.delete(known);
      }
    }
  }
  for (const [i, each] of cases.entries()) {
    if (each.outcome !== 'inconclusive' && each.outcome !== 'not-applicable') continue;
    for (const row of journeys[i]?.covers ?? []) evidence.get(row)?.claimedBy.add(each);
  }
  return register.map((row) =>
    judgeRow(
      row,
      evidence.get(row.id) ?? fresh(row),
      notPromised(profile, row) ?? notAgreed(target, row) ?? notUsed(row),
    ),
  );
}

function judgeRow(row: Requirement, found: RowEvidence, silence: string | undefined): RowVerdict {
  const { id, level, place, sentence, excluded, assumption } = row;
  const isSilent = silence !== undefined && found.passed + found.failed === 0;
  const outcome = isSilent ? 'not-applicable' : outcomeOf(level, excluded, found);
  const claimed = [...found.claimedBy].map((each) => each.id);
  const cases = [...new Set([...found.failing, ...found.others, ...claimed])].slice(0, MAX_CASES);
  const note = isSilent ? silence : (assumption ?? excluded);
  const { passed, failed } = found;
  const facets = found.facets.map((each) => ({ id: each.facet.id, outcome: each.outcome, cases: [...each.cases] }));
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

function outcomeOf(level: Requirement['level'], excluded: string | undefined, found: RowEvidence): RowOutcome {
  if (level === 'silent') return found.observed > 0 ? 'observed' : 'silent';
  if (found.failed > 0) return 'breached';
  if (excluded !== undefined) return 'excluded';
  const shown = found.facets.filter((each) => each.outcome === 'shown').length;
  if (shown > 0) return shown === found.facets.length ? 'met' : 'partly-met';
  const claims = new Set([...found.claimedBy].map(({ outcome }) => outcome));
  if (found.inconclusive > 0 || claims.has('inconclusive')) return 'inconclusive';
  return claims.has('not-applicable') ? 'not-applicable' : 'not-shown';
}

function fresh({ id, facets: written }: Requirement): RowEvidence {
  const facets = (written.length > 0 ? written : WHOLE).map(
    (facet): ShownFacet => ({ facet, outcome: 'not-shown', cases: new Set() }),
  );
  return {
    row: id,
    passed: 0,
    failed: 0,
    observed: 0,
    inconclusive: 0,
    claimedBy: new Set(),
    failing: new Set(),
    others: new Set(),
    facets,
    open: new Set(facets),
  };
}

/** How many rows have each outcome. */
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
