import { isHarmless } from '../journey/address-use.ts';
import { captureOf } from '../journey/calls.ts';
import { judgeAnswer } from '../judge/answer.ts';
import { usualRetryMs } from '../judge/retry.ts';
import { kindsOfRequest } from '../judge/unanswered.ts';
import type { CallStep, DeliveryRefusal, Json, JsonObject, ParallelStep, WireRequest } from '../model.ts';
import { bind, valueAt } from '../values/bind.ts';
import { formatDuration } from '../values/duration.ts';
import { isObject, setAt } from '../values/pointer.ts';
import { integerBetween, random, uuid } from '../values/seed.ts';
import { isStatus, isSuccess } from '../wire/answer.ts';
import { encodeRequest } from '../wire/request.ts';
import { authorizationFor, authorizationInTime } from './authorization.ts';
import type { ExchangeOutcome } from './exchange.ts';
import { retryRateLimited } from './limit.ts';
import { createOvertaken } from './overtaken.ts';
import type { Ports, Stop } from './ports.ts';
import type { Trying } from './tries.ts';

/** Makes the calls of one journey, and keeps what they captured. */
export type Caller = ReturnType<typeof createCaller>;

/** An order that a journey asked for; the status is null if no answer came. */
export interface PlacedOrder {
  readonly id: string;
  readonly tenant: string;
  readonly body: JsonObject;
  readonly status: number | null;
}

/** An empty text or null in an answer counts as unknown: a request that repeats it would be wrong. */
const knownOnly = (found: Json): Json | undefined => (found === '' || found === null ? undefined : found);

/** How often a call is sent at most while others take the slot that it wants. */
const MAX_ROUNDS = 3;

