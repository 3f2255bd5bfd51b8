import type { Validators, Violation } from '../contract/validators.ts';
import type {
  CallStep,
  Contract,
  Defect,
  Json,
  JsonObject,
  Operation,
  Problem,
  Scenario,
  ScenarioStep,
  Step,
} from '../model.ts';
import { schemaMembers } from '../scenario/lint-contract.ts';
import { locator } from '../scenario/lint-rule.ts';
import { inFileOrder } from '../scenario/reading.ts';
import { didYouMean } from '../source/nearest.ts';
import { listed } from '../source/schema.ts';
import { below } from '../source/source.ts';
import { valueTexts } from '../values/bind.ts';
import { getAt, isObject, isWithin, partsOf, pointerOf } from '../values/pointer.ts';
import { maySucceed, mustSucceed, refusalFor } from '../wire/answer.ts';
import { type RequestView, templateView } from '../wire/request.ts';
import { type Case, casesOfRows } from './journey.ts';
import { once } from './problems.ts';
import { type WrittenRequest, writtenAt } from './written-at.ts';

/** Something that would make a request fail, by its pointer in `{headers, query, path, body}`. */
interface RequestProblem extends Omit<Problem, 'span'> {
  readonly at: string;
  /** Whether the value is wrong, rather than its name or its absence. */
  readonly isValue: boolean;
  readonly isMissing?: boolean;
}

/**
 * Problems of written requests for which no refusal is expected: checks them against the contract, as far as they are known
 * before the run. A gateway could rightly refuse them. `plannedOf` gives the planned steps of a case.
 */
export function requestProblems(
  scenarios: readonly Scenario[],
  { contract, validators }: { readonly contract: Contract; readonly validators: Validators },
  plannedOf: (one: Case) => readonly Step[],
): Problem[] {
  return scenarios.flatMap((scenario) => {
    const locate = locator(scenario);
    const problems = casesOfRows(scenario).flatMap((one, row) =>
      plannedOf(one).flatMap((planned, i) =>
        callsIn(planned, one.scenario.steps[i], below('/steps', i)).flatMap(({ call, step, at }): Problem[] => {
          const { verb } = call.request;
          // The target file says what a token request holds.
          const operation = contract.operations[verb];
          if (!operation || verb === 'token' || !isToSucceed(call)) return [];
          const writing: WrittenRequest = {
            scenario,
            row,
            operation,
            at: below(at, verb),
            ofStep: originalOf(scenario, at),
          };
          const request = templateView(call.request);
          const flaws = [
            ...violated(validators.request(verb, request), operation, request),
            ...unknownMembers(operation, request),
            ...notTaken(operation, step.fields, contract.schemas),
          ];
          return withoutFollowing(flaws).map(({ at: pointer, isValue, isMissing: _, ...problem }) => ({
            ...problem,
            span: writtenAt(pointer, isValue, writing, locate),
          }));
        }),
      ),
    );
    return once(inFileOrder(problems));
  });
}

/** A member that is missing because its name is misspelt is reported once, as misspelt. */
function withoutFollowing(flaws: readonly RequestProblem[]): RequestProblem[] {
  const meant = flaws.flatMap(({ fix }) => /^did you mean "(.*)"\?$/.exec(fix ?? '')?.[1] ?? []);
  const isFollowing = ({ isMissing, at }: RequestProblem): boolean =>
    isMissing === true && meant.includes(partsOf(at).at(-1) ?? '');
  return flaws.filter((flaw) => !isFollowing(flaw));
}

interface PlacedCall {
  readonly call: CallStep;
  readonly step: ScenarioStep;
  readonly at: string;
}

/** The calls of a planned step, each with the step as written. */
function callsIn(planned: Step, step: ScenarioStep | undefined, at: string): PlacedCall[] {
  if (!step) return [];
  if (planned.kind === 'call') return [{ call: planned, step, at }];
  if (planned.kind !== 'parallel') return [];
  return planned.steps.flatMap((call, i) => callsIn(call, step.steps?.[i], below(at, 'parallel', i)));
}

/** The step as written, without values of a row. */
function originalOf({ steps }: Scenario, at: string): ScenarioStep | undefined {
  const [, i, , j] = partsOf(at);
  const step = steps[Number(i)];
  return j === undefined ? step : step?.steps?.[Number(j)];
}

/** Whether only success is expected. */
function isToSucceed({ expect, need }: CallStep): boolean {
  const answers = [...expect.answers, ...(need?.answers ?? [])];
  return mustSucceed(answers);
}

/** Whether a place of a request, or one around it, holds a value not known before the run. */
function isUnknownAt(request: RequestView, pointer: string): boolean {
  const parts = partsOf(pointer);
  return parts.some((_, i) => {
    const value = getAt(request as unknown as Json, pointerOf(parts.slice(0, i + 1)));
    return typeof value === 'string' && valueTexts(value).length > 0;
  });
}

