import type { Journey, Problem, ScenarioStep } from '../model.ts';
import type { PlanInput } from './context.ts';
import type { Negatives } from './negatives.ts';

/** The problems of a matrix. */
export function matrixProblems(
  { negatives, unanswered, unexpected, sameTitle }: Negatives,
  { span }: NonNullable<ScenarioStep['matrix']>,
  verb: string,
): Problem[] {
  const problems: Problem[] = unexpected.map((row) => ({
    severity: 'error',
    span: row.span,
    message: `the row "${row.title}" does not say what is owed`,
    why: `the contract has no answer for ${row.defect.kind} at ${row.defect.at} of "${verb}"`,
    fix: 'add "expect", such as "expect: 422 INVALID_REQUEST"',
  }));
  for (const row of sameTitle) {
    problems.push({
      severity: 'error',
      span: row.span,
      message: `a second row "${row.title}" in one matrix`,
      why: 'the title is part of the id of the case',
      fix: 'give it another title',
    });
  }
  if (unanswered.length > 0) {
    problems.push({
      severity: 'warning',
      span,
      message: `left out of the matrix of "${verb}": ${unanswered.join(', ')}`,
      why: 'the contract has no rule for what these are answered with, not even that the spec is silent',
    });
  }
  if (negatives.length === 0 && problems.length === 0) {
    problems.push({
      severity: 'warning',
      span,
      message: `the matrix of "${verb}" makes no case`,
      why: 'none of its kinds of defect has a place in this request',
    });
  }
  return problems;
}

/** Problem for two scenarios or rows that give the same case id. */
export function idTwice({ id, span }: Journey): Problem {
  return {
    severity: 'error',
    span,
    message: `the case id "${id}" stands twice`,
    why: 'a report names each case by its id',
  };
}

/** Problem if the target's range has fewer ids than the plan needs. */
export function idShortage(journeys: readonly Journey[], { target }: PlanInput): Problem[] {
  const { from, to } = target.ids;
  const wanted = journeys.reduce((sum, { values }) => sum + Object.keys(values.ids ?? {}).length, 0);
  if (wanted <= to - from + 1) return [];
  return [
    {
      severity: 'error',
      message: `the plan chooses ${wanted} ids, and the target "${target.target}" allows ${Math.max(0, to - from + 1)}`,
      why: `its ids run from ${from} to ${to}, and no two of a run may be equal`,
      fix: 'widen "ids" in the target file, or choose fewer cases with --only',
    },
  ];
}

/** Each problem once, however many rows share it. */
export function once(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}