/** A caller for the journey, with the values it starts from. */
export function createCaller(journey: string, values: JsonObject, ports: Ports) {
  let scope = values;
  const answered = new Map<string, number>();
  const accepted = new Set<string>();
  const capturedAt = new Map<string, number>();
  const placed: PlacedOrder[] = [];
  const overtaken = ports.booked && createOvertaken(ports.contract, ports.booked);

  const send = async (step: CallStep, { together, nth = 1 }: Sending = {}): Promise<SentCall | Stop> => {
    const { value, missing } = bind(step.request as unknown as Json, scope, knownOnly);
    if (missing.length > 0) return missingValue(step.name, missing, scope);
    const bound = value as unknown as CallStep['request'];
    const template = nth > 1 && isIdSpent(ports) ? withNewId(bound, nth, ports) : bound;
    overtaken?.begins(step, template, ports.clock.now());
    const of = { journey, step: step.name, verb: template.verb, tenant: step.tenant };
    const sent = template.body;
    const unasked = step.ask === undefined ? undefined : await askOperator(step.ask, template, ports);
    if (unasked) return unasked;
    const stop = step.receiver && tellReceiver(step, step.receiver, isObject(sent) ? sent.id : undefined, ports);
    if (stop) return stop;
    /** Order requests by id. */
    const asked = new Map<string, JsonObject>();
    const note = (body: Json | undefined): void => {
      if (isObject(body) && template.verb === 'order') asked.set(String(body.id), body);
    };
    note(sent);
    const outcome = await retryRateLimited(async () => {
      const authorization = await authorizationInTime(step, template.credentials, ports, together?.arrive);
      if (authorization === null) return null;
      const request = encodeRequest(authorized(template, authorization), ports.target);
      // A gateway may remember of a connection who came by it, even when the token that was shown there is over.
      const isShown = template.credentials?.bearer !== undefined;
      const own = isShown ? { ...request, connection: journey } : request;
      return ports.exchange(of, own, tryingOf(step, template, { note, isCounted: together !== undefined }, ports));
    }, ports);
    if (outcome?.cut !== undefined) return { ended: 'stopped', reason: 'no-answer', detail: outcome.cut };
    if (outcome === null) return ports.signal.aborted ? { ended: 'interrupted' } : noToken(step);
    if (isObject(sent) && sent.id !== undefined) answered.set(String(sent.id), ports.clock.now());
    const { status = 0 } = outcome.answer ?? {};
    if (isSuccess(status)) {
      accepted.add(step.name);
      overtaken?.accepted(template, ports.clock.now());
    }
    const last = [...asked.keys()].at(-1);
    for (const [id, body] of asked)
      placed.push({ id, tenant: step.tenant, body, status: (id === last && outcome.answer?.status) || null });
    const operation = ports.contract.operations[template.verb];
    const listing = overtaken?.listing(step, template, status);
    return { outcome, listing, capture: () => captureOf({ verb: template.verb, sent, ...outcome }, operation) };
  };

  /** Sends a call; where other journeys took the slot that it wants, the list is asked for again, and the call repeated. */
  const sendInTime = async (step: CallStep): Promise<SentCall | Stop> => {
    for (let tries = 1; ; tries += 1) {
      const done = await send(step, { nth: tries });
      if ('ended' in done || !done.listing || tries === MAX_ROUNDS) return done;
      const listed = await send(done.listing);
      if ('ended' in listed) return listed;
      keep({ [String(done.listing.as)]: listed.capture() });
    }
  };

  const keep = (found: JsonObject): void => {
    scope = { ...scope, ...found };
    for (const as of Object.keys(found)) capturedAt.set(as, ports.clock.now());
  };

  const isMet = (step: CallStep, { answer }: ExchangeOutcome): boolean => {
    // The control always follows its negatives, unless one was accepted and so took what the control needs. A request that
    // only reads takes nothing.
    const takesNothing = step.request.method === 'GET' || step.expect.answers.length === 0;
    if (step.role === 'negative' && (takesNothing || !isStatus('2xx', answer?.status ?? 0))) return true;
    const wanted = step.need ? [step.expect, step.need] : [step.expect];
    const context = { scope, isSchema: ports.isSchema };
    return answer !== null && wanted.every((each) => judgeAnswer(each, answer, context).length === 0);
  };

  return {
    /** The journey's values and captures so far. */
    scope: (): JsonObject => scope,
    /** When the request with that id was answered, ms since the epoch; undefined if there was none. */
    answeredAt: (id: string): number | undefined => answered.get(id),
    /** Whether the request of that step was accepted. */
    isAccepted: (step: string): boolean => accepted.has(step),
    /** When the answer of that capture came, ms since the epoch. */
    capturedAt: (as: string): number | undefined => capturedAt.get(as),
    /** Ids of all requests sent. */
    ids: (): Iterable<string> => answered.keys(),
    /** The orders that were asked for; faulty ones as they were before their defect. */
    placed: (): readonly PlacedOrder[] => placed,
    /** Sends one call; stops the journey if the answer is not as expected or needed. */
    call: async (step: CallStep): Promise<Stop | undefined> => {
      const done = await sendInTime(step);
      if ('ended' in done) return done;
      if (step.as !== undefined) keep({ [step.as]: done.capture() });
      return isMet(step, done.outcome) ? undefined : { ended: 'stopped' };
    },
    /** Sends the calls of a group at once; stops if one was not answered as needed. Their tally is for the judge. */
    callTogether: async ({ steps, as }: ParallelStep): Promise<Stop | undefined> => {
      // Calls that the rate allows within one second leave together, once the last of them may.
      const isAllowed = steps.length <= (ports.target.limits.requestsPerSecond ?? 0);
      const arriving = isAllowed ? createBarrier(steps.length) : undefined;
      const all = await Promise.all(
        steps.map((step) => {
          const arrive = arriving?.();
          return send(step, { together: { arrive } }).finally(() => void arrive?.());
        }),
      );
      const stop = all.find((each): each is Stop => 'ended' in each);
      if (stop) return stop;
      const captures = all.map((each) => ('capture' in each ? each.capture() : null));
      const named = steps.flatMap((step, i) =>
        step.as === undefined ? [] : [[step.as, captures[i] ?? null] as const],
      );
      keep({ ...Object.fromEntries(named), ...(as === undefined ? {} : { [as]: captures }) });
      const isUnmet = all.some((each, i) => {
        const step = steps[i];
        return step?.need && 'outcome' in each && !isMet(step, each.outcome);
      });
      return isUnmet ? { ended: 'stopped' } : undefined;
    },
  };
}

/** Marks one call as ready or given up; resolves when all are. */
type Arrive = () => Promise<void>;

interface Sending {
  /** Of a group: its calls are counted, and leave together where the rate allows it. */
  readonly together?: { readonly arrive: Arrive | undefined };
  /** Which try it is, from 1. */
  readonly nth?: number;
}

/** Has `count` callers wait for each other; each gets its own `Arrive`. */
function createBarrier(count: number): () => Arrive {
  let missing = count;
  const { promise, resolve } = Promise.withResolvers<void>();
  return () => {
    let isHere = false;
    return () => {
      if (!isHere) missing -= 1;
      isHere = true;
      if (missing === 0) resolve();
      return promise;
    };
  };
}

interface SentCall {
  readonly outcome: ExchangeOutcome;
  /** The step to send before this one is sent again: it listed a slot that another journey has booked since. */
  readonly listing?: CallStep | undefined;
  readonly capture: () => Json;
}

/** Reason given if there is no operator. */
export const NOBODY = 'nobody is there to be asked';

