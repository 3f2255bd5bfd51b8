import type { CasesFound } from '../judge/verdict.ts';
import type { CaseOutcome, Check, LoadVerdict } from '../model.ts';
import { kindOf } from '../verdict/kind.ts';

/** Sums of the verdicts on parts of a load. */
export type Totals = ReturnType<typeof createTotals>;

/**
 * How many kinds of failure are described. Beyond that only cases are counted: a gateway gone wild must not fill the
 * memory.
 */
const KINDS = 200;
/** How many more journeys of a kind are named, besides the example. */
const MORE = 4;

/** Adds up the verdicts on parts of a load. */
export function createTotals() {
  const cases: Record<CaseOutcome, number> = { passed: 0, failed: 0, inconclusive: 0, 'not-applicable': 0 };
  const kinds = new Map<string, FailureKind & { times: number; more: NamedFailure[] }>();

  const addCheck = (check: Check): void => {
    if (check.result.outcome !== 'failed') return;
    const { finding } = check.result;
    const { summary: own, kind: summary = own } = finding;
    const key = kindOf(check, finding);
    const kind = kinds.get(key);
    if (!kind) {
      if (kinds.size < KINDS) kinds.set(key, { check: check.check, summary, times: 1, example: check, more: [] });
      return;
    }
    kind.times += 1;
    const isNamed = [kind.example, ...kind.more].some(({ journey }) => journey === check.journey);
    if (kind.more.length < MORE && !isNamed) kind.more.push({ journey: check.journey, summary: own });
  };

  return {
    cases: cases as Readonly<typeof cases>,
    /** A journey with nothing left to judge. */
    addPassed: (): void => {
      cases.passed += 1;
    },
    add: (verdict: CasesFound): void => {
      for (const each of verdict.cases) {
        cases[each.outcome] += 1;
        for (const check of each.findings) addCheck(check);
      }
      for (const check of verdict.findings) addCheck(check);
    },
    /** `clean` removes what became known as a secret after the checks were made. */
    failures: (clean = (text: string): string => text): LoadVerdict['failures'] =>
      [...kinds.values()].sort((a, b) => b.times - a.times).map((kind) => cleaned(kind, clean)),
  };
}

type FailureKind = LoadVerdict['failures'][number];
type NamedFailure = FailureKind['more'][number];

function cleaned(kind: FailureKind, clean: (text: string) => string): FailureKind {
  const { example } = kind;
  const more = kind.more.map((each) => ({ ...each, summary: clean(each.summary) }));
  if (example.result.outcome !== 'failed') return kind;
  const { fact: _, kind: called, ...finding } = example.result.finding;
  const [summary, expected, actual] = [finding.summary, finding.expected, finding.actual].map(clean) as [
    string,
    string,
    string,
  ];
  const own = { ...finding, summary, expected, actual, ...(called === undefined ? {} : { kind: clean(called) }) };
  const result = { outcome: 'failed', finding: own } as const;
  return { ...kind, summary: clean(kind.summary), example: { ...example, result }, more };
}

/**
 * Part of each kind is text of the gateway, which must not fill the memory: kinds beyond this number, or longer than this,
 * are merged.
 */
const MAX_KINDS = 500;
const MAX_LENGTH = 200;
const OTHERS = 'others';

/** Counts how often each kind of something happened. */
export function createTally() {
  const counted = new Map<string, number>();
  return {
    add: (kind: string): void => {
      const isTold = counted.has(kind) || (counted.size < MAX_KINDS && kind.length <= MAX_LENGTH);
      const name = isTold ? kind : OTHERS;
      counted.set(name, (counted.get(name) ?? 0) + 1);
    },
    /** By kind, in alphabetical order. `clean` removes what has become known as a secret since. */
    counts: (clean: (text: string) => string): Record<string, number> => {
      const cleaned = new Map<string, number>();
      for (const [kind, times] of counted) cleaned.set(clean(kind), (cleaned.get(clean(kind)) ?? 0) + times);
      return Object.fromEntries([...cleaned].sort(([a], [b]) => (a < b ? -1 : 1)));
    },
  };
}
