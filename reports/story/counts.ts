import type { RowVerdict, Verdict } from '../../harness/model.ts';
import type { Waiving } from '../../harness/verdict/waiver.ts';
import { count, fewOf, thousands } from '../../harness/words/text.ts';
import { rowOutcomes, verdicts } from '../words/words.ts';
import { type Whose, whoseOf } from './describe.ts';

type EndedVerdict = Pick<Verdict, 'outcome' | 'scope'> &
  Pick<Verdict['counts'], 'cases'> &
  Partial<Pick<Verdict, 'findings'>>;

/** The result of a run, in the words of every report: `Passed`, and `21 of 796 cases`. Failures come first. */
export function resultOf(ended: EndedVerdict, waiving?: Waiving): { readonly word: string; readonly words: string } {
  return { word: verdicts[ended.outcome], words: wordsOf(ended, waiving?.open === 0 ? ', all of them waived' : '') };
}

/** The result of a run on one line: `Passed, 21 of 796 cases`. */
export function resultLine(ended: EndedVerdict, waiving?: Waiving): string {
  const { word, words } = resultOf(ended, waiving);
  return `${word}, ${words}`;
}

/** Whether anything failed, even in an interrupted run. */
export function hasFailed({ outcome, cases }: EndedVerdict): boolean {
  return outcome === 'failed' || outcome === 'not-certified' || cases.failed > 0;
}

function wordsOf({ outcome, scope, cases, findings = [] }: EndedVerdict, waived: string): string {
  const part = `${thousands(scope.cases)} of ${count(scope.of, 'case')}`;
  const ran = scope.cases === scope.of ? '' : `; ${part} ${scope.cases === 1 ? 'was' : 'were'} run`;
  const wholeToo = findings.some(({ result }) => result.outcome === 'failed') ? ', and the run as a whole' : '';
  const failedOf = (those: string): string => `${those} failed${wholeToo}${waived}`;
  const failed = cases.failed === 0 ? 'no case failed, the run as a whole did' : failedOf(count(cases.failed, 'case'));
  const words: Readonly<Record<EndedVerdict['outcome'], string>> = {
    certified: part,
    passed: part,
    'not-certified': cases.failed === 0 ? failed : failedOf(`${thousands(cases.failed)} of ${count(scope.of, 'case')}`),
    failed: `${failed}${ran}`,
    inconclusive: `${cases.inconclusive === 0 ? 'no case passed' : `${count(cases.inconclusive, 'case')} could not be judged`}${ran}`,
    incomplete: `${cases.failed === 0 ? 'no failure' : failed} so far; ${judgedOf(cases)} of ${count(scope.of, 'case')} judged`,
  };
  return words[outcome];
}

function judgedOf(cases: Verdict['counts']['cases']): string {
  return thousands(cases.passed + cases.failed + cases['not-applicable']);
}

/** The outcomes of a run's cases: `796: 795 passed, 1 failed, …`. `waived` follows the failed ones. */
export function casesWords(cases: Verdict['counts']['cases'], waived = ''): string {
  const total = cases.passed + cases.failed + cases.inconclusive + cases['not-applicable'];
  return `${thousands(total)}: ${thousands(cases.passed)} passed, ${thousands(cases.failed)} failed${waived}, ${thousands(cases.inconclusive)} inconclusive, ${thousands(cases['not-applicable'])} not applicable`;
}

type CountedRow = Pick<RowVerdict, 'level' | 'place' | 'outcome'>;

/** The rows that bind a gateway: not silent, and visible from outside. */
function owedOf<R extends CountedRow>(rows: readonly R[]): readonly R[] {
  return rows.filter((row) => whoseOf(row) !== 'nobody' && row.outcome !== 'excluded');
}

/** How many requirements were breached: those of the specification, apart from those of a KCI profile and of agreements. */
export function breaches(rows: readonly CountedRow[], profile: string): string {
  const of = (whose: Whose): { readonly all: number; readonly breached: number } => {
    const owed = owedOf(rows).filter((row) => whoseOf(row) === whose);
    // Rows that do not apply were not agreed on.
    const those = whose === 'agreement' ? owed.filter(({ outcome }) => outcome !== 'not-applicable') : owed;
    return { all: those.length, breached: those.filter(({ outcome }) => outcome === 'breached').length };
  };
  const [spec, kci, agreed] = [of('specification'), of('profile'), of('agreement')];
  return [
    `${spec.breached} of ${count(spec.all, 'requirement')} of the specification`,
    ...(kci.all === 0 ? [] : [`${kci.breached} of ${kci.all} of the KCI profile ${profile}`]),
    ...(agreed.all === 0 ? [] : [`${agreed.breached} of ${count(agreed.all, 'agreed reading')}`]),
  ].join(', ');
}

const SHORTFALLS = ['partly-met', 'inconclusive', 'not-shown', 'not-applicable'] as const;

/**
 * How many requirements were met, and what became of the others that were not breached: `250 of 285 requirements, 3 partly
 * met`.
 */
export function metWords(rows: readonly CountedRow[]): string {
  const owed = owedOf(rows);
  const having = (outcome: RowVerdict['outcome']): number => owed.filter((row) => row.outcome === outcome).length;
  return [
    `${having('met')} of ${count(owed.length, 'requirement')}`,
    ...SHORTFALLS.flatMap((outcome) => (having(outcome) === 0 ? [] : [`${having(outcome)} ${rowOutcomes[outcome]}`])),
  ].join(', ');
}

/** Which facets of a row were shown: `3 of 7; not shown: amend refused, …`; empty if the row has only one. */
export function facetWords({ facets }: Pick<RowVerdict, 'facets'>, most = Number.POSITIVE_INFINITY): string {
  if (facets.length < 2) return '';
  const those = (outcome: RowVerdict['facets'][number]['outcome']): readonly string[] =>
    facets.flatMap((facet) => (facet.outcome === outcome ? [facet.id] : []));
  const told = (what: string, ids: readonly string[]): readonly string[] =>
    ids.length === 0 ? [] : [`${what}: ${fewOf(ids, most)}`];
  const shown = `${those('shown').length} of ${facets.length}`;
  return [shown, ...told('breached', those('breached')), ...told('not shown', those('not-shown'))].join('; ');
}

/** `3,984 requests, 98 (2.5 %) without an answer`. */
export function requestsWords({ requests, unanswered }: Pick<Verdict['counts'], 'requests' | 'unanswered'>): string {
  const all = count(requests, 'request');
  if (unanswered === undefined) return all;
  return `${all}, ${thousands(unanswered)} (${Number(((unanswered / requests) * 100).toPrecision(2))} %) without an answer`;
}
