import type {
  Answer,
  Contract,
  HeaderRole,
  Json,
  JsonObject,
  Operation,
  Problem,
  RefusalRule,
  SpecVerb,
  Target,
  Verb,
  VerbField,
} from '../model.ts';
import { itemsOf, objectOf, pointerOf } from '../values/pointer.ts';
import { parseAnswers } from '../wire/answer.ts';
import { rowIdsOf } from './rows.ts';

/** The verbs that must each have an operation in the document; it may have more. */
export const SPEC_VERBS: readonly SpecVerb[] = ['token', 'availability', 'slots', 'book', 'order', 'amend', 'cancel'];

/** Names that no operation may have: those of other steps, and inherited members of objects. */
const NO_OPERATIONS = new Set(['http', 'parallel', 'await', 'wait', 'constructor']);

/** Reports what is wrong in the document, and where. */
type Complain = (pointer: string, message: string, why: string) => void;

/**
 * Reads the operations that have an `x-verb`.
 *
 * @param inline resolves references; pointers given to `complain` are those of the document.
 */
export function readOperations(
  document: JsonObject,
  inline: (value: Json) => Json,
  complain: Complain,
): Record<Verb, Operation> {
  const operations: Record<Verb, Operation> = {};
  const shared = refusalsOf(document['x-refusals'], '/x-refusals', complain);
  for (const [path, methods] of entriesOf(document.paths)) {
    for (const [method, written] of entriesOf(methods)) {
      const at = pointerOf(['paths', path, method]);
      const item = objectOf(inline(written));
      const { name: verb } = objectOf(item['x-verb']);
      if (typeof verb !== 'string' || !/^[a-z][a-z-]*$/.test(verb) || NO_OPERATIONS.has(verb))
        complain(at, `${method} ${path} has no verb`, `x-verb.name is one of ${SPEC_VERBS.join(', ')}, or a new one`);
      else if (operations[verb]) complain(at, `the verb "${verb}" has two operations`, 'each verb has one operation');
      else operations[verb] = operationOf({ verb, method, path, item, document, shared, at, complain });
    }
  }
  return operations;
}

interface OperationSource {
  readonly verb: Verb;
  readonly method: string;
  readonly path: string;
  readonly item: JsonObject;
  readonly document: JsonObject;
  readonly shared: readonly RefusalRule[];
  readonly at: string;
  readonly complain: Complain;
}

function operationOf({ verb, method, path, item, document, shared, at, complain }: OperationSource): Operation {
  const [scheme] = itemsOf(item.security ?? document.security);
  const auth = Object.keys(objectOf(scheme)).includes('basic') ? 'basic' : 'bearer';
  const { requirement: authBy } = requirementOf(
    objectOf(objectOf(objectOf(document.components).securitySchemes)[auth]),
  );
  const own = refusalsOf(item['x-refusals'], `${at}/x-refusals`, complain);
  const described = entriesOf(item.responses).map(([status, response]) => [status, responseOf(response)] as const);
  // An empty schema allows any body or none, so there is nothing to check.
  const isFree = ({ schema }: Operation['responses'][string]): boolean =>
    schema !== null && Object.keys(schema).length === 0;
  const responses = described.filter(([, response]) => !isFree(response));
  const conflicts = described.flatMap(([status, response]) =>
    isFree(response) && response.requirement !== undefined ? [[status, response.requirement] as const] : [],
  );
  const [body] = entriesOf(objectOf(item.requestBody).content);
  const [tag] = itemsOf(item.tags);
  return {
    verb,
    method: method.toUpperCase(),
    path,
    ...(typeof tag === 'string' ? { tag } : {}),
    auth,
    ...(authBy === undefined ? {} : { authBy }),
    parameters: itemsOf(item.parameters).map(parameterOf),
    ...(body ? { body: { contentType: body[0], schema: objectOf(objectOf(body[1]).schema) } } : {}),
    responses: Object.fromEntries(responses),
    ...(conflicts.length === 0 ? {} : { conflicts: Object.fromEntries(conflicts) }),
    success: responses.filter(([status]) => status.startsWith('2')).map(([status]): Answer => ({ status })),
    ...(typeof item['x-success-by'] === 'string' ? { successBy: item['x-success-by'] } : {}),
    fields: itemsOf(objectOf(item['x-verb']).fields) as unknown as readonly VerbField[],
    refusals: auth === 'bearer' ? [...own, ...shared] : own,
    requirements: rowIdsOf(item['x-requirement']),
  };
}

