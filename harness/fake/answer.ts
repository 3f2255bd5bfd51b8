import { siteKey } from '../journey/site.ts';
import type { Clock, JsonObject, Operation, Send, Verb, WireFault, WireRequest, WireResponse } from '../model.ts';
import { isObject } from '../values/pointer.ts';
import { bookSlot, listSlots } from './appointments.ts';
import type { OrderEvents } from './events.ts';
import type { FaultAction } from './fault.ts';
import {
  answerInstead,
  answerView,
  breakOf,
  createMixUp,
  delayOf,
  type EncodedAnswer,
  heardAs,
  leewayOf,
  misanswered,
  steeringUnder,
} from './fault-answer.ts';
import {
  actionsOf,
  createInFlight,
  type FaultBook,
  type FaultOccasion,
  type InFlight,
  switchesOf,
} from './fault-book.ts';
import { placeOrder } from './orders.ts';
import { headerFor, pathAndQuery, type ReadRequest } from './read-request.ts';
import { callerOf, complaintsOf, encoded, type Reply, type RequestValidator, refusedFor } from './refusals.ts';
import { amendOrder, cancelOrder } from './requests.ts';
import type { DecidableRequest, Decision, Rules, Steering } from './rules.ts';
import { createAvailability } from './sites.ts';
import { remember } from './state.ts';
import { issueToken, type TokenIssuer } from './token.ts';

/** What the answering function needs: the rules, who may come in, and what is to go wrong. */
interface AnswerOptions {
  readonly rules: Rules;
  readonly read: (request: WireRequest) => ReadRequest | null;
  /** The methods of the operations at a path. */
  readonly methodsAt: (path: string) => readonly string[];
  readonly tokens: TokenIssuer;
  readonly tokenLifeSeconds: number;
  readonly validators: RequestValidator;
  readonly steeringOf: (asked: ReadRequest) => Steering;
  readonly book: FaultBook;
  readonly orderEvents: OrderEvents;
  readonly clock: Clock;
  readonly behaviours: Readonly<Record<Verb, Decide>>;
  /** Answers the fake's own paths, which are not in the contract; null for any other. */
  readonly ownCalls: (request: WireRequest, path: string) => Reply | null;
}

/** What the gateway does with a valid request of an operation. */
export type Decide = (asking: DecidableRequest) => Decision;

/** The gateway as a `Send`: a function from request to response, over plain data. */
export function createAnswer(options: AnswerOptions): Send {
  const { rules, clock, book } = options;
  const decide = decisions(options);
  const inFlight = createInFlight();
  const mixUp = createMixUp();

  const answer = (
    request: WireRequest,
  ): { readonly answered: EncodedAnswer; readonly actions: readonly FaultAction[] } => {
    const asked = options.read(request);
    if (!asked) return { answered: answeredBy(elsewhere(options, request)), actions: [] };
    const steering = options.steeringOf(asked);
    if (book.isIdle(steering.faults)) return { answered: answeredBy(replyTo(asked, steering, [])), actions: [] };

    const view = requestView(asked);
    const occasion = { ...occasionOf(rules, asked, view, inFlight), at: clock.now() };
    const struck = actionsOf(book.strike(occasion, steering.faults));
    const heard = heardAs(asked, struck, view);
    const steered = steeringUnder(heard === asked ? steering : options.steeringOf(heard), struck);
    const answered = answerInstead(struck, view) ?? answeredBy(replyTo(heard, steered, struck));
    const late = actionsOf(book.strikeAnswer(occasion, steering.faults, () => answerView(answered)));
    const actions = [...struck, ...late];
    return { answered: misanswered(mixUp(answered, occasion, actions), actions, view), actions };
  };

  const replyTo = (asked: ReadRequest, steering: Steering, actions: readonly FaultAction[]): Reply => {
    const now = clock.now();
    const forgets = switchesOf(actions);
    const caller = callerOf(asked, options.tokens, now, forgets);
    const refused = refusedFor(
      asked.operation,
      complaintsOf(asked, caller, options.validators),
      asked.body,
      leewayOf(actions),
    );
    if (refused) return rules.refuser.refuse(asked.operation, refused.status, refused.messages, refused.code);
    const body = isObject(asked.body) ? asked.body : {};
    const tenant = caller.tenant ?? headerFor(asked, 'tenant') ?? '';
    const error = steering.error ?? steeredError(rules, asked, body);
    if (error !== undefined) return brokenDown(rules, asked.operation, error);
    const decided = decide[asked.operation.verb]?.({ asked, body, tenant, now, forgets, steering });
    if (!decided)
      return rules.refuser.refuse(asked.operation, 501, ['the fake does not know what to do'], 'NOT_IMPLEMENTED');
    const { reply, facts, order } = decided;
    if (facts) remember(rules.state, facts, now);
    if (order !== undefined) options.orderEvents.start(order);
    return reply;
  };

  return async (request): Promise<WireResponse | WireFault> => {
    const started = clock.now();
    const { answered, actions } = answer(request);
    const waitMs = actions.length === 0 ? 0 : delayOf(actions, rules.state.openOrders);
    if (waitMs > 0) await new Promise<void>((resolve) => clock.schedule(waitMs, resolve));
    const tookMs = clock.now() - started;
    const broken = breakOf(actions);
    if (broken !== undefined) return { ...broken, detail: 'the fake broke the connection on purpose', tookMs };
    return { ...answered, tookMs };
  };
}

