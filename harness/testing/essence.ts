import type { Verdict } from '../model.ts';

/** What a verdict comes to, without times, places in the record, and how much of the same was seen. */
export function essence({ outcome, cases, requirements, findings }: Verdict): unknown {
  return {
    outcome,
    cases: cases.map((each) => [
      each.id,
      each.outcome,
      each.reason,
      [...new Set(each.findings.map(({ check, result }) => `${check} ${result.outcome}`))].sort(),
    ]),
    rows: requirements.map((row) => [row.id, row.outcome]),
    findings: findings.map(({ check, result }) => [check, result.outcome]),
  };
}
