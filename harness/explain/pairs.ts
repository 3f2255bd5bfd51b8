import type { Inputs } from '../application/inputs.ts';
import { rowsNamedBy } from '../contract/register.ts';
import { rowIdsOf } from '../contract/rows.ts';
import { callsOf } from '../journey/calls.ts';
import { CHANGES, lifecycleOf } from '../kci/course.ts';
import { eventNames } from '../kci/pattern.ts';
import type { CallStep, Contract, Journey, JsonObject, KciProfile, Plan } from '../model.ts';
import { isMemberOf, orderTypesOf, placesIn, settle } from '../plan/request-places.ts';
import { textsIn } from '../scenario/texts.ts';
import { isObject } from '../values/pointer.ts';
import { rowsOfCall } from './coverage.ts';

/** Pairs of one kind, such as an order type with an outcome, that specification, profile or target speak of. */
export interface Crossing {
  readonly kind: string;
  readonly of: number;
  /** Pairs that no case which can run covers, with the reason if a case was planned. */
  readonly uncovered: readonly { readonly pair: string; readonly because?: string }[];
}

type PairInputs = Pick<Inputs, 'contract' | 'profile' | 'target'>;
/** The pairs of a kind, and those that a call of a journey covers. */
interface PairKind {
  readonly wanted: readonly string[];
  readonly seen: (call: CallStep, journey: Journey) => readonly string[];
}

const pairOf = (...parts: readonly string[]): string => parts.join(' × ');

/** Which pairs the plan covers and which not, by kind; nothing is sent. */
export function crossingsOf({ journeys }: Plan, against: PairInputs): Crossing[] {
  const kinds: Readonly<Record<string, PairKind>> = {
    'operation × rule': rules(against.contract),
    'order type × field': fields(against.contract),
    'order type × outcome × event': outcomes(against),
    'order type × change × outcome': changes(against),
    'value × operation': values(against.contract),
    'tenant × operation': tenants(against),
  };
  return Object.entries(kinds).map(([kind, { wanted, seen }]) => {
    const met = new Map<string, string | undefined>();
    for (const journey of journeys) {
      for (const pair of callsOf(journey).flatMap((call) => seen(call, journey))) {
        // One case that can run is enough for a pair.
        if (!met.has(pair) || journey.excused === undefined) met.set(pair, journey.excused?.detail);
      }
    }
    const all = [...new Set(wanted)];
    const uncovered = all.flatMap((pair) => {
      if (!met.has(pair)) return [{ pair }];
      const because = met.get(pair);
      return because === undefined ? [] : [{ pair, because }];
    });
    return { kind, of: all.length, uncovered };
  });
}

/** Whether a request is valid and expected to be accepted. */
function isValid({ request: { defect }, expect: { answers } }: CallStep): boolean {
  return !defect && answers.every(({ status }) => status.startsWith('2'));
}

function rules(contract: Contract): PairKind {
  const isPromised = new Set(
    contract.register.flatMap(({ id, level, excluded }) => (level === 'silent' || excluded !== undefined ? [] : id)),
  );
  const wanted = Object.values(contract.operations).flatMap((operation) =>
    [...rowsNamedBy(operation)].filter((row) => isPromised.has(row)).map((row) => pairOf(operation.verb, row)),
  );
  const seen: PairKind['seen'] = (call, { covers }) => {
    const { verb } = call.request;
    const carried = isValid(call) ? carriedBy(call, contract) : [];
    return [...covers, ...carried, ...rowsOfCall(call, contract)].map((row) => pairOf(verb, row));
  };
  return { wanted, seen };
}

/** The rows of the members and parameters that a request carries. */
function carriedBy({ request }: CallStep, contract: Contract): readonly string[] {
  const { parameters = [], body } = contract.operations[request.verb] ?? {};
  const sent = parameters.filter(
    ({ in: part, name }) =>
      name in (part === 'header' ? request.headers : part === 'query' ? request.query : (request.pathParameters ?? {})),
  );
  const members = [
    ...sent.flatMap(({ name, schema }) => placesIn(schema, request.query[name] ?? null, '')),
    ...(body && request.body !== undefined ? placesIn(body.schema, request.body, '') : []),
  ];
  return [
    ...sent.flatMap(({ requirement }) => requirement ?? []),
    ...members.flatMap(({ schema }) => rowIdsOf(schema['x-requirement'])),
  ];
}

