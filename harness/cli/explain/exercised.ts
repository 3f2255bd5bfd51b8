import { isStatus } from '../../answer.ts';
import { isValue } from '../../bind.ts';
import { callsOf } from '../../calls.ts';
import { namedRows } from '../../contract/rows.ts';
import type { RequestView, Validators } from '../../contract/validators.ts';
import type { CallStep, Contract, Journey, Json, JsonObject, Operation } from '../../model.ts';
import { isObject } from '../../pointer.ts';

/**
 * Which rows of the register a case would exercise, as far as its plan tells: those it claims, those its expectations
 * rest on, and those that the contract names for what it sends and for the answers that are right.
 */
export function exercisedBy(
  journey: Journey,
  { contract, validators }: { readonly contract: Contract; readonly validators: Validators },
): ReadonlySet<string> {
  const rows = new Set(journey.covers);
  for (const call of callsOf(journey)) {
    for (const row of call.expect.requirements ?? []) rows.add(row);
    const { verb } = call.request;
    if (verb === 'http') continue;
    const operation = contract.operations[verb];
    for (const row of rowsOfAnswers(operation, call)) rows.add(row);
    // What a faulty request uses besides its fault, its control uses too.
    if (call.role === 'negative') continue;
    for (const row of [...operation.requirements, ...rowsOfRequest(operation, call, validators)]) rows.add(row);
  }
  return rows;
}

/** The rows of the answers that would be right. */
function rowsOfAnswers({ responses }: Operation, { expect }: CallStep): readonly string[] {
  return Object.entries(responses).flatMap(([status, { requirement, also = [], schema }]) =>
    expect.answers.some((answer) => isStatus(answer.status, Number(status)))
      ? [requirement ?? [], also, rowsIn(schema)].flat()
      : [],
  );
}

function rowsOfRequest(operation: Operation, { request }: CallStep, validators: Validators): readonly string[] {
  const { headers, query, body } = request;
  const view: RequestView = { headers, query, ...(body === undefined ? {} : { body }) };
  const parameters = operation.parameters.flatMap(({ name, schema }) => rowsOfUnknown(schema, query[name]));
  return [...validators.exercised(operation.verb, view), ...parameters, ...rowsOfUnknown(operation.body?.schema, body)];
}

/** The rows of members whose value only the run will know: whatever stands there then is of this schema. */
function rowsOfUnknown(schema: Json | undefined, value: Json | undefined): readonly string[] {
  if (!isObject(schema) || value === undefined) return [];
  if (typeof value === 'string') return isValue(value) ? rowsIn(schema) : [];
  if (Array.isArray(value)) return value.flatMap((each) => rowsOfUnknown(schema.items, each));
  const properties = isObject(schema.properties) ? schema.properties : {};
  return isObject(value) ? Object.entries(value).flatMap(([name, each]) => rowsOfUnknown(properties[name], each)) : [];
}

function rowsIn(schema: JsonObject | null): readonly string[] {
  return namedRows(schema).map(({ row }) => row);
}
