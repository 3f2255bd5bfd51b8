import type { Verdict } from '../model.ts';
import type { Waiving } from '../verdict/waiver.ts';

/**
 * What the exit code of the command says (docs/reference/exit-codes.md; harness/tools/reference/exit-words.ts says when).
 */
export const EXIT = {
  passed: 0,
  failed: 1,
  input: 2,
  environment: 3,
  policy: 4,
  /** A threshold of a load was crossed. k6 uses the same number. */
  crossed: 99,
  /** A bug of Assay; EX_SOFTWARE of sysexits.h. */
  crashed: 70,
  interrupted: 130,
  terminated: 143,
} as const;

/** An exit code that a command may end with. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Reasons that blame the environment, not the target. */
const ENVIRONMENT = new Set([
  'unreachable',
  'token-unavailable',
  'receiver-unreachable',
  'nothing-delivered',
  'client-silent',
  'client-ended',
]);
/** Those of `ENVIRONMENT` which say that our receiver got nothing. */
const UNHEARD = new Set(['receiver-unreachable', 'nothing-delivered']);

/**
 * The exit code of a verdict, from the strongest: a failed case that is not waived; the environment, if nothing could be
 * reached, or events were awaited and no delivery came; inconclusive cases that are not allowed, and waivers that have
 * expired or cover nothing.
 */
export function exitCodeOf(
  { verdict, waiving }: { readonly verdict: Verdict; readonly waiving?: Waiving | undefined },
  { allowInconclusive = false }: { readonly allowInconclusive?: boolean | undefined },
): ExitCode {
  const { inconclusive, passed } = verdict.counts.cases;
  if (waiving ? waiving.open > 0 : hasFailed(verdict)) return EXIT.failed;
  const stuck = verdict.cases.filter((each) => each.outcome === 'inconclusive');
  if (verdict.counts.deliveries === 0 && stuck.some(({ reason }) => UNHEARD.has(reason ?? ''))) return EXIT.environment;
  if (
    passed === 0 &&
    stuck.length > 0 &&
    stuck.every(({ reason }) => reason !== undefined && ENVIRONMENT.has(reason))
  ) {
    return EXIT.environment;
  }
  if (passed === 0 && !waiving?.waivedCases.length) return EXIT.policy;
  if (waiving && waiving.stale.length + waiving.expired.length > 0) return EXIT.policy;
  return inconclusive > 0 && !allowInconclusive ? EXIT.policy : EXIT.passed;
}

function hasFailed({ counts, findings }: Verdict): boolean {
  return counts.cases.failed > 0 || findings.some(({ result }) => result.outcome === 'failed');
}
