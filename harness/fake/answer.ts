import type { Clock, JsonObject, Operation, Send, Verb, WireFault, WireRequest, WireResponse } from '../model.ts';
import { isObject } from '../values/pointer.ts';
import { bookSlot, listSlots } from './appointments.ts';
import { type Asked, placeIn, told } from './asked.ts';
import { createAvailability } from './availability.ts';
import type { Motion } from './events.ts';
import type { Deed, Switch } from './fault.ts';
import {
  type Answered,
  answerInstead,
  breakOf,
  createMixUp,
  delayOf,
  heardAs,
  leewayOf,
  misanswered,
  viewOf,
  wishesUnder,
} from './fault-answer.ts';
import { type Crowd, createCrowd, deedsOf, type FaultBook, type Occasion, switchesOf } from './fault-book.ts';
import { placeOrder } from './orders.ts';
import { callerOf, complaintsOf, encoded, type Reply, type RequestValidator, refusedFor } from './refusals.ts';
import { amendOrder, cancelOrder } from './requests.ts';
import type { Asking, Decision, Rules, Wishes } from './rules.ts';
import { addressOf } from './sites.ts';
import { remember } from './state.ts';
import { issueToken, type Tokens } from './token.ts';

/** What the door needs: the rules behind it, who may come in, and what is to go wrong. */
export interface Door {
  readonly rules: Rules;
  readonly read: (request: WireRequest) => Asked | null;
  readonly tokens: Tokens;
  readonly tokenLifeSeconds: number;
  readonly validators: RequestValidator;
  readonly wishesOf: (asked: Asked) => Wishes;
  readonly book: FaultBook;
  readonly motion: Motion;
  readonly clock: Clock;
  readonly latencyMs: number;
  readonly behaviours: Readonly<Record<Verb, Decide>>;
  /** Answers what is no operation of the contract but the fake's own. */
  readonly aside: (request: WireRequest, path: string) => Reply | null;
}

/** What the gateway does with a request of an operation that is in order. */
export type Decide = (asking: Asking) => Decision;

const NOTHING_FORGOTTEN: ReadonlySet<Switch> = new Set();

/** The gateway as a `Send`: one function from request to response, over nothing but data. */
export function createAnswer(door: Door): Send {
  const { rules, clock, book } = door;
  const decide = decisions(door);
  const crowd = createCrowd();
  const mixUp = createMixUp();

  const answer = (request: WireRequest): { readonly answered: Answered; readonly deeds: readonly Deed[] } => {
    const asked = door.read(request);
    if (!asked) return { answered: answeredBy(elsewhere(door, request)), deeds: [] };
    const wishes = door.wishesOf(asked);
    if (book.isIdle(wishes.faults)) return { answered: answeredBy(replyTo(asked, wishes, [])), deeds: [] };

    const view = requestView(asked);
    const occasion = { ...occasionOf(rules, asked, view, crowd), at: clock.now() };
    const struck = deedsOf(book.strike(occasion, wishes.faults));
    const answered =
      answerInstead(struck, view) ??
      answeredBy(replyTo(heardAs(asked, struck, view), wishesUnder(wishes, struck), struck));
    const late = deedsOf(book.strikeAnswer(occasion, wishes.faults, () => viewOf(answered)));
    const deeds = [...struck, ...late];
    return { answered: misanswered(mixUp.through(answered, occasion, deeds), deeds, view), deeds };
  };

  const replyTo = (asked: Asked, wishes: Wishes, deeds: readonly Deed[]): Reply => {
    const now = clock.now();
    const forgets = deeds.length === 0 ? NOTHING_FORGOTTEN : switchesOf(deeds);
    const caller = callerOf(asked, door.tokens, now, forgets);
    const refused = refusedFor(
      asked.operation,
      complaintsOf(asked, caller, door.validators),
      asked.body,
      leewayOf(deeds),
    );
    if (refused) return rules.refuser.refuse(asked.operation, refused.status, refused.messages, refused.code);
    const body = isObject(asked.body) ? asked.body : {};
    const tenant = caller.tenant ?? told(asked, 'tenant') ?? '';
    const error = wishes.error ?? steeredError(rules, asked, body);
    if (error !== undefined) return brokenDown(rules, asked.operation, error);
    const decided = decide[asked.operation.verb]?.({ asked, body, tenant, now, forgets, wishes });
    if (!decided)
      return rules.refuser.refuse(asked.operation, 501, ['the fake does not know what to do'], 'NOT_IMPLEMENTED');
    const { reply, facts, order } = decided;
    if (facts) remember(rules.state, facts, now);
    if (order !== undefined) door.motion.start(order);
    return reply;
  };

  return async (request): Promise<WireResponse | WireFault> => {
    const started = clock.now();
    const { answered, deeds } = answer(request);
    const waitMs = door.latencyMs + (deeds.length === 0 ? 0 : delayOf(deeds, rules.state.openOrders));
    if (waitMs > 0) await new Promise<void>((resolve) => clock.schedule(waitMs, resolve));
    const tookMs = clock.now() - started;
    const broken = breakOf(deeds);
    if (broken !== undefined) return { ...broken, detail: 'the fake broke the connection on purpose', tookMs };
    return { ...answered, tookMs };
  };
}

