import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js';
import { cached, codeDigest } from '../cached.ts';
import type { Contract, Defect, Json, JsonObject, Operation, Verb } from '../model.ts';
import { codeFor, validatorOfCode } from '../source/schema.ts';
import { oncePer } from '../values/once.ts';
import { isObject } from '../values/pointer.ts';
import type { RequestView } from '../wire/request.ts';
import { FORMATS } from './formats.ts';
import { type CheckSchema, checkParameters, given, parseQueryJson, violationBelow } from './parameters.ts';
import { eachRow, rowIdsOf, rowsSeen } from './rows.ts';
import {
  breachIn,
  type FoundViolation,
  misplacedIn,
  silentRows,
  typesOf,
  type Violation,
  violationsOf,
} from './violation.ts';

export type { Violation } from './violation.ts';

/** The schemas of a contract, compiled. */
export type Validators = ReturnType<typeof compileContract>;

/** The most violations reported for one body; more would say nothing new. */
const MAX_VIOLATIONS = 50;

const VOCABULARY = [
  'x-requirement',
  'x-required-by',
  'x-listed-by',
  'x-closed-by',
  'x-kept-by',
  'x-values',
  'x-windows',
  'x-after',
  'x-unique',
  'x-carries',
];

/** Validators for the contract's requests and responses. Each is loaded on first use. */
export function compileContract(contract: Contract) {
  let codes: Codes | undefined;
  const silent = silentRows(contract);

  const validatorOf = oncePer((schema: JsonObject): ValidateFunction => {
    codes ??= codesOf(contract);
    return validatorOfCode(codes[JSON.stringify(schema)] as string, FITS);
  });
  const check = (schema: JsonObject, value: Json): FoundViolation[] => {
    const validate = validatorOf(schema);
    return validate(value) ? [] : violationsOf((validate.errors ?? []).slice(0, MAX_VIOLATIONS), schema);
  };
  const checkReceived = (schema: JsonObject, value: Json): Violation[] =>
    check(schema, value).map(({ violation }) => violation);

  return {
    /**
     * The violations of a response body, and the rows for the status and the members present in it (`seen`), whether
     * violated or not. A status that the contract does not know has no schema and violates nothing. `body` is undefined if
     * there was none. Violations of silent rows are included: the register says what they are worth.
     */
    response(verb: Verb, status: number, body: Json | undefined): { violations: Violation[]; seen: string[] } {
      const response = contract.operations[verb]?.responses[String(status)];
      if (!response) return { violations: [], seen: [] };
      const { schema } = response;
      const own = [...rowIdsOf(response.requirement), ...(response.also ?? [])];
      if (!schema) return { violations: [], seen: own };
      if (body === undefined) return { violations: [missingBody(schema, response.requirement)], seen: own };
      const violations = checkReceived(schema, body);
      const isNew = ({ pointer }: Violation): boolean => !violations.some((each) => each.pointer === pointer);
      return {
        violations: [...violations, ...misplacedIn(body, schema).filter(isNew)],
        seen: rowsSeen(schema, body, own),
      };
    },
    /** The violations of a request, each with its defect as in refusal rules. Credentials are not checked. */
    request(verb: Verb, request: RequestView): (Violation & { readonly defect: Defect })[] {
      const operation = contract.operations[verb];
      if (!operation) return [];
      return [...checkParameters(operation, request, check), ...checkBody(operation, request.body, check)].map(
        ({ violation, defect }) => ({ ...violation, defect }),
      );
    },
    /** The rows that a request uses: of its headers, parameters, members of its body, and values of enumerations. */
    exercised(verb: Verb, request: RequestView): string[] {
      return [...this.valuesOf(verb, request).keys()];
    },
    /** The rows that a request uses, each with its values: texts, numbers and booleans as text, anything else as JSON. */
    valuesOf(verb: Verb, request: RequestView): ReadonlyMap<string, ReadonlySet<string>> {
      const rows = new Map<string, Set<string>>();
      eachRowOf(contract.operations[verb], request, (row, value) => {
        const values = rows.get(row) ?? new Set();
        for (const each of [value].flat()) values.add(isObject(each) ? JSON.stringify(each) : String(each));
        rows.set(row, values);
      });
      return rows;
    },
    /** Why a value does not match the component schema of this name, or null. Silent rows do not count. */
    schema(name: string, value: Json): string | null {
      const schema = contract.schemas[name];
      if (!schema) throw new Error(`the contract has no schema "${name}"`);
      return breachIn(checkReceived(schema, value), silent);
    },
  };
}

/** Visits every row that a request uses: of its parameters, and of the values in them and in its body. */
function eachRowOf(
  operation: Operation | undefined,
  request: RequestView,
  visit: (row: string, value: Json) => void,
): void {
  const { parameters = [], body } = operation ?? {};
  for (const parameter of parameters) {
    const value = given(parameter, request);
    if (value === undefined) continue;
    const inside = parameter.json ? parseQueryJson(value) : value;
    if (parameter.requirement !== undefined) visit(parameter.requirement, inside ?? value);
    eachRow(parameter.schema, inside, visit);
  }
  if (body) eachRow(body.schema, request.body, visit);
}

/** The code of validators, by the JSON of their schemas. */
type Codes = Readonly<Record<string, string>>;

/** The code for all schemas of a contract, generated once and cached for later starts. */
function codesOf({ operations, schemas }: Contract): Codes {
  const used = Object.values(operations).flatMap(({ parameters, body, responses }) =>
    [...parameters, ...(body ? [body] : []), ...Object.values(responses)].flatMap(({ schema }) => schema ?? []),
  );
  const texts = [...new Set([...Object.values(schemas), ...used].map((schema) => JSON.stringify(schema)))];
  const codeOfText = (text: string): string => codeFor(JSON.parse(text) as JsonObject, OPTIONS, prepare);
  return cached('validators of the contract', JSON.stringify([texts, codeDigest('contract', 'source')]), () => ({
    value: Object.fromEntries(texts.map((text) => [text, codeOfText(text)])),
  }));
}

const OPTIONS = { strictTypes: false, strictRequired: false };

function prepare(ajv: Ajv2020): void {
  for (const keyword of VOCABULARY) ajv.addKeyword(keyword);
  for (const [name, fits] of Object.entries(FITS)) ajv.addFormat(name, fits);
}

const FITS = Object.fromEntries(Object.entries(FORMATS).map(([name, { fits }]) => [name, fits]));

function missingBody(schema: JsonObject, requirement: string | undefined): Violation {
  return {
    pointer: '',
    keyword: 'required',
    expected: `a body: ${typesOf(schema.type)}`,
    actual: 'no body',
    ...(requirement === undefined ? {} : { requirement }),
  };
}

function checkBody(operation: Operation, body: Json | undefined, check: CheckSchema): FoundViolation[] {
  const schema = operation.body?.schema;
  if (!schema) return [];
  if (body !== undefined) return check(schema, body).map((found) => violationBelow('/body', found));
  // A body may be left out only if nothing in it is required.
  if (!Array.isArray(schema.required)) return [];
  const [requirement] = rowIdsOf(schema['x-requirement']);
  return [
    { violation: { ...missingBody(schema, requirement), pointer: '/body' }, defect: { kind: 'omit', at: '/body' } },
  ];
}
