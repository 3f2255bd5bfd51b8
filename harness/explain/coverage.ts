import type { Inputs } from '../application/inputs.ts';
import { callsOf } from '../journey/calls.ts';
import { rowAt } from '../judge/checks/answer-rows.ts';
import { notPromised } from '../judge/not-promised.ts';
import { rowsIn } from '../judge/rows.ts';
import type { CallStep, Contract, Journey, Operation, Plan, Requirement, RowOutcome } from '../model.ts';
import { isStatus } from '../wire/answer.ts';

/** One row of the register with what tests it. */
export interface CoveredRow extends Pick<Requirement, 'id' | 'level' | 'place' | 'sentence'> {
  readonly state: 'tested' | RowOutcome;
  /** Whether the row counts as missing: it promises something that can be tested, and nothing tests it. */
  readonly isOpen: boolean;
  /** Always-on checks that test the row. */
  readonly checks: readonly string[];
  /** Cases that exercise the row, in the order of the plan. */
  readonly cases: readonly string[];
  /** The ids of its facets; empty for the row as a whole. */
  readonly facets: readonly string[];
  /** Why the row is not tested or does not apply, or what is assumed if the specification is silent. */
  readonly note?: string | undefined;
}

/** What would test each row, found in register, contract and plan; nothing is sent. */
export function plannedCoverage(plan: Plan, { contract, profile }: Pick<Inputs, 'contract' | 'profile'>): CoveredRow[] {
  const exercised = plan.journeys.flatMap((each) =>
    [...exercisedBy(each, contract)].map((row) => ({ row, id: each.id })),
  );
  const cases = Map.groupBy(exercised, ({ row }) => row);
  const used = new Map(plan.journeys.map((each) => [each.id, usedBy(each)] as const));
  return contract.register.map((row) => {
    const silence = notPromised(profile, row);
    return silence === undefined
      ? plannedRow(row, cases.get(row.id)?.map(({ id }) => id) ?? [], used)
      : unpromisedRow(row, silence);
  });
}

function plannedRow(row: Requirement, named: readonly string[], used: StepsByCase): CoveredRow {
  const { id, level, place, sentence, checks = [], excluded, assumption } = row;
  const cases = excluded === undefined ? [...new Set([...named, ...casesOfChecks(checks, used)])] : [];
  const tested = cases.length > 0 ? 'tested' : 'not-shown';
  const state = level === 'silent' ? 'silent' : excluded === undefined ? tested : 'excluded';
  const facets = row.facets.map((facet) => facet.id);
  const note = assumption ?? excluded;
  return { id, level, place, sentence, state, isOpen: state === 'not-shown', checks, cases, facets, note };
}

function unpromisedRow({ id, level, place, sentence, checks = [] }: Requirement, note: string): CoveredRow {
  return { id, level, place, sentence, state: 'not-applicable', isOpen: false, checks, cases: [], facets: [], note };
}

/**
 * By the first part of a check's id: the verbs of which a case must use one for the check to apply. Absent: any request.
 */
const LOOKS_AT: Readonly<Record<string, readonly string[]>> = {
  kci: ['order'],
  availability: ['availability'],
  slots: ['slots'],
  booking: ['book'],
  tally: ['parallel'],
};

/** What each case uses, by its id: kinds of steps, and verbs. */
type StepsByCase = ReadonlyMap<string, readonly string[]>;

const usedBy = (journey: Journey): string[] => [
  ...journey.steps.map(({ kind }) => kind),
  ...callsOf(journey).map(({ request }) => request.verb),
];

/** The cases to which one of the checks applies. */
function casesOfChecks(checks: readonly string[], used: StepsByCase): readonly string[] {
  const looked = checks.map((check) => LOOKS_AT[check.split('.', 1)[0] ?? '']);
  return [...used].flatMap(([id, words]) =>
    looked.some((verbs) => words.some((each) => verbs?.includes(each) ?? true)) ? [id] : [],
  );
}

/**
 * The rows that a case would show or break, as far as its plan tells: those it claims, those its expectations rest on, and
 * those that the contract names for its operations, faults and right answers.
 */
export function exercisedBy(journey: Journey, contract: Contract): ReadonlySet<string> {
  return new Set([
    ...(journey.isOwn ? [] : journey.covers),
    ...callsOf(journey).flatMap((call) => rowsOfCall(call, contract)),
  ]);
}

/**
 * The rows of one call: those its expectation rests on, and those that the contract names for its operation, fault and
 * right answers.
 */
export function rowsOfCall(call: CallStep, contract: Contract): readonly string[] {
  const { requirements = [] } = call.expect;
  const { verb, defect } = call.request;
  const operation = contract.operations[verb];
  if (!operation) return requirements;
  const own = defect ? [rowAt(operation, defect.at) ?? []].flat() : operation.requirements;
  return [...requirements, ...rowsOfAnswers(operation, call), ...own];
}

/** The rows of the answers that the call expects. */
function rowsOfAnswers({ responses }: Operation, { expect }: CallStep): readonly string[] {
  return Object.entries(responses).flatMap(([status, { requirement, also = [], schema }]) =>
    expect.answers.some((answer) => isStatus(answer.status, Number(status)))
      ? [requirement ?? [], also, rowsIn(schema)].flat()
      : [],
  );
}
