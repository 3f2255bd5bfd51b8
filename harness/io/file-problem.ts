import type { Problem } from '../model.ts';

/** Thrown when our side of the world fails, such as a disk or an address. The command ends and shows the problem. */
export class EnvironmentError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem, options?: ErrorOptions) {
    super(problem.message, options);
    this.problem = problem;
  }
}
