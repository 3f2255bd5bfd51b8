import { hasBody } from '../journey/calls.ts';
import type {
  Contract,
  Json,
  JsonObject,
  Operation,
  Requirement,
  Scenario,
  ScenarioExpectation,
  Verb,
} from '../model.ts';
import { CAPABILITIES, isOwnCapability } from '../source/capabilities.ts';
import { didYouMean } from '../source/nearest.ts';
import { listed } from '../source/schema.ts';
import { below } from '../source/source.ts';
import { oncePer } from '../values/once.ts';
import { isObject, partsOf } from '../values/pointer.ts';
import { shapeProblem } from '../values/shape.ts';
import { isStatus } from '../wire/answer.ts';
import { PARTS } from '../wire/parameter.ts';
import type { Findings, Rule } from './lint-rule.ts';
import { textsIn } from './texts.ts';
import { definitionsOf, type PlacedStep, stepsOf, usesOf } from './uses.ts';

/** `requires` names capabilities that targets may lack, or rows that they agree on. */
export const capabilitiesAreKnown: Rule = (scenario, { contract }, found) => {
  const known = [...CAPABILITIES, ...contract.register.map(({ id }) => id)];
  const check = (requires: readonly string[], at: string): void => {
    for (const word of requires.filter((each) => !known.includes(each) && !isOwnCapability(each))) {
      found.error(at, word, `"${word}" is no capability, and no row of the register`, {
        why: `there are ${listed(CAPABILITIES, CAPABILITIES.length)}; one of your own begins with "x-"`,
        ...didYouMean(word, known),
      });
    }
  };
  check(scenario.requires, '/requires');
  check([...new Set(scenario.rows.flatMap(({ requires = [] }) => requires))], '');
};

/** `covers` names rows of the register that can be tested. */
export const coversAreRows: Rule = (scenario, { contract }, found) => {
  const check = (covers: readonly string[], at: string): void => {
    for (const id of covers) {
      const row = contract.register.find((each) => each.id === id);
      if (!row) {
        const ids = contract.register.map((each) => each.id);
        found.error(at, id, `the register has no row "${id}"`, didYouMean(id, ids));
      } else if (row.excluded !== undefined) {
        found.warning(at, id, `row "${id}" is excluded from testing`, { why: `the register says: ${row.excluded}` });
      }
    }
  };
  check(scenario.covers, '/covers');
  for (const { covers = [] } of scenario.rows) check(covers, '/for-each');
  for (const [i, { agreed }] of scenario.kci.entries()) check(agreed === undefined ? [] : [agreed], `/kci/${i}`);
  for (const { step, at } of stepsOf(scenario)) check(step.covers ?? [], below(at, 'covers'));
};

/** A step gives its verb only known fields. */
export const fieldsAreKnown: Rule = (scenario, { contract }, found) => {
  for (const { step, at } of stepsOf(scenario)) {
    const operation = contract.operations[step.verb ?? ''];
    if (!operation || step.verb === undefined) continue;
    const known = fieldsOf(operation);
    for (const field of Object.keys(step.fields).filter((each) => !known.includes(each))) {
      found.error(below(at, step.verb, field), undefined, `unknown field "${field}" of "${step.verb}"`, {
        why:
          known.length === 0
            ? `"${step.verb}" has no fields`
            : `"${step.verb}" may have ${listed(known, known.length)}`,
        ...didYouMean(field, known),
      });
    }
  }
};

/** The fields that a step may give a verb: its own, and the members and parameters of its request by name. */
export function fieldsOf(operation: Operation): string[] {
  const own = operation.fields.map(({ field }) => field);
  const parameters = operation.parameters.map(({ name }) => name);
  return [...new Set([...own, ...Object.keys(schemaMembers(operation.body?.schema)), ...parameters])];
}

/** `~Name` names a schema of the contract. */
export const shapesAreSchemas: Rule = (scenario, { contract }, found) => {
  const names = Object.keys(contract.schemas);
  const check = (shape: Json | undefined, at: string): void => {
    for (const { text } of textsIn(shape)) {
      const problem = shapeProblem(text, names);
      if (problem !== null) found.error(at, text, problem, didYouMean(text.slice(1), names));
    }
  };
  const checkExpectation = (expectation: ScenarioExpectation | undefined, at: string): void => {
    check(expectation?.headers, at);
    check(expectation?.body, at);
  };
  for (const { step, at } of stepsOf(scenario)) {
    checkExpectation(step.need, below(at, 'need'));
    checkExpectation(step.expect, below(at, 'expect'));
    for (const [i, row] of (step.matrix?.rows ?? []).entries()) {
      checkExpectation(row.expect, below(at, 'matrix', 'rows', i, 'expect'));
    }
  }
};