const typeOf = ({ request: { verb, body } }: CallStep): string | undefined =>
  verb === 'order' && isObject(body) && typeof body.orderType === 'string' ? body.orderType : undefined;

function fields(contract: Contract): PairKind {
  const schema = contract.operations.order.body?.schema ?? {};
  const wanted = orderTypesOf(contract).flatMap((type) =>
    membersOf(settle(schema, { orderType: type }), '')
      .filter((at) => isMemberOf(contract, type, at.split('/')[1] ?? ''))
      .map((at) => pairOf(type, at)),
  );
  const seen: PairKind['seen'] = (call) => {
    const type = typeOf(call);
    const { body = null } = call.request;
    if (type === undefined || !isValid(call)) return [];
    return placesIn(schema, body, '').map(({ at }) => pairOf(type, at));
  };
  return { wanted, seen };
}

function membersOf({ properties }: JsonObject, at: string): readonly string[] {
  return Object.entries(isObject(properties) ? properties : {}).flatMap(([name, schema]) => [
    `${at}/${name}`,
    ...(isObject(schema) ? membersOf(settle(schema, null), `${at}/${name}`) : []),
  ]);
}

function outcomes({ contract, profile }: PairInputs): PairKind {
  const pairsOf = (type: string, outcome?: string): readonly string[] => {
    const known = lifecycleOf(profile, type)?.outcomes ?? {};
    const name = outcome ?? Object.keys(known)[0] ?? '';
    const pattern = known[name];
    return pattern ? eventNames(pattern).map((event) => pairOf(type, name, event)) : [];
  };
  const wanted = orderTypesOf(contract).flatMap((type) =>
    Object.keys(lifecycleOf(profile, type)?.outcomes ?? {}).flatMap((outcome) => pairsOf(type, outcome)),
  );
  const seen: PairKind['seen'] = (call, { kci }) => {
    const type = typeOf(call);
    const isWatched = kci.some((each) => each.for === `$${call.as}`);
    return type !== undefined && isValid(call) && isWatched ? pairsOf(type, call.steer?.outcome) : [];
  };
  return { wanted, seen };
}

function changes({ contract, profile }: PairInputs): PairKind {
  const named = (verb: 'amend' | 'cancel', { requests }: KciProfile): readonly string[] =>
    Object.keys(requests[CHANGES[verb]]);
  const wanted = orderTypesOf(contract).flatMap((type) =>
    (['amend', 'cancel'] as const).flatMap((verb) =>
      named(verb, profile).map((outcome) => pairOf(type, verb, outcome)),
    ),
  );
  const seen: PairKind['seen'] = (call, journey) => {
    const { verb, body } = call.request;
    if ((verb !== 'amend' && verb !== 'cancel') || !isValid(call)) return [];
    const order = callsOf(journey).find(({ as }) => as !== undefined && isObject(body) && body.orderId === `$${as}.id`);
    const type = order && typeOf(order);
    return type === undefined ? [] : [pairOf(type, verb, call.steer?.outcome ?? named(verb, profile)[0] ?? '')];
  };
  return { wanted, seen };
}

function values(contract: Contract): PairKind {
  const wanted = Object.values(contract.operations).flatMap(({ verb, parameters, body }) => {
    const listed = [...parameters.map(({ schema }) => schema), ...(body ? [body.schema] : [])].flatMap(enumerated);
    return listed.map((value) => pairOf(value, verb));
  });
  const seen: PairKind['seen'] = (call) =>
    isValid(call)
      ? textsIn([call.request.query, call.request.body ?? null]).map(({ text }) => pairOf(text, call.request.verb))
      : [];
  return { wanted, seen };
}

function enumerated(schema: JsonObject): readonly string[] {
  const { enum: listed, items, properties } = settle(schema, null);
  const inner = [items, ...(isObject(properties) ? Object.values(properties) : [])].filter(isObject);
  return [...(Array.isArray(listed) ? listed.map(String) : []), ...inner.flatMap(enumerated)];
}

function tenants({ contract, target }: PairInputs): PairKind {
  const verbs = Object.keys(contract.operations);
  return {
    wanted: target.tenants.flatMap(({ name }) => verbs.map((verb) => pairOf(name, verb))),
    seen: (call) => [pairOf(call.tenant, call.request.verb)],
  };
}