/** Asks the operator, outside the semaphore, so that other journeys go on. */
async function askOperator(ask: string, template: CallStep['request'], ports: Ports): Promise<Stop | undefined> {
  const { body, query } = template;
  const address = isObject(body) && isObject(body.address) ? body.address : query.address;
  const about = [
    ...(isObject(body) && body.id !== undefined ? [`id ${String(body.id)}`] : []),
    ...(isObject(address) ? [`address ${String(address.id)}`] : []),
  ];
  const question = about.length === 0 ? ask : `${ask} (${about.join(', ')})`;
  ports.semaphore.leave();
  const refused = ports.operator ? await ports.operator(question) : NOBODY;
  await ports.semaphore.enterAgain();
  if (ports.signal.aborted) return { ended: 'interrupted' };
  if (refused === undefined) return undefined;
  return { ended: 'stopped', reason: 'not-steerable', detail: `the operator was to ${question}: ${refused}` };
}

/** Told before the order is sent, since its events race with the answer. */
function tellReceiver({ name }: CallStep, how: DeliveryRefusal, id: Json | undefined, ports: Ports): Stop | undefined {
  const { profile, target, inbox } = ports;
  const ms = usualRetryMs(profile, how);
  const { waitMs } = target.deadlines;
  if (waitMs !== null && ms > waitMs) {
    const allowed = formatDuration(waitMs);
    const detail = `the retries that step ${name} provokes take ${formatDuration(ms)}, the target file allows ${allowed}`;
    return { ended: 'stopped', reason: 'wait-too-long', detail };
  }
  inbox.turnAway(String(id), how);
  return undefined;
}

/** In a range of ids at least this wide, a random id is almost surely unused. */
const MIN_ID_WIDTH = 1_000_000_000;

function authorized(template: CallStep['request'], authorization: string | undefined): CallStep['request'] {
  if (authorization === undefined) return template;
  return { ...template, headers: { ...template.headers, Authorization: authorization } };
}

/**
 * How a request is tried again: with new ids, since the first try may have been received. Calls of a `counted` group are
 * not repeated.
 */
function tryingOf(
  step: CallStep,
  template: CallStep['request'],
  { note, isCounted }: { readonly note: (body: Json | undefined) => void; readonly isCounted: boolean },
  ports: Ports,
): Trying {
  const { steer, expect } = step;
  const { contract, target } = ports;
  const { verb, query, body = null, headers, defect } = template;
  const operation = contract.operations[verb];
  if (!operation || steer?.fault !== undefined || expect.answers.length === 0) return { kinds: [] };
  const kinds = kindsOfRequest(verb, { operation, asked: { query, body } }, defect);
  const idAt = isHarmless(template) ? undefined : operation.fields.find(({ field }) => field === 'id')?.to;
  const { from, to } = target.ids;
  const isIdFree = idAt !== undefined && !isCounted && to - from >= MIN_ID_WIDTH;
  if (!isHarmless(template) && !isIdFree) return { kinds };
  const { request: name } = contract.headers;
  const again = async (nth: number): Promise<WireRequest> => {
    const renewed =
      headers[name] === undefined
        ? template
        : { ...template, headers: { ...headers, [name]: uuid(random(`${String(headers[name])} ${nth}`)) } };
    const its = idAt === undefined ? renewed : withNewId(renewed, nth, ports);
    note(its.body);
    // The deadline may have been longer than the rest of a token's life.
    const authorization = await authorizationFor(step, template.credentials, ports);
    return encodeRequest(authorized(its, authorization ?? undefined), target);
  };
  return { kinds, again };
}

/** A request with another id, by the number of the try. */
function withNewId(request: CallStep['request'], nth: number, { contract, target }: Ports): CallStep['request'] {
  const at = contract.operations[request.verb]?.fields.find(({ field }) => field === 'id')?.to;
  const { from, to } = target.ids;
  if (at === undefined) return request;
  const id = integerBetween(random(`${String(request.headers[contract.headers.request])} ${nth}`), from, to);
  return setAt(request as unknown as Json, at, id) as unknown as CallStep['request'];
}

/** Whether nobody agreed that the id of a refused request may be used again. */
function isIdSpent({ contract: { register }, target: { readings } }: Ports): boolean {
  return register.some(({ id, after }) => after === 'refused' && readings[id] !== 'accepted');
}

/** Stop for a value that cannot be resolved: the answer that should have it did not. */
export function missingValue(step: string, missing: readonly string[], scope: JsonObject = {}): Stop {
  const isEmpty = missing.every((each) => valueAt(each, scope) !== undefined);
  const what = isEmpty ? 'what an answer left empty' : 'what no answer gave';
  return { ended: 'stopped', reason: 'value-missing', detail: `step ${step} needs ${what}: ${missing.join(', ')}` };
}

function noToken({ tenant }: CallStep): Stop {
  return { ended: 'stopped', reason: 'token-unavailable', detail: `no token for tenant ${tenant}` };
}
