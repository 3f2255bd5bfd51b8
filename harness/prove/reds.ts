import type { Check, Verdict } from '../model.ts';
import type { Red } from '../verdict/proof.ts';

/** Cases named of each kind of finding; the rest is only counted. */
export const MOST_CASES = 20;

/** What failed or was observed in a run, by check and rows, in the order in which it was first found. */
export function redsOf({ cases, findings }: Pick<Verdict, 'cases' | 'findings'>): Red[] {
  const kinds = new Map<string, Check[]>();
  for (const check of [...cases.flatMap((each) => each.findings), ...findings]) {
    const key = JSON.stringify([check.check, check.result.outcome, check.requirements]);
    const kind = kinds.get(key);
    if (kind) kind.push(check);
    else kinds.set(key, [check]);
  }
  return [...kinds.values()].flatMap((kind): Red[] => {
    const [first] = kind;
    if (first === undefined || !('finding' in first.result)) return [];
    const { outcome, finding } = first.result;
    return [
      {
        check: first.check,
        rows: first.requirements,
        outcome,
        times: kind.length,
        example: { case: first.journey, summary: finding.summary },
        cases: [...new Set(kind.map(({ journey }) => journey))].filter((id) => id !== '').slice(0, MOST_CASES),
      },
    ];
  });
}
