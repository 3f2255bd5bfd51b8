import type { CaseOutcome, CaseVerdict, Journey, RowVerdict } from '../model.ts';

/** The first of these that an attempt had is the case's outcome: one failure is enough, and a pass hides no doubt. */
const WORST: readonly CaseOutcome[] = ['failed', 'inconclusive', 'passed', 'not-applicable'];

/**
 * Joins the verdicts of attempts at the same case into one. If any attempt failed, the case failed: misbehaviour now and
 * then is misbehaviour. Findings keep the id of their attempt.
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

/** Rows that name cases instead of attempts, each once; a case with a single attempt keeps the attempt's id. */
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