/** A defect is put in a place that the request has; elsewhere it would change nothing. */
export const defectsHaveAPlace: Rule = (scenario, { contract }, found) => {
  for (const { step, at } of stepsOf(scenario)) {
    const operation = contract.operations[step.verb ?? ''];
    if (!operation) continue;
    for (const [i, place] of (step.matrix?.at ?? []).entries())
      checkPlace(operation, place, below(at, 'matrix', 'at', i), found);
    for (const [i, { defect }] of (step.matrix?.rows ?? []).entries()) {
      if (defect.kind !== 'set') checkPlace(operation, defect.at, below(at, 'matrix', 'rows', i), found);
    }
  }
};

function checkPlace(operation: Operation, pointer: string, at: string, found: Findings): void {
  const [part, name] = partsOf(pointer);
  if (name === undefined || part === undefined) return;
  const isBody = part === 'body';
  const known = isBody
    ? Object.keys(schemaMembers(operation.body?.schema))
    : operation.parameters.filter((each) => PARTS[each.in] === part).map((each) => each.name);
  // Authorization and Content-Type are headers of every request, but no parameters.
  if (known.includes(name) || (part === 'headers' && /^(authorization|content-type)$/i.test(name))) return;
  const word = part === 'headers' ? name : pointer;
  found.error(at, word, `the request of "${operation.verb}" has no ${isBody ? 'member' : 'parameter'} "${name}"`, {
    why: known.length === 0 ? `it has no ${part}` : `it has ${listed(known, known.length)}`,
    ...didYouMean(name, known),
  });
}

const SEGMENT = /\.([A-Za-z_]\w*)|\['([\w-]+)'\]|\[[^\]]*\]/gy;

/** Paths into answers lead to members that the contract names. A gateway may have more, so this only warns. */
export const membersAreNamed: Rule = (scenario, { contract }, found) => {
  const definitions = definitionsOf(scenario);
  for (const { text, name, at } of usesOf(scenario)) {
    const step = definitions.find((each) => each.name === name)?.step;
    const operation = contract.operations[step?.verb ?? ''];
    if (!operation || !hasBody(operation)) continue;
    const awaited = [...operation.success, ...(step?.expect?.answers ?? [])];
    let schemas: readonly (Json | undefined)[] = Object.entries(operation.responses)
      .filter(([status]) => awaited.some((answer) => isStatus(answer.status, Number(status))))
      .map(([, { schema }]) => schema);
    for (const [, plain, quoted] of text.slice(name.length).matchAll(SEGMENT)) {
      const member = plain ?? quoted;
      const objects = schemas.filter(isObject);
      const lists = objects.map(schemaMembers);
      const known = [...new Set(lists.flatMap((each) => Object.keys(each)))];
      if (member !== undefined && known.length > 0 && !known.includes(member)) {
        found.warning(at, `$${text}`, `the contract names no "${member}" that "$${text}" would lead to`, {
          why: `there may be ${listed(known)}`,
          ...didYouMean(member, known),
        });
        break;
      }
      schemas = member === undefined ? objects.map(({ items }) => items) : lists.map((each) => each[member]);
    }
  }
};

/** The members that a schema or its branches name. */
export function schemaMembers(schema: JsonObject | null | undefined): Readonly<Record<string, Json>> {
  if (!schema) return {};
  const branches = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else'].flatMap((key) => schema[key] ?? []) as Json[];
  const members = branches.flat().map((branch) => (isObject(branch) ? schemaMembers(branch) : {}));
  return Object.assign({}, ...members, isObject(schema.properties) ? schema.properties : {});
}

/**
 * The ids of every row that an operation names. The contract attaches them to operations, parameters, schemas, values and
 * refusals alike, so any text of the operation may be one.
 */
const rowsOf = oncePer(
  (operation: Operation): ReadonlySet<string> => new Set(textsIn(operation as unknown as Json).map(({ text }) => text)),
);

/**
 * A scenario claims only what it can check. Warns only of what it certainly cannot: a row of operations that it does not
 * call, or a row of no operation, without an expectation or check of its own.
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
    if (isAlwaysChecked(row, verbs) || owners.some((verb) => verbs.has(verb))) continue;
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
  return Object.values(contract.operations).flatMap((each) => (rowsOf(each).has(id) ? [each.verb] : []));
}

/** Checks of KCI events need an order; other checks need any request. */
function isAlwaysChecked(row: Requirement, verbs: ReadonlySet<string | undefined>): boolean {
  return (row.checks ?? []).some((check) => !check.startsWith('kci.') || verbs.has('order'));
}

/** Whether the author wrote anything that can fail. */
function hasExpectation(scenario: Scenario): boolean {
  const expects = ({ step }: PlacedStep): boolean =>
    step.expect !== undefined || step.tally !== undefined || step.matrix !== undefined || step.awaited !== undefined;
  return scenario.kci.length > 0 || stepsOf(scenario).some(expects);
}
