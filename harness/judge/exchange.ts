import { idIn } from '../journey/calls.ts';
import type { CallStep, Contract, Json, JsonObject, Operation, RequestSent, ResponseReceived } from '../model.ts';
import type { RecordedExchange } from '../record/exchange.ts';
import { oncePer } from '../values/once.ts';
import { getAt } from '../values/pointer.ts';
import { pathValues } from '../wire/parameter.ts';
import type { RequestView } from '../wire/request.ts';
import { bodyJson, parseJson } from '../wire/wire.ts';

export { isAccepted, isFaulted, isRefused } from '../record/exchange.ts';

/** A request as the contract sees it, with JSON in its query parsed. */
export type ParsedRequest = JsonObject & {
  readonly query: JsonObject;
  readonly path?: JsonObject;
  readonly body: Json;
};

/** A request and its outcome, with what contract and plan say of it. */
export interface Exchange extends RecordedExchange {
  /** The response's body as JSON; absent if it was empty or no JSON. */
  readonly json?: Json | undefined;
  /** Why the response's body is no JSON, if there is a body. */
  readonly jsonProblem?: string | undefined;
  /** Whether the body is larger than Assay reads. */
  readonly isTooMuch?: boolean | undefined;
  readonly asked: ParsedRequest;
  /** The operation; absent if an `http` step asks for something the contract does not know. */
  readonly operation?: Operation;
  /** Absent for requests that the runner makes for itself. */
  readonly step?: CallStep;
  /**
   * Whether the attempt at the journey was interrupted and made again, or the request was sent again and the journey uses
   * another try.
   */
  readonly isSuperseded: boolean;
}

/** An exchange with an answer. */
export interface AnsweredExchange extends Exchange {
  readonly response: ResponseReceived;
}

/** Whether an answer came whole. */
export function isAnswer(exchange: Exchange): exchange is AnsweredExchange {
  return exchange.response !== undefined;
}

/** Characters that RFC 3986 allows in no URL unencoded. */
const NO_URL = /["<>\\^`{|}]/;

/**
 * What the contract says of the body of such an answer: a schema, null for no body, undefined for any body. The HTTP server
 * itself may answer 400 to an invalid request line (RFC 9112, 3.2), before the operation sees it.
 */
export function bodyOwed({ operation, response, sent }: Exchange): JsonObject | null | undefined {
  if (response?.status === 400 && NO_URL.test(sent.url)) return undefined;
  const schema = operation?.responses[String(response?.status)]?.schema;
  return schema && Object.keys(schema).length === 0 ? undefined : schema;
}

/** The request as the contract's validators see it. */
export function sentView({ sent, asked: { query, path, body } }: Exchange): RequestView {
  return { headers: Object.fromEntries(sent.headers), query, ...(path ? { path } : {}), body };
}

/** Whether a request has one of these verbs. */
export function hasVerb({ operation }: Exchange, ...verbs: readonly string[]): boolean {
  return operation !== undefined && verbs.includes(operation.verb);
}

/** The id that a request gives to what it creates. */
export const idAsked = (exchange: Exchange): string | undefined => idIn(askedFor(exchange, 'id'));

/** The value of a verb's field in the request, read from where the contract puts that field. */
export function askedFor(
  { operation, asked }: { readonly operation?: Operation | undefined; readonly asked: ParsedRequest },
  field: string,
): Json | undefined {
  const places = (operation && placesOf(operation).get(field)) ?? [];
  for (const { to } of places) {
    const value = getAt(asked, to);
    if (value !== undefined) return value;
  }
  return undefined;
}

const placesOf = oncePer(({ fields }: Operation) => Map.groupBy(fields, ({ field }) => field));

/**
 * How a request names a reservation: the members that the contract's verb takes of it (`id`, `supplierReference`), as sent.
 */
export function reservationNamed({ operation, asked }: Exchange): Readonly<Record<string, Json>> {
  const fields = operation?.fields.filter(({ field }) => field === 'appointment') ?? [];
  return Object.fromEntries(
    fields.flatMap(({ to, take }) => {
      const value = getAt(asked, to);
      return take === undefined || value === undefined || value === null ? [] : [[take, value]];
    }),
  );
}

/** Whether a request names a reservation. */
export const namesReservation = (exchange: Exchange): boolean => Object.keys(reservationNamed(exchange)).length > 0;

/** Reads the bodies of an exchange. */
export function joinExchange(
  contract: Contract,
  exchanged: RecordedExchange,
  { step, isSuperseded = false }: { readonly step?: CallStep | undefined; readonly isSuperseded?: boolean },
): Exchange {
  const { sent, response } = exchanged;
  const operation =
    sent.verb === 'http' ? operationAt(contract, sent.method, sent.url) : contract.operations[sent.verb];
  const answered = response ? bodyJson(response.body) : {};
  return {
    ...exchanged,
    asked: askedOf(sent, operation),
    json: answered.json,
    jsonProblem: answered.problem,
    isTooMuch: answered.isTooMuch,
    ...(operation ? { operation } : {}),
    ...(step ? { step } : {}),
    isSuperseded,
  };
}

/** The operation of a request, by its method and the end of its path. */
export function operationAt({ operations }: Contract, method: string, url: string): Operation | undefined {
  const path = url.split('?', 1)[0] ?? '';
  return Object.values(operations).find((each) => each.method === method && pathValues(each.path, path));
}

/** Checked before parsing, since parsing a word that is no JSON costs an exception. */
const MAY_BE_JSON = /^\s*(?:[{["]|(?:-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|true|false|null)\s*$)/i;

function askedOf({ url, body }: RequestSent, operation: Operation | undefined): ParsedRequest {
  const at = url.indexOf('?');
  const query: Record<string, Json> = {};
  if (at >= 0) {
    for (const [name, text] of new URLSearchParams(url.slice(at + 1)))
      query[name] = MAY_BE_JSON.test(text) ? (parseJson(text).json ?? text) : text;
  }
  const path = operation?.path.includes('{') ? pathValues(operation.path, url.split('?', 1)[0] ?? '') : undefined;
  return { query, ...(path ? { path } : {}), body: bodyJson(body).json ?? null };
}
