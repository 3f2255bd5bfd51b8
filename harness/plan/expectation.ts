import type { Answer, Expectation, Json, Operation, ScenarioExpectation, ScenarioStep } from '../model.ts';
import { isStatus, mustSucceed, parseAnswers } from '../wire/answer.ts';

/** Fills known values into a template; `place` is its place in the step. */
export type FillTemplate = (written: Json, place: string) => Json;

/**
 * What a step's answer must be: as written, else the success of its operation. In a group with a tally, any counted answer;
 * for a step with `need`, nothing.
 */
export function owedBy(
  step: ScenarioStep,
  operation: Operation | undefined,
  { tally, isOwn = false }: { readonly tally: ScenarioStep['tally']; readonly isOwn?: boolean | undefined },
  fill: FillTemplate,
): Expectation {
  const answers = step.expect?.answers ?? unwritten(step, operation, tally);
  const isSuccess = mustSucceed(answers);
  const requirements = [
    ...(isOwn ? [] : (step.expect?.requirements ?? [])),
    ...(isOwn ? [] : (step.covers ?? [])),
    ...(isSuccess ? (operation?.requirements ?? []) : []),
  ];
  return {
    ...filled(step.expect ?? {}, answers, fill),
    ...(requirements.length === 0 ? {} : { requirements: [...new Set(requirements)] }),
    ...(isOwn && isBeyond(step.expect?.answers, operation) ? { isAuthors: true } : {}),
  };
}

/** What a step needs as its answer: as written, else the success of its operation. */
export function neededBy(
  step: ScenarioStep,
  operation: Operation | undefined,
  fill: FillTemplate,
): Expectation | undefined {
  return step.need && filled(step.need, step.need.answers ?? operation?.success ?? [], fill);
}

/** An expectation with these answers and with known values filled into its shapes. */
export function filled(written: ScenarioExpectation, answers: readonly Answer[], fill: FillTemplate): Expectation {
  return {
    ...written,
    answers,
    ...(written.headers === undefined
      ? {}
      : { headers: fill(written.headers, '/expect/headers') as typeof written.headers }),
    ...(written.body === undefined ? {} : { body: fill(written.body, '/expect/body') }),
  };
}

/** Whether none of the author's answers is a success by the contract. */
function isBeyond(written: readonly Answer[] | undefined, operation: Operation | undefined): boolean {
  const isSuccess = ({ status }: Answer): boolean =>
    operation?.success.some((success) => isStatus(status, Number(success.status))) ?? false;
  return written !== undefined && !written.some(isSuccess);
}

function unwritten(
  step: ScenarioStep,
  operation: Operation | undefined,
  tally: ScenarioStep['tally'],
): readonly Answer[] {
  if (tally) return Object.keys(tally).flatMap((answers) => parseAnswers(answers) ?? []);
  return step.need?.answers === undefined ? (operation?.success ?? []) : [];
}
