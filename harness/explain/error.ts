import { callsOf } from '../journey/calls.ts';
import type { Contract, Journey, RefusalRule, Verb } from '../model.ts';
import { formatAnswers } from '../wire/answer.ts';
import { lines, listed, listedFaults, rowsNamed, type Showing } from './lines.ts';

/** What an error code of the specification means; undefined for a word that is none. */
export function errorText(
  code: string,
  { contract, journeys, faults }: { readonly contract: Contract } & Showing,
): string | undefined {
  const pairs = contract.errors.filter((each) => each.code === code);
  if (pairs.length === 0) return undefined;
  const rules = Object.values(contract.operations).flatMap(({ verb, refusals }) =>
    refusals.filter((rule) => rule.answers.some((each) => each.code === code)).map((rule) => ruleLine(verb, rule)),
  );
  const rows = new Set(pairs.map(({ requirement }) => requirement));
  const breaking = faults.filter(({ breaks }) => breaks.some((each) => rows.has(each)));
  return lines(
    `${code}, an error code of the specification`,
    `  it goes with status ${pairs.map(({ status }) => status).join(' or ')}`,
    listed('promises', rowsNamed([...rows], contract.register)),
    listed('requests that are answered so', rules),
    listed(
      'cases that see it',
      journeys.filter((each) => isSeen(code, each)).map(({ id }) => id),
    ),
    listedFaults('faults that break its promise', breaking),
  );
}

function ruleLine(verb: Verb, { kinds, at = [], answers, requirement }: RefusalRule): string {
  const places =
    at.length === 0 ? '' : ` at ${at.slice(0, 3).join(', ')}${at.length > 3 ? ` and ${at.length - 3} more` : ''}`;
  return `${verb}: ${kinds.join(', ')}${places}: ${formatAnswers(answers)} (${requirement})`;
}

function isSeen(code: string, journey: Journey): boolean {
  return callsOf(journey).some(({ expect }) => expect.answers.some((each) => each.code === code));
}
