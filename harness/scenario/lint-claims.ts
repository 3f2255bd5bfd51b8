import type { Contract, Requirement, Scenario, Verb } from '../model.ts';
import { rowsOf } from './lint-contract.ts';
import type { Rule } from './lint-rule.ts';
import { type PlacedStep, stepsOf } from './uses.ts';

/**
 * A scenario claims only what it can check. Warned is only what certainly cannot be: a row that belongs to operations
 * none of which is called, or a row of no operation that no expectation and no check of its own can speak for.
 */
export const claimsAreChecked: Rule = (scenario, { contract }, found) => {
  const verbs = new Set(stepsOf(scenario).map(({ step }) => step.verb));
  const rests = stepsOf(scenario).some(({ step }) => step.covers?.length || (step.verb ?? 'http') !== 'http');
  const ofRows = scenario.rows.flatMap(({ covers = [] }) => covers);
  if (scenario.covers.length === 0 && ofRows.length === 0 && !rests) {
    found.warning('/scenario', undefined, 'the scenario rests on no requirement', {
      why: 'no verb brings rows of the register along, so what it finds cannot be traced to the spec',
      fix: 'add "covers:" with ids of the register',
    });
  }
  for (const id of [...scenario.covers, ...ofRows]) {
    const row = contract.register.find((each) => each.id === id);
    if (!row || row.excluded !== undefined || verbs.has('http')) continue;
    const owners = ownersOf(contract, id);
    if (owners.length > 0 && owners.some((verb) => verbs.has(verb))) continue;
    if (isAlwaysChecked(row, verbs)) continue;
    if (owners.length === 0 && hasExpectation(scenario)) continue;
    found.warning(scenario.covers.includes(id) ? '/covers' : '/for-each', id, `nothing here can check "${id}"`, {
      why:
        owners.length > 0
          ? `it is a promise of ${owners.map((verb) => `"${verb}"`).join(', ')}, which no step uses`
          : 'no step expects anything, and no standing check of the row applies',
    });
  }
};

function ownersOf(contract: Contract, id: string): Verb[] {
  return (Object.keys(contract.operations) as Verb[]).filter((verb) => rowsOf(contract, verb).has(id));
}

/** Checks of KCI events need an order; the others any request. */
function isAlwaysChecked(row: Requirement, verbs: ReadonlySet<string | undefined>): boolean {
  return (row.checks ?? []).some((check) => !check.startsWith('kci.') || verbs.has('order'));
}

/** Whether the author wrote down anything that can fail. */
function hasExpectation(scenario: Scenario): boolean {
  const expects = ({ step }: PlacedStep): boolean =>
    step.expect !== undefined || step.tally !== undefined || step.matrix !== undefined || step.awaited !== undefined;
  return scenario.kci.length > 0 || stepsOf(scenario).some(expects);
}
