import type { Waiver, Waiving } from '../../harness/verdict/waiver.ts';
import { count } from '../../harness/words/text.ts';
import type { ReportInput } from '../input.ts';
import { sourcePlace } from './describe.ts';
import type { Found } from './run-story.ts';

/** Whether a finding fails the run: a failure that no waiver covers. */
export function isOpen({ outcome, waiver }: Found): boolean {
  return outcome === 'failed' && waiver === undefined;
}

/** Whether a finding is a failure that a waiver covers. */
export function isWaived({ waiver }: Found): boolean {
  return waiver !== undefined;
}

/** Whether every failure of a case is waived. */
export function isCaseWaived({ waiving }: Pick<ReportInput, 'waiving'>, caseId: string): boolean {
  return waiving?.waivedCases.includes(caseId) ?? false;
}

/** `until 2026-12-31 by gateway team: The supplier sends …`. */
export function waiverWords({ expires, owner, reason }: Waiver): string {
  return `until ${expires} by ${owner}: ${reason}`;
}

/** The words of the waivers that cover some of these failures, without duplicates. */
export function waiversOf(failures: readonly Found[]): string[] {
  return [...new Set(failures.flatMap(({ waiver }) => (waiver ? [waiverWords(waiver)] : [])))];
}

/** Waivers that fail the run because they have expired or cover nothing, each in a sentence with its place. */
export function brokenWaivers(waiving: Waiving | undefined): string[] {
  if (waiving === undefined) return [];
  const named = ({ check, case: id, requirement, span }: Waiver): string =>
    `${[check, id, requirement].filter((each) => each !== undefined).join(' ')} (${sourcePlace(span)})`;
  return [
    ...waiving.expired.map((each) => `expired on ${each.expires}: ${named(each)}, of ${each.owner}`),
    ...waiving.stale.map((each) => `stale, nothing fails that it covers: ${named(each)}, of ${each.owner}`),
  ];
}

/** `, 2 of them waived`; empty if none is. */
export function waivedCount({ waiving }: Pick<ReportInput, 'waiving'>): string {
  const n = waiving?.waivedCases.length ?? 0;
  return n === 0 ? '' : `, ${n} of them waived`;
}

/** What a waiver covers: `2 failures in 1 case`. */
export function coverage({ failures, cases }: Waiving['used'][number]): string {
  return `${count(failures, 'failure')} in ${count(cases.length, 'case')}`;
}
