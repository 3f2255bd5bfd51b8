import type { CaseVerdict, Cause, Verdict } from '../../harness/model.ts';
import { rootKindOf } from '../../harness/verdict/kind.ts';
import { alteredIn } from '../../harness/verdict/worded.ts';
import { alternatives, count, thousands } from '../../harness/words/text.ts';
import type { ReportInput } from '../input.ts';
import { type FindingGroup, followingIn } from './groups.ts';
import { type FaultSignature, likenessOf } from './likeness.ts';
import { replayOf } from './story.ts';

/** What follows once a cause is fixed, and how to verify that. */
interface Mending {
  /** Who must look first, if not the gateway's owner. */
  readonly whose?: string;
  /** `as in a gateway where orders are not acknowledged`, if a fault of the library has the same symptoms. */
  readonly like?: string;
  /** `12 of 14 cases pass, and 3 of 4 requirements are no longer breached`. */
  readonly words: string;
  /** The command that walks the cases in which it shows; if there are many, their scenarios, or all. */
  readonly verify: string;
}

const LOOK: Readonly<Record<Cause['whose'], string>> = {
  gateway: '',
  specification: 'the sentence can be read otherwise: whoever agreed on the reading decides',
  profile: 'the KCI profile may be that of another gateway: look there first',
  scenario: 'a scenario of your own asks for it: look there first',
  environment: 'the test data or the way to the webhook may be at fault as well: look there first',
};

/** How many a command line can name; ids of cases are longer than those of scenarios. */
const MAX_NAMED = { cases: 4, scenarios: 12 };

/** The verdict's cause for a group of failures. */
export function causeIn({ causes }: Pick<Verdict, 'causes'>, group: FindingGroup): Cause | undefined {
  const kind = causeKind(group);
  return causes.find((each) => each.kind === kind);
}

/** The kind of the cause of a group of failures. */
export function causeKind({ first: { check, finding } }: FindingGroup): string {
  return rootKindOf(check, finding);
}

/** The first of several entries for a case, and how many more there are. */
export type OfCase<T> = T & { readonly more: number };

/** One entry for each case. */
export function inCases<T extends { readonly case: string }>(all: readonly T[]): readonly OfCase<T>[] {
  const groups = Map.groupBy(all, (each) => each.case).values();
  return [...groups].flatMap(([one, ...more]) => (one ? [{ ...one, more: more.length }] : []));
}

/** The kind of a cause for display: without the check that found it. */
export function spoken(kind: string): string {
  return alternatives(kind.replace(/^[\w.-]+: /, ''));
}

/** What fixing a cause fixes; undefined if the verdict has no cause for the group, or no case. */
export function fixOf(
  group: FindingGroup,
  run: Pick<ReportInput, 'command' | 'verdict' | 'library'>,
): Mending | undefined {
  const cause = causeIn(run.verdict, group);
  if (cause === undefined || cause.cases.length === 0) return undefined;
  const look = LOOK[cause.whose];
  const { rows } = cause;
  const neverPassed = run.verdict.requirements.some(({ id, passed }) => passed === 0 && rows.includes(id));
  const kinds = [spoken(cause.kind), ...followingIn(group)];
  // What became of a value tells more than which members had other ones.
  const { fact } = group.first.finding;
  const isTold = fact !== undefined && alteredIn(fact) !== undefined;
  const like = isTold ? undefined : likenessOf({ kinds, rows, neverPassed }, possibleIn(group, run.library ?? []));
  return {
    ...(look === '' ? {} : { whose: look }),
    ...(like === undefined ? {} : { like }),
    words: ifFixedWords(cause),
    verify: replayOf(run, ...named(cause.cases, run.verdict.cases)),
  };
}

/**
 * The mistakes of the library that may show in every case of a cause: one of SWAP orders needs such an order in each, one in
 * how a verb is answered needs that every answer which is wrong is to that verb.
 */
function possibleIn({ all }: FindingGroup, library: readonly FaultSignature[]): readonly FaultSignature[] {
  const ordered = all.map(({ story }) => story?.orders.map(({ orderType }) => orderType) ?? []);
  const answered = all.flatMap(({ check, moment }) =>
    check.check.startsWith('http.') && moment?.kind === 'exchange' ? [moment.request.verb] : [],
  );
  return library.filter(
    ({ orderTypes, verbs }) =>
      ordered.every((types) => orderTypes?.some((each) => types.includes(each)) ?? true) &&
      answered.every((verb) => verbs?.includes(verb) ?? true),
  );
}

/**
 * What passes once a cause is fixed: `12 of 14 cases pass, 1 more may (it ended early), and 3 of 4 requirements are no
 * longer breached`.
 */
export function ifFixedWords({ cases, rows, ifFixed }: Cause): string {
  const { unwalked = 0 } = ifFixed;
  const those = (many: number): string => `${thousands(many)} of ${count(cases.length, 'case')}`;
  const early = `${unwalked === 1 ? 'it' : 'they'} ended early`;
  const sure = `${those(ifFixed.cases.length)} ${ifFixed.cases.length === 1 ? 'passes' : 'pass'}`;
  const passing =
    ifFixed.cases.length > 0
      ? `${sure}${unwalked === 0 ? '' : `, ${thousands(unwalked)} more may (${early})`}`
      : unwalked === 0
        ? 'no case passes by that alone'
        : `${those(unwalked)} may pass (${early})`;
  const met = `${ifFixed.rows.length} of ${count(rows.length, 'requirement')}`;
  return `${passing}${ifFixed.rows.length === 0 ? '' : `, and ${met} ${ifFixed.rows.length === 1 ? 'is' : 'are'} no longer breached`}`;
}

/** The cases themselves; if there are too many to name, their scenarios; or all. */
function named(ids: readonly string[], cases: readonly CaseVerdict[]): readonly string[] {
  if (ids.length <= MAX_NAMED.cases) return ids;
  const wanted = new Set(ids);
  const scenarios = [
    ...Map.groupBy(
      cases.filter(({ id }) => wanted.has(id)),
      ({ scenario }) => scenario,
    ).keys(),
  ];
  return scenarios.length <= MAX_NAMED.scenarios ? scenarios : [];
}
