import type { CaseOutcome, CaseVerdict, Journey, RowVerdict } from '../model.ts';

/** The attempt whose outcome stands for the case: one failure is enough, and a success hides nothing that was unclear. */
const WORST: readonly CaseOutcome[] = ['failed', 'inconclusive', 'passed', 'not-applicable'];

/**
 * The verdicts of cases that were walked several times, each put into one: a case of which any attempt failed has failed,
 * for misbehaviour now and then is misbehaviour. Findings keep the id of the attempt that had them.
 */
export function attemptsAsOne(journeys: readonly Journey[], verdicts: readonly CaseVerdict[]): readonly CaseVerdict[] {
  const groups = Map.groupBy(verdicts, ({ id }, i) => journeys[i]?.attempt?.of ?? id);
  return [...groups].flatMap(([id, attempts]) => (attempts.length > 1 ? [joined(id, attempts)] : attempts));
}

function joined(id: string, attempts: readonly CaseVerdict[]): CaseVerdict {
  const [worst] = attempts.toSorted((a, b) => WORST.indexOf(a.outcome) - WORST.indexOf(b.outcome));
  if (!worst) throw new Error(`${id}: a case without attempts`);
  const sum = (of: keyof CaseVerdict['checks']): number => attempts.reduce((all, { checks }) => all + checks[of], 0);
  return {
    ...worst,
    id,
    startedAt: Math.min(...attempts.map(({ startedAt }) => startedAt)),
    endedAt: Math.max(...attempts.map(({ endedAt }) => endedAt)),
    checks: {
      passed: sum('passed'),
      failed: sum('failed'),
      observed: sum('observed'),
      inconclusive: sum('inconclusive'),
    },
    findings: attempts.flatMap(({ findings }) => findings),
    requirements: [...new Set(attempts.flatMap(({ requirements }) => requirements))],
    attempts: attempts.map((each) => ({
      journey: each.id,
      outcome: each.outcome,
      startedAt: each.startedAt,
      endedAt: each.endedAt,
    })),
  };
}

/** Rows with cases named instead of their attempts, each once; of a case that stands alone its attempt is the name. */
export function casesByJourney(journeys: readonly Journey[], rows: readonly RowVerdict[]): readonly RowVerdict[] {
  const attempts = new Map<string, number>();
  for (const { attempt } of journeys) if (attempt) attempts.set(attempt.of, (attempts.get(attempt.of) ?? 0) + 1);
  if (attempts.size === 0) return rows;
  const caseOf = new Map(
    journeys.map(({ id, attempt }) => [id, attempt && (attempts.get(attempt.of) ?? 0) > 1 ? attempt.of : id]),
  );
  const named = (ids: readonly string[]): readonly string[] => [...new Set(ids.map((id) => caseOf.get(id) ?? id))];
  return rows.map((row) => ({
    ...row,
    cases: named(row.cases),
    facets: row.facets.map((facet) => ({ ...facet, cases: named(facet.cases) })),
  }));
}
