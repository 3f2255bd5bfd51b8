import type { Defect, Json, JsonObject, Operation } from '../model.ts';
import { pointerOf } from '../values/pointer.ts';
import { PARTS } from '../wire/parameter.ts';
import type { RequestView } from '../wire/request.ts';
import { parseJson } from '../wire/wire.ts';
import { type FoundViolation, shortJson } from './violation.ts';

/** Validates a value against a schema of the contract. */
export type CheckSchema = (schema: JsonObject, value: Json) => FoundViolation[];

/** A header, query or path parameter of an operation. */
type Parameter = Operation['parameters'][number];

/** The problems of a request's headers and query. Pointers are from the root of the request. */
export function checkParameters(operation: Operation, request: RequestView, check: CheckSchema): FoundViolation[] {
  return operation.parameters.flatMap((parameter) => {
    const value = given(parameter, request);
    const flaw = flawOf(parameter, value);
    if (flaw !== undefined) return [flawed(parameter, flaw, value)];
    if (value === undefined) return [];
    return check(parameter.schema, (parameter.json ? parseQueryJson(value) : value) ?? null).map((found) =>
      violationBelow(placeOf(parameter), withRow(found, parameter.requirement)),
    );
  });
}

/** What is wrong with a parameter, apart from its schema. */
function flawOf(parameter: Parameter, value: Json | undefined): Defect['kind'] | undefined {
  const isHeader = parameter.in === 'header';
  if (value === undefined) return parameter.required ? (isHeader ? 'no-header' : 'omit') : undefined;
  if (value === '' && isHeader) return 'empty-header';
  if (value === '' && parameter.json) return 'empty';
  return parameter.json && parseQueryJson(value) === undefined ? 'malformed-json' : undefined;
}

/** A parameter's pointer from the root of a request. */
function placeOf(parameter: Parameter): string {
  return pointerOf([PARTS[parameter.in], parameter.name]);
}

function flawed(parameter: Parameter, kind: Defect['kind'], value: Json | undefined): FoundViolation {
  const { requirement } = parameter;
  const at = placeOf(parameter);
  const expected = parameter.json ? 'URL-encoded JSON' : `a ${parameter.in} parameter`;
  return {
    violation: {
      pointer: at,
      keyword: kind === 'malformed-json' ? 'json' : 'required',
      expected,
      actual: value === undefined ? 'missing' : shortJson(value),
      ...(requirement === undefined ? {} : { requirement }),
    },
    defect: { kind, at },
  };
}

/** The value of a parameter in a request, or undefined. */
export function given(parameter: Parameter, request: RequestView): Json | undefined {
  if (parameter.in !== 'header') {
    const values = request[parameter.in] ?? {};
    const value = Object.hasOwn(values, parameter.name) ? values[parameter.name] : undefined;
    if (parameter.in === 'path')
      return typeof value === 'string' && isWholeNumber(parameter, value) ? Number(value) : value;
    return parameter.json || typeof value !== 'number' ? value : String(value);
  }
  const { headers } = request;
  if (Object.hasOwn(headers, parameter.name)) return headers[parameter.name];
  const wanted = parameter.name.toLowerCase();
  return Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1];
}

function isWholeNumber({ schema }: Parameter, text: string): boolean {
  return schema.type === 'integer' && /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text));
}

/** The JSON in a query text, or undefined if it is none; other values count as already decoded. */
export function parseQueryJson(value: Json): Json | undefined {
  return typeof value === 'string' ? parseJson(value).json : value;
}

function withRow({ violation, defect }: FoundViolation, requirement: string | undefined): FoundViolation {
  if (violation.requirement !== undefined || requirement === undefined) return { violation, defect };
  return { violation: { ...violation, requirement }, defect };
}

/** A violation inside a part of a request, with pointers from the request's root. */
export function violationBelow(at: string, { violation, defect }: FoundViolation): FoundViolation {
  return {
    violation: { ...violation, pointer: at + violation.pointer },
    defect: { ...defect, at: at + defect.at },
  };
}
