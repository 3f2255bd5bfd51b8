import type { Problem, Scenario } from '../model.ts';
import {
  claimsAreChecked,
  coversAreRows,
  defectsHaveAPlace,
  fieldsAreKnown,
  shapesAreSchemas,
} from './lint-contract.ts';
import { eventsAgree, eventsAreKnown, kciIsOfAnOrder, outcomesAreKnown, refusalsAreWatched } from './lint-events.ts';
import { namesAreDistinct, namesAreKnown, namesAreUsed, rolesAreKnown } from './lint-names.ts';
import { alterationsAreKnown, needAllowsExpect, refusalsAreNoSuccess } from './lint-reach.ts';
import { type Against, applyRules, type Rule } from './lint-rule.ts';

/** Those about a word alone, whatever is wrong around it. */
const WORD_RULES: readonly Rule[] = [
  coversAreRows,
  fieldsAreKnown,
  shapesAreSchemas,
  eventsAreKnown,
  outcomesAreKnown,
  rolesAreKnown,
];

const RULES: readonly Rule[] = [
  ...WORD_RULES,
  claimsAreChecked,
  namesAreDistinct,
  namesAreKnown,
  namesAreUsed,
  alterationsAreKnown,
  defectsHaveAPlace,
  eventsAgree,
  kciIsOfAnOrder,
  refusalsAreWatched,
  refusalsAreNoSuccess,
  needAllowsExpect,
];

/** What else is wrong with scenarios that have errors already, so that all of it is told at once. */
export function lintDrafts(drafts: readonly Scenario[], against: Against): Problem[] {
  return drafts.flatMap((draft) => applyRules(WORD_RULES, draft, against));
}

/** What is wrong with scenarios that parsed, seen together and against contract, profile and world. Sends nothing. */
export function lintScenarios(scenarios: readonly Scenario[], against: Against): Problem[] {
  return [
    ...scenarios.flatMap((scenario) => applyRules(RULES, scenario, against)),
    ...repeated(scenarios, 'id', (id) => `the scenario id "${id}" stands twice`),
    ...repeated(scenarios, 'title', (title) => `the title "${title}" stands twice`),
  ];
}

function repeated(scenarios: readonly Scenario[], key: 'id' | 'title', word: (text: string) => string): Problem[] {
  const first = new Map<string, Scenario>();
  return scenarios.flatMap((scenario): Problem[] => {
    const text = scenario[key];
    const earlier = first.get(text.toLowerCase());
    if (!earlier) {
      first.set(text.toLowerCase(), scenario);
      return [];
    }
    return [
      {
        severity: 'error',
        span: scenario.span,
        message: word(text),
        why: `it is also that of ${earlier.file}:${earlier.span.line}; reports and replays tell scenarios apart by it`,
      },
    ];
  });
}
