import { callsOf } from '../journey/calls.ts';
import { rowAt } from '../judge/checks/answer-rows.ts';
import { rowsIn } from '../judge/rows.ts';
import type { CallStep, Contract, Journey, Operation } from '../model.ts';
import { isStatus } from '../wire/answer.ts';

/**
 * Which rows of the register a case would show or break, as far as its plan tells: those it claims, those its
 * expectations rest on, and those that the contract names for its operations, their faults and the answers that are right.
 */
export function exercisedBy(journey: Journey, contract: Contract): ReadonlySet<string> {
  return new Set([
    ...(journey.isOwn ? [] : journey.covers),
    ...callsOf(journey).flatMap((call) => rowsOfCall(call, contract)),
  ]);
}

/** Those of one call: what its expectation rests on, and what the contract names for its operation, its fault and its right answers. */
export function rowsOfCall(call: CallStep, contract: Contract): readonly string[] {
  const { requirements = [] } = call.expect;
  const { verb, defect } = call.request;
  const operation = contract.operations[verb];
  if (!operation) return requirements;
  const own = defect ? [rowAt(operation, defect.at) ?? []].flat() : operation.requirements;
  return [...requirements, ...rowsOfAnswers(operation, call), ...own];
}

/** The rows of the answers that would be right. */
function rowsOfAnswers({ responses }: Operation, { expect }: CallStep): readonly string[] {
  return Object.entries(responses).flatMap(([status, { requirement, also = [], schema }]) =>
    expect.answers.some((answer) => isStatus(answer.status, Number(status)))
      ? [requirement ?? [], also, rowsIn(schema)].flat()
      : [],
  );
}