function decisions(options: AnswerOptions): Readonly<Partial<Record<Verb, Decide>>> {
  const { rules, tokens, tokenLifeSeconds } = options;
  return {
    token: (asking) => issueToken(rules, tokens, tokenLifeSeconds, asking),
    availability: createAvailability(rules),
    slots: (asking) => listSlots(rules, asking),
    book: (asking) => bookSlot(rules, asking),
    order: (asking) => placeOrder(rules, asking),
    amend: (asking) => amendOrder(rules, asking),
    cancel: (asking) => cancelOrder(rules, asking),
    ...options.behaviours,
  };
}

function answeredBy(reply: Reply): EncodedAnswer {
  return { status: reply.status, ...encoded(reply) };
}

function elsewhere(options: AnswerOptions, request: WireRequest): Reply {
  const { path } = pathAndQuery(request.url);
  const own = options.ownCalls(request, path);
  if (own) return own;
  const allow = options.methodsAt(path);
  const said = [`there is no ${request.method} ${path}`];
  if (allow.length === 0) return options.rules.refuser.refuse(undefined, 404, said, 'NOT_FOUND');
  return { ...options.rules.refuser.refuse(undefined, 405, said, 'METHOD_NOT_ALLOWED'), allow };
}

function requestView(asked: ReadRequest): JsonObject {
  const { headers, query, path, body } = asked;
  return body === undefined ? { headers, query, path } : { headers, query, path, body };
}

/** The error code that a magic address asks for. */
function steeredError(rules: Rules, asked: ReadRequest, body: JsonObject): string | undefined {
  const address = asked.query.address ?? body.address;
  const steers = address === undefined ? orderAsked(rules, asked, body)?.steers : rules.sites.at(address)?.steers;
  return steers !== undefined && rules.refuser.statusOf(steers) !== undefined ? steers : undefined;
}

function brokenDown(rules: Rules, operation: Operation, code: string): Reply {
  return rules.refuser.refuse(operation, rules.refuser.statusOf(code) ?? 500, [`${code}, as asked for`], code);
}

function orderAsked(rules: Rules, asked: ReadRequest, body: JsonObject) {
  const tenant = headerFor(asked, 'tenant') ?? '';
  return rules.state.orders.get(`${tenant}/${String(body.orderId ?? body.id)}`);
}

function occasionOf(rules: Rules, asked: ReadRequest, view: JsonObject, inFlight: InFlight): FaultOccasion {
  const body = isObject(asked.body) ? asked.body : {};
  const tenant = headerFor(asked, 'tenant') ?? '';
  const { verb } = asked.operation;
  const conversation = headerFor(asked, 'conversation') ?? '';
  const order = verb === 'amend' || verb === 'cancel' ? orderAsked(rules, asked, body) : undefined;
  const named = order?.orderType ?? body.orderType;
  return {
    verb,
    tenant,
    conversation,
    isAtOnce: inFlight(conversation),
    request: view,
    order: `${tenant}/${String(body.orderId ?? body.id ?? '')}`,
    ...(order?.status === undefined ? {} : { orderStatus: order.status }),
    id: String(body.id ?? ''),
    requestId: headerFor(asked, 'request') ?? '',
    address: siteKey(asked.query.address ?? body.address),
    openOrders: rules.state.openOrders,
    ...(typeof named === 'string' ? { orderType: named } : {}),
  };
}