function parameterOf(written: Json): Operation['parameters'][number] {
  const parameter = objectOf(written);
  const json = objectOf(parameter.content)['application/json'];
  return {
    in: parameter.in === 'header' || parameter.in === 'path' ? parameter.in : 'query',
    name: String(parameter.name),
    required: parameter.required === true,
    json: json !== undefined,
    schema: objectOf(json === undefined ? parameter.schema : objectOf(json).schema),
    ...(parameter['x-role'] === undefined ? {} : { role: parameter['x-role'] as HeaderRole }),
    ...requirementOf(parameter),
  };
}

/** A response without content has no body. */
function responseOf(written: Json): Operation['responses'][string] {
  const response = objectOf(written);
  const [content] = entriesOf(response.content);
  const [, ...also] = rowIdsOf(response['x-requirement']);
  const schema = content ? objectOf(objectOf(content[1]).schema) : null;
  return { schema, ...requirementOf(response), ...(also.length === 0 ? {} : { also }) };
}

function refusalsOf(written: Json | undefined, at: string, complain: Complain): RefusalRule[] {
  return itemsOf(written).map((each, i) => {
    const rule = objectOf(each);
    const answers = typeof rule.answers === 'string' ? parseAnswers(rule.answers) : [];
    if (answers === null) {
      complain(`${at}/${i}/answers`, `"${String(rule.answers)}" is no answer`, 'it reads 422 INVALID_REQUEST | 400 …');
    }
    return { ...(rule as unknown as RefusalRule), answers: answers ?? [] };
  });
}

function requirementOf(written: JsonObject): { readonly requirement?: string } {
  const [requirement] = rowIdsOf(written['x-requirement']);
  return requirement === undefined ? {} : { requirement };
}

function entriesOf(value: Json | undefined): [string, Json][] {
  return Object.entries(objectOf(value));
}

/** The roles; the document must give each of them one header. */
export const HEADER_ROLES: readonly HeaderRole[] = ['request', 'conversation', 'tenant'];

/** The names of the request headers by role. All operations must agree on them. */
export function requestHeadersOf(operations: readonly Operation[], complain: Complain): Contract['headers'] {
  const headers: Partial<Record<HeaderRole, string>> = {};
  const refuse = (message: string): void =>
    complain('/paths', message, `one header has the x-role ${HEADER_ROLES.join(', one ')}`);
  const parameters = operations.flatMap((each) => each.parameters);
  const named = new Map(parameters.flatMap(({ name, role }) => (role === undefined ? [] : [[name, role]])));
  for (const [name, role] of named) {
    const known = headers[role];
    if (!HEADER_ROLES.includes(role)) refuse(`"${role}" of the header "${name}" is no role`);
    else if (known !== undefined && known !== name) refuse(`"${known}" and "${name}" both have the role "${role}"`);
    else headers[role] = name;
  }
  for (const role of HEADER_ROLES) if (headers[role] === undefined) refuse(`no header has the role "${role}"`);
  return headers as Contract['headers'];
}

/** Problems of fixed target headers that the specification defines: they would hide that a request leaves one out. */
export function takenHeaders({ target, headers = {} }: Target, contract: Contract): Problem[] {
  const own = [...Object.values(contract.headers), 'Authorization', 'Content-Type'].map((name) => name.toLowerCase());
  const taken = Object.keys(headers).filter((name) => own.includes(name.toLowerCase()));
  return taken.map((name) => ({
    severity: 'error',
    message: `target "${target}", headers: ${name} is a header of the specification`,
    why: 'requests have one of their own, and some must be sent without',
  }));
}
