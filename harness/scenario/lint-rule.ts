import type { Contract, KciProfile, Problem, Scenario, Target, World } from '../model.ts';
import { type Locate, locator } from './locate.ts';
import { type Advice, inFileOrder } from './reading.ts';

/** What scenarios are checked against. Rules about a profile or a world are silent where none is given. */
export interface Against {
  readonly contract: Contract;
  readonly profile?: KciProfile;
  readonly world?: World;
  /** What its `lacks` names is not missed. */
  readonly target?: Pick<Target, 'lacks'>;
}

/** How a rule says what it found. */
export interface Findings {
  error(pointer: string, word: string | undefined, message: string, advice?: Advice): void;
  warning(pointer: string, word: string | undefined, message: string, advice?: Advice): void;
}

/** One thing to look for in a scenario that parsed. */
export type Rule = (scenario: Scenario, against: Against, found: Findings) => void;

/** What the rules find in one scenario, in the order of its file. */
export function applyRules(rules: readonly Rule[], scenario: Scenario, against: Against): Problem[] {
  const problems: Problem[] = [];
  const locate: Locate = locator(scenario);
  const note =
    (severity: Problem['severity']): Findings['error'] =>
    (pointer, word, message, advice = {}) => {
      const span = locate(pointer, word);
      // What is superfluous here may serve others.
      if (severity === 'warning' && span.file !== scenario.file) return;
      problems.push({ severity, span, message, ...advice });
    };
  const found: Findings = { error: note('error'), warning: note('warning') };
  for (const rule of rules) rule(scenario, against, found);
  return inFileOrder(problems);
}
