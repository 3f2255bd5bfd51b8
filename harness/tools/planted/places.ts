import { rowIdsOf } from '../../contract/rows.ts';
import type { Contract, Json, JsonObject, Operation, SpecVerb } from '../../model.ts';
import { isMemberOf, orderTypesOf, settle } from '../../plan/request-places.ts';
import { getAt, isObject } from '../../values/pointer.ts';

/** A place in a message of an operation where something may be wrong, with what the contract says of it. */
export interface Spot {
  readonly verb: SpecVerb;
  /** JSON Pointer into `{headers, query, body}` or `{status, headers, body}`; `*` for each element of a list. */
  readonly at: string;
  readonly schema: JsonObject;
  /** Not so where the register is silent on its absence. */
  readonly isRequired: boolean;
  /** A member that need not be there at all. */
  readonly isOptional?: boolean;
  /** The rows that promise it, the nearest first. */
  readonly rows: readonly string[];
  /** Of a request for orders: the type that has the place so. */
  readonly orderType?: string;
}

type Root = Omit<Spot, 'schema' | 'isRequired' | 'isOptional'> & { readonly schema: JsonObject };

/** The rows that a schema names, and those of the parts that hold of the same place. */
function rowsIn({ 'x-requirement': row, allOf }: JsonObject): string[] {
  const parts: readonly Json[] = Array.isArray(allOf) ? allOf : [];
  return [...rowIdsOf(row), ...parts.flatMap((part) => (isObject(part) ? rowsIn(part) : []))];
}

/** The rows that promise a member under conditions. */
function rowsOfBranches({ allOf }: JsonObject, name: string): string[] {
  const branches = (Array.isArray(allOf) ? allOf : []).map((part: Json) => getAt(part, `/then/properties/${name}`));
  return branches.flatMap((branch) => (isObject(branch) ? rowsIn(branch) : []));
}

/** All places below a schema, and itself. */
function spotsIn(root: Root, isRequired = true, isOptional = false): Spot[] {
  const { at, verb, orderType } = root;
  const schema = settle(root.schema, orderType === undefined ? {} : { orderType });
  const rows = [...new Set([...rowsIn(root.schema), ...root.rows])];
  const here: Spot = { ...root, schema, rows, isRequired, isOptional };
  const inherited = { verb, rows, ...(orderType === undefined ? {} : { orderType }) };
  if (isObject(schema.items)) return [here, ...spotsIn({ ...inherited, at: `${at}/*`, schema: schema.items }, false)];
  const required: readonly Json[] = Array.isArray(schema.required) ? schema.required : [];
  const members = isObject(schema.properties) ? Object.entries(schema.properties) : [];
  return [
    here,
    ...members.flatMap(([name, member]) => {
      if (!isObject(member)) return [];
      const isOwed = required.includes(name) && settle(member, {})['x-required-by'] === undefined;
      const promised = [...rowsOfBranches(root.schema, name), ...rows];
      const inner = { ...inherited, rows: promised, at: `${at}/${name}`, schema: member };
      return spotsIn(inner, isOwed, !required.includes(name));
    }),
  ];
}

/** The places in the body of an operation's answer with this status. */
export function answerSpots({ verb, responses }: Operation, status: string): Spot[] {
  const { schema, requirement, also = [] } = responses[status] ?? { schema: null };
  if (!schema) return [];
  // Mistakes are planted in the specification's own operations.
  return spotsIn({ verb: verb as SpecVerb, at: '/body', schema, rows: [...rowIdsOf(requirement), ...also] });
}

/** The status of an operation's success, and the rows that speak of it. */
export function grantOf({ success, responses, requirements }: Operation): { status: string; rows: readonly string[] } {
  const status = success[0]?.status ?? '200';
  const { requirement, also = [] } = responses[status] ?? {};
  return { status, rows: [...requirements, ...rowIdsOf(requirement), ...also] };
}

/** The places in the requests of an operation: its query, and its body, that of orders once for each type. */
export function requestSpots(contract: Contract, verb: SpecVerb): Spot[] {
  const { parameters, body, auth } = contract.operations[verb];
  if (auth === 'basic') return [];
  const query = parameters.flatMap(({ in: part, name, schema, required, requirement }) =>
    part === 'query' ? spotsIn({ verb, at: `/query/${name}`, schema, rows: rowIdsOf(requirement) }, required) : [],
  );
  if (!body) return query;
  const { schema } = body;
  const bodies = (verb === 'order' ? orderTypesOf(contract) : [undefined]).flatMap((orderType) =>
    spotsIn({ verb, at: '/body', schema, rows: [], ...(orderType === undefined ? {} : { orderType }) }),
  );
  const isSpokenOf = ({ at, orderType }: Spot): boolean => {
    const [, , member] = at.split('/');
    return orderType === undefined || member === undefined || isMemberOf(contract, orderType, member);
  };
  return [...query, ...bodies.filter(isSpokenOf)];
}

/** The types of JSON that a place may hold. */
export function typeOf({ schema: { type } }: Pick<Spot, 'schema'>): string {
  return String(Array.isArray(type) ? type[0] : type);
}

/** A partial object with this shape at a pointer; a list on the way is none of its business. */
export function shapeAt(pointer: string, shape: Json): Json {
  const parts = pointer.split('/').slice(1);
  return parts.reduceRight<Json>((inner, part) => (/^(\*|\d+)$/.test(part) ? '~array' : { [part]: inner }), shape);
}