function decisions(door: Door): Readonly<Partial<Record<Verb, Decide>>> {
  const { rules, tokens, tokenLifeSeconds } = door;
  return {
    token: (asking) => issueToken(rules, tokens, tokenLifeSeconds, asking),
    availability: createAvailability(rules),
    slots: (asking) => listSlots(rules, asking),
    book: (asking) => bookSlot(rules, asking),
    order: (asking) => placeOrder(rules, asking),
    amend: (asking) => amendOrder(rules, asking),
    cancel: (asking) => cancelOrder(rules, asking),
    ...door.behaviours,
  };
}

function answeredBy(reply: Reply): Answered {
  return { status: reply.status, ...encoded(reply) };
}

function elsewhere(door: Door, request: WireRequest): Reply {
  const { path } = placeIn(request.url);
  const own = door.aside(request, path);
  return own ?? door.rules.refuser.refuse(undefined, 404, [`there is no ${request.method} ${path}`], 'NOT_FOUND');
}

function requestView(asked: Asked): JsonObject {
  const { headers, query, path, body } = asked;
  return body === undefined ? { headers, query, path } : { headers, query, path, body };
}

/** The error code that a magic address asks for. */
function steeredError(rules: Rules, asked: Asked, body: JsonObject): string | undefined {
  const address = asked.query.address ?? body.address;
  const steers = address === undefined ? orderAsked(rules, asked, body)?.steers : rules.sites.at(address)?.steers;
  return steers !== undefined && rules.refuser.statusOf(steers) !== undefined ? steers : undefined;
}

function brokenDown(rules: Rules, operation: Operation, code: string): Reply {
  return rules.refuser.refuse(operation, rules.refuser.statusOf(code) ?? 500, [`${code}, as asked for`], code);
}

function orderAsked(rules: Rules, asked: Asked, body: JsonObject) {
  const tenant = told(asked, 'tenant') ?? '';
  return rules.state.orders.get(`${tenant}/${String(body.orderId ?? body.id)}`);
}

function occasionOf(rules: Rules, asked: Asked, view: JsonObject, crowd: Crowd): Occasion {
  const body = isObject(asked.body) ? asked.body : {};
  const tenant = told(asked, 'tenant') ?? '';
  const { verb } = asked.operation;
  const conversation = told(asked, 'conversation') ?? '';
  const named = verb === 'amend' || verb === 'cancel' ? orderAsked(rules, asked, body)?.orderType : body.orderType;
  return {
    verb,
    tenant,
    conversation,
    isAtOnce: crowd.isJoined(conversation),
    request: view,
    order: `${tenant}/${String(body.orderId ?? body.id ?? '')}`,
    address: addressOf(asked.query.address ?? body.address),
    openOrders: rules.state.openOrders,
    ...(typeof named === 'string' ? { orderType: named } : {}),
  };
}
