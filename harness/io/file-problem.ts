import type { Problem } from '../model.ts';

/**
 * Thrown where our side of the world fails, as a disk or an address does: the command ends, with the problem to show for
 * it.
 */
export class EnvironmentError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem, options?: ErrorOptions) {
    super(problem.message, options);
    this.problem = problem;
  }
}