/** Violations of the contract: an error only if the spec says what follows. */
function violated(
  found: readonly (Violation & { readonly defect: Defect })[],
  operation: Operation,
  request: RequestView,
): RequestProblem[] {
  return found.flatMap((violation): RequestProblem[] => {
    const { pointer, expected, actual, defect } = violation;
    if (isUnknownAt(request, pointer)) return [];
    const name = partsOf(pointer).slice(1).join('.');
    const { answers = [] } = refusalFor(operation, defect, request.body) ?? {};
    // The target may have agreed to accept it.
    if (maySucceed(answers)) return [];
    const isOwed = answers.length > 0;
    const value = getAt(request as unknown as Json, pointer);
    const isMissing = violation.keyword === 'required' && value === undefined;
    const allowed = violation.keyword === 'enum' ? expected.replace('one of ', '').split(', ') : [];
    return [
      {
        severity: isOwed ? 'error' : 'warning',
        at: pointer,
        isValue: !isMissing,
        isMissing,
        message: isMissing
          ? `"${name}" of "${operation.verb}" is missing`
          : `"${name}" of "${operation.verb}" is ${actual}`,
        why: isOwed
          ? `it must be ${expected}, and this step expects no refusal`
          : `it should be ${expected}; the specification does not say what anything else leads to`,
        ...(isMissing ? { fix: `add "${fieldFor(operation, pointer)}"` } : didYouMean(String(value), allowed)),
      },
    ];
  });
}

/** The field of the verb in which a member is written. */
function fieldFor({ fields }: Operation, pointer: string): string {
  const own = fields.find(({ to }) => isWithin(to, pointer));
  return own?.field ?? partsOf(pointer).at(-1) ?? '';
}

/**
 * Body members, below the top level, that the contract does not know; and names in its open lists that nearly match a known
 * one.
 */
function unknownMembers({ verb, body }: Operation, request: RequestView): RequestProblem[] {
  const flaws: RequestProblem[] = [];
  const look = (schema: JsonObject, value: Json, parts: readonly string[]): void => {
    if (Array.isArray(value) && isObject(schema.items)) {
      for (const [i, item] of value.entries()) look(schema.items, item, [...parts, String(i)]);
    } else if (typeof value === 'string' && isObject(schema['x-values']) && !Array.isArray(schema.enum)) {
      const known = Object.keys(schema['x-values']);
      const like = known.includes(value) || valueTexts(value).length > 0 ? {} : didYouMean(value, known);
      if (like.fix !== undefined)
        flaws.push({
          severity: 'warning',
          at: pointerOf(parts),
          isValue: true,
          message: `the specification lists no "${value}"`,
          why: `of what "${verb}" may hold here it lists ${listed(known)}`,
          ...like,
        });
    } else if (isObject(value)) {
      const known = schemaMembers(schema);
      for (const [name, member] of Object.entries(value)) {
        const its = known[name];
        if (isObject(its)) look(its, member, [...parts, name]);
        else if (parts.length > 1 && Object.keys(known).length > 0)
          flaws.push(unknown(name, pointerOf([...parts, name]), parts.slice(1).join('.'), Object.keys(known)));
      }
    }
  };
  if (body && request.body !== undefined) look(body.schema, request.body, ['body']);
  return flaws;
}

/** Members of a verb's field that go nowhere, and whose names are not in the contract. */
function notTaken(
  { fields }: Operation,
  written: JsonObject,
  schemas: Readonly<Record<string, JsonObject>>,
): RequestProblem[] {
  return Object.entries(written).flatMap(([field, value]): RequestProblem[] => {
    const rules = fields.filter((each) => each.field === field);
    const taken = rules.flatMap(({ take = [], pick = [] }) => [take, pick].flat().map((name) => name.replace('?', '')));
    if (!isObject(value) || taken.length === 0) return [];
    const names = Object.keys(value).filter((name) => !taken.includes(name) && !isSomewhere(name, schemas));
    return names.map((name) => unknown(name, pointerOf([field, name]), field, taken));
  });
}

function isSomewhere(name: string, schemas: Readonly<Record<string, JsonObject>>): boolean {
  return Object.values(schemas).some((schema) => Object.hasOwn(schemaMembers(schema), name));
}

function unknown(name: string, at: string, of: string, known: readonly string[]): RequestProblem {
  return {
    severity: 'error',
    at,
    isValue: false,
    message: `unknown member "${name}" of "${of}"`,
    why: `it may have ${listed(known)}`,
    ...didYouMean(name, known),
  };
}
