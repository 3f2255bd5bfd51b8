import { hasBody } from '../journey/calls.ts';
import type { Answer, Contract, Problem, Scenario, ScenarioStep } from '../model.ts';
import { didYouMean } from '../source/nearest.ts';
import { below } from '../source/source.ts';
import { mustFail } from '../wire/answer.ts';
import {
  capabilitiesAreKnown,
  claimsAreChecked,
  coversAreRows,
  defectsHaveAPlace,
  fieldsAreKnown,
  membersAreNamed,
  schemaMembers,
  shapesAreSchemas,
} from './lint-contract.ts';
import {
  eventsAgree,
  eventsAreKnown,
  kciIsOfAnOrder,
  matchesAreKnown,
  outcomesAreKnown,
  refusalsAreWatched,
} from './lint-events.ts';
import { namesAreDistinct, namesAreKnown, namesAreUsed, rolesAreKnown } from './lint-names.ts';
import { applyRules, type LintContext, type Rule } from './lint-rule.ts';
import { definitionsOf, stepsOf, usesOf } from './uses.ts';
import { ALTERATIONS } from './vocabulary.ts';

/** No `$value` takes from a refusal what only a success has. */
const refusalsAreNoSuccess: Rule = (scenario, { contract }, found) => {
  const definitions = definitionsOf(scenario);
  for (const { text, name, at } of usesOf(scenario)) {
    const step = definitions.find((each) => each.name === name)?.step;
    const member = /^[\w-]+\.([A-Za-z_]\w*)/.exec(text)?.[1];
    const answers = refusalsOnly(step);
    if (!step || !answers || member === undefined || !isOnlyOfSuccess(contract, step, answers, member)) continue;
    found.error(at, `$${text}`, `"$${text}" never has a value`, {
      why: `the step in line ${step.span.line} expects a refusal, and that has no "${member}"`,
    });
  }
};

/** The answers a call expects, when all of them are refusals. */
function refusalsOnly(step: ScenarioStep | undefined): readonly Answer[] | undefined {
  const answers = step?.expect?.answers;
  return answers && mustFail(answers) ? answers : undefined;
}

/**
 * Whether only a success has the member: for verbs whose capture is the answer, if the contract describes every possible
 * body.
 */
function isOnlyOfSuccess(contract: Contract, step: ScenarioStep, answers: readonly Answer[], member: string): boolean {
  const operation = contract.operations[step.verb ?? ''];
  if (!operation || !hasBody(operation)) return false;
  const { responses, success } = operation;
  const has = (status: string): boolean | undefined => {
    const schema = responses[status]?.schema;
    const members = Object.keys(schemaMembers(schema));
    return members.length === 0 ? undefined : members.includes(member);
  };
  return success.some(({ status }) => has(status) === true) && answers.every(({ status }) => has(status) === false);
}

/** A step that needs one answer and expects another can never pass. */
const needAllowsExpect: Rule = (scenario, _against, found) => {
  for (const { step, at } of stepsOf(scenario)) {
    const needed = step.need?.answers;
    const expected = step.expect?.answers;
    if (!needed?.length || !expected?.length) continue;
    if (needed.some((a) => expected.some((b) => overlap(a, b)))) continue;
    found.error(below(at, 'expect'), undefined, 'what is expected here can never be looked at', {
      why: 'need asks for another status first, and a miss there ends the case',
      fix: 'leave out "need"',
    });
  }
};

function overlap(a: Answer, b: Answer): boolean {
  const sameStatus = a.status === b.status || (/xx$/.test(a.status + b.status) && a.status[0] === b.status[0]);
  return sameStatus && (a.code === undefined || b.code === undefined || a.code === b.code);
}

/** Alterations of credentials in rows are known ones. Those written beside the step are checked by the schema. */
const alterationsAreKnown: Rule = (scenario, _, found) => {
  for (const { step, at } of stepsOf(scenario)) {
    const value = /^\$row\.(id|but)$/.exec(String(step.auth?.but ?? ''))?.[1];
    for (const { id, values } of value === undefined ? [] : scenario.rows) {
      const word = String(value === 'id' ? id : values[value ?? '']);
      if (ALTERATIONS.includes(word)) continue;
      found.error(below(at, 'auth'), undefined, `credentials cannot be altered by "${word}", as row "${id}" says`, {
        why: `they can be ${ALTERATIONS.join(', ')}`,
        ...didYouMean(word, ALTERATIONS),
      });
    }
  }
};

/** Rules about single words, which work even in scenarios with errors. */
const WORD_RULES: readonly Rule[] = [
  coversAreRows,
  capabilitiesAreKnown,
  fieldsAreKnown,
  shapesAreSchemas,
  eventsAreKnown,
  matchesAreKnown,
  outcomesAreKnown,
  rolesAreKnown,
];

const RULES: readonly Rule[] = [
  ...WORD_RULES,
  claimsAreChecked,
  membersAreNamed,
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

/** Further problems of scenarios with errors, so that all are reported at once. */
export function lintDrafts(drafts: readonly Scenario[], against: LintContext): Problem[] {
  return drafts.flatMap((draft) => applyRules(WORD_RULES, draft, against));
}

/** The problems of scenarios that parsed, together and against contract, profile and world. Sends nothing. */
export function lintScenarios(scenarios: readonly Scenario[], against: LintContext): Problem[] {
  return [
    ...scenarios.flatMap((scenario) => applyRules(RULES, scenario, against)),
    ...repeated(scenarios, 'id', (id) => `the scenario id "${id}" stands twice`),
    ...repeated(scenarios, 'title', (title) => `the title "${title}" stands twice`),
  ];
}

function repeated(scenarios: readonly Scenario[], key: 'id' | 'title', word: (text: string) => string): Problem[] {
  const alike = Map.groupBy(scenarios, (each) => each[key].toLowerCase());
  return scenarios.flatMap((scenario): Problem[] => {
    const [first = scenario] = alike.get(scenario[key].toLowerCase()) ?? [];
    if (first === scenario) return [];
    const why = `it is also that of ${first.file}:${first.span.line}; reports and replays tell scenarios apart by it`;
    return [{ severity: 'error', span: scenario.span, message: word(scenario[key]), why }];
  });
}
