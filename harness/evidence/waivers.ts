import { type FixtureKind, parseFixture } from '../contract/fixture.ts';
import { CHECKS } from '../judge/checks/table.ts';
import { CLIENT_CHECKS } from '../judge/client/table.ts';
import type { CaseVerdict, Contract, Problem, Verdict } from '../model.ts';
import { didYouMean } from '../source/nearest.ts';
import {
  covers,
  failuresOf,
  matchesAny,
  RUN,
  type Waiver,
  type WaiverUse,
  type Waiving,
  waiverFor,
} from '../verdict/waiver.ts';

const WAIVERS: FixtureKind = { noun: 'waiver file', folder: '.', schema: 'waivers.schema.json' };

/**
 * Reads the text of a waiver file, and checks that its checks and rows exist. Expired waivers are no problem here: they are
 * reported after the run.
 */
export function readWaivers(
  text: string,
  file: string,
  { register, client }: Pick<Contract, 'register' | 'client'>,
): { readonly waivers: readonly Waiver[]; readonly problems: Problem[] } {
  const source = parseFixture(WAIVERS, text, file);
  if (source.problems.length > 0) return { waivers: [], problems: source.problems };
  const { waivers: written } = source.value as unknown as { readonly waivers: readonly Omit<Waiver, 'span'>[] };
  const waivers = written.map((each, i): Waiver => ({ ...each, span: source.spanOf(`/waivers/${i}/check`) }));
  const checks = Object.keys(client ? CLIENT_CHECKS : CHECKS);
  const rows = register.map(({ id }) => id);
  const problems = waivers.flatMap(({ check, requirement }, i): Problem[] => [
    ...(checks.includes(check) ? [] : [unknown('check', check, checks, source.spanOf(`/waivers/${i}/check`))]),
    ...(matchesAny(requirement, rows)
      ? []
      : [unknown('row', requirement ?? '', rows, source.spanOf(`/waivers/${i}/requirement`))]),
  ]);
  return { waivers, problems };
}

function unknown(kind: 'check' | 'row', name: string, known: readonly string[], span: Waiver['span']): Problem {
  return {
    severity: 'error',
    span,
    message: `there is no ${kind} "${name}"`,
    why: kind === 'check' ? `a check is one of ${known.join(', ')}` : 'rows are named as "assay coverage" lists them',
    ...didYouMean(name, known),
  };
}

/**
 * Applies waivers to a verdict, which itself stays as it is. `on`: the day of the run. `isWhole`: all scenarios were run,
 * so that a waiver which matches no case is stale.
 */
export function waive(
  verdict: Verdict,
  waivers: readonly Waiver[],
  { on, isWhole }: { readonly on: string; readonly isWhole: boolean },
): Waiving {
  const whole = isWhole && verdict.shard === undefined;
  const failures = [
    ...verdict.cases.flatMap((one) => failuresOf(one).map((check) => ({ caseId: one.id, check }))),
    ...failuresOf(verdict).map((check) => ({ caseId: RUN, check })),
  ];
  const covered = failures.map((failure) => ({ ...failure, waiver: waiverFor(waivers, on, failure) }));
  const openCases = new Set(covered.flatMap(({ waiver, caseId }) => (waiver || caseId === RUN ? [] : [caseId])));
  const expired = waivers.filter(({ expires }) => expires < on);
  const used = waivers.flatMap((waiver): WaiverUse[] => {
    const those = covered.filter((one) => one.waiver === waiver);
    const cases = [...new Set(those.map(({ caseId }) => caseId))];
    return those.length === 0 ? [] : [{ waiver, failures: those.length, cases }];
  });
  const unused = waivers.filter(
    (waiver) =>
      !expired.includes(waiver) &&
      // Not if an earlier waiver covers its failure, too: one of the two is superfluous, but neither is wrong.
      !failures.some((failure) => covers(waiver, failure)),
  );
  const stale = unused.filter((waiver) => isStale(waiver, verdict, whole));
  return {
    on,
    isWhole,
    used,
    stale,
    expired,
    idle: unused.filter((waiver) => !stale.includes(waiver)),
    waivedCases: verdict.cases.filter((one) => isWaived(one, openCases)).map(({ id }) => id),
    open: openCases.size + covered.filter(({ waiver, caseId }) => caseId === RUN && !waiver).length,
  };
}

function isWaived({ id, outcome }: CaseVerdict, openCases: ReadonlySet<string>): boolean {
  return outcome === 'failed' && !openCases.has(id);
}

/** A waiver is stale if what it names was judged and did not fail, or is in no whole run. */
function isStale(waiver: Waiver, verdict: Verdict, isWhole: boolean): boolean {
  const named = verdict.cases.filter(({ id }) => matchesAny(waiver.case, [id]));
  const spoken = named.filter(({ requirements }) => matchesAny(waiver.requirement, requirements));
  if (spoken.some(({ outcome }) => outcome === 'passed' || outcome === 'failed')) return true;
  // A case without a result does not list its rows, so nothing is known of them.
  return isWhole && named.every(({ outcome }) => outcome === 'passed' || outcome === 'failed');
}
