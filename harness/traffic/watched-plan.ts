import type { Validators } from '../contract/validators.ts';
import { createReader, pathAndQuery } from '../fake/read-request.ts';
import { complaintsOf } from '../fake/refusals.ts';
import { bareJourney } from '../journey/bare.ts';
import { findSite } from '../journey/site.ts';
import { bearerOf, type Grant, grantsIn } from '../judge/client/tokens.ts';
import { askedFor, type Exchange, isAccepted, joinExchange } from '../judge/exchange.ts';
import type {
  Answer,
  CallStep,
  Contract,
  Defect,
  DefectKind,
  Journey,
  Json,
  JsonObject,
  KciProfile,
  Observation,
  Plan,
  RequestTemplate,
  Span,
  Target,
  World,
} from '../model.ts';
import { foldOf, type Walk } from '../record/fold.ts';
import { sameJson } from '../values/equal.ts';
import { isDate, momentOf } from '../values/iso8601.ts';
import { getAt, isObject, objectOf, removeAt } from '../values/pointer.ts';
import { asksToRetryLater, refusalFor, UNAUTHORISED } from '../wire/answer.ts';
import { bytesOf, headerOf } from '../wire/wire.ts';
import { TOKENS } from './naming.ts';

/** What the plan of watched traffic is made from. */
interface WatchedInput {
  readonly contract: Contract;
  readonly validators: Validators;
  readonly target: Pick<Target, 'steering'>;
  readonly world: World;
  /** The source of the traffic: the file that it was read from, or the record of the proxy. */
  readonly file: string;
}

/**
 * The plan that traffic made by others follows: a case for each conversation, with what the contract requires for each
 * request as sent. Assay asked for nothing, so the refusal of a sound request is only observed, unless it is a breakdown,
 * or calls a live token invalid. A request with a defect must not be accepted; its refusal counts if the same request
 * without the defect was accepted, too.
 */
export function watchedPlan(record: readonly Observation[], profile: KciProfile, input: WatchedInput): Plan {
  const { walks, run } = foldOf(record, profile);
  const all = [...walks.values()].flat().filter(({ journey }) => journey !== '');
  const talks = all.map((walk): Talk => {
    const exchanges = walk.exchanges.map((each) => joinExchange(input.contract, each, {}));
    return { walk, exchanges };
  });
  const exchanges = talks.flatMap((talk) => talk.exchanges);
  // A capture may have been stripped of all credentials.
  const showsWho = exchanges.some(({ sent }) => headerOf(sent.headers, 'authorization') !== undefined);
  const read = createReader(input.contract);
  const known = { ...input, read, showsWho, grants: ownedGrants(exchanges), repeats: repeatsIn(exchanges) };
  const journeys = talks.map((talk) => journeyOf(talk, known));
  const { seed = 0, nonce = '', at = 0 } = run.started ?? {};
  return { version: 1, seed, nonce, now: at, journeys, watched: true, whole: { cases: journeys.length, digest: '' } };
}

interface Talk {
  readonly walk: Walk;
  readonly exchanges: readonly Exchange[];
}

/** What the whole traffic shows for each of its requests. */
interface TrafficFacts extends WatchedInput {
  readonly read: ReturnType<typeof createReader>;
  readonly showsWho: boolean;
  readonly grants: readonly Grant[];
  readonly repeats: ReadonlySet<Exchange>;
}

/** How much clocks may differ. */
const CLOCKS_MS = 60_000;

/** The tenant of a token also shows in requests that were accepted with it. */
function ownedGrants(exchanges: readonly Exchange[]): readonly Grant[] {
  const owners = new Map(exchanges.filter(isAccepted).map((each) => [bearerOf(each), each.sent.tenant] as const));
  return grantsIn(exchanges).map((grant) => ({ ...grant, tenant: grant.tenant || (owners.get(grant.text) ?? '') }));
}

/**
 * Requests that reuse the id of an earlier one, and cancellations of an order after an accepted one: the spec does not say
 * what is required then (SIL-11), or what follows.
 */
function repeatsIn(exchanges: readonly Exchange[]): TrafficFacts['repeats'] {
  const used = new Set<string>();
  const repeats = new Set<Exchange>();
  for (const each of exchanges.toSorted((a, b) => a.sent.seq - b.sent.seq)) {
    const { verb, tenant } = each.sent;
    const { id, orderId } = objectOf(each.asked.body);
    const names = [`${tenant} ${verb} ${id}`];
    // An unanswered one may have been accepted, too.
    if (verb === 'cancel' && (each.response?.status ?? 0) < 300) names.push(`cancel of ${orderId}`);
    if (id !== undefined && names.some((name) => used.has(name))) repeats.add(each);
    for (const name of names) used.add(name);
  }
  return repeats;
}

function journeyOf({ walk, exchanges }: Talk, known: TrafficFacts): Journey {
  const span: Span = { file: known.file, line: 1, col: 1, length: 1, excerpt: '' };
  const faults = exchanges.map((each) => faultsOf(each, known));
  const steps = exchanges.map((each, i) => stepOf(each, faults[i] ?? [], span, known));
  const controls = steps.map((step, i) => {
    const isControl = (negative: CallStep, at: number): boolean =>
      negative.role === 'negative' && at !== i && isSameBut(negative.request.defect, exchanges[at], exchanges[i]);
    return faults[i]?.length === 0 && steps.some(isControl) ? { ...step, role: 'control' as const } : step;
  });
  const { tenant = '' } = exchanges[0]?.sent ?? {};
  return bareJourney(walk.journey, span, { title: titleOf(walk), tenant, steps: controls });
}

const REPEATED: Defect = { kind: 'set', at: '/body/id' };

/** `order 4711 (NEW): availability, slots, book, order`. */
function titleOf({ journey, orders: [order], exchanges }: Walk): string {
  if (journey === TOKENS) return 'Tokens that were asked for';
  const verbs = [...new Set(exchanges.map(({ sent }) => (sent.verb === 'http' ? sent.method : sent.verb)))];
  return `${order ? `order ${order.id}: ` : ''}${verbs.join(', ')}`;
}

/** The visible defects of a request: in its credentials, and in its form by the contract. */
function faultsOf(exchange: Exchange, known: TrafficFacts): readonly Defect[] {
  const { operation, sent, asked } = exchange;
  if (!operation || sent.body?.cut) return [];
  // The path as sent may begin with that of the gateway's address.
  const url = `${operation.path}?${pathAndQuery(sent.url).query}`;
  const read = known.read({ ...sent, url, body: sent.body && bytesOf(sent.body.text ?? '') });
  if (!read) return [];
  const kind = whoIsWrong(exchange, known);
  const caller = kind ? { complaint: { defect: { kind, at: '/headers/Authorization' }, message: '' } } : {};
  const complaints = complaintsOf({ ...read, path: asked.path ?? read.path }, caller, known.validators);
  return [...complaints.map(({ defect }) => defect), ...(known.repeats.has(exchange) ? [REPEATED] : [])];
}

/** The defect in how a request authenticates. */
function whoIsWrong(exchange: Exchange, { showsWho, grants }: TrafficFacts): DefectKind | undefined {
  const { operation, sent } = exchange;
  const authorization = headerOf(sent.headers, 'authorization');
  if (operation?.auth === 'bearer' && showsWho && !/^Bearer \S/i.test(authorization ?? ''))
    return authorization === undefined ? 'no-header' : 'no-bearer';
  const granted = grantsOf(exchange, grants);
  const isOver = granted.length > 0 && granted.every(({ at, lifeMs }) => sent.at >= at + lifeMs + CLOCKS_MS);
  return isOver ? 'bad-token' : undefined;
}

function stepOf(exchange: Exchange, faults: readonly Defect[], span: Span, known: TrafficFacts): CallStep {
  const { sent, operation, asked, broke } = exchange;
  const { verb, method, tenant, step: name } = sent;
  const owed = operation ? owedFor(exchange, faults, known) : { answers: [], requirements: [] };
  const [defect] = faults;
  const auth = operation?.auth ?? 'none';
  const isOwn = auth === 'bearer' && usesLatest(exchange, known);
  const request: RequestTemplate = {
    verb,
    method,
    path: operation?.path ?? sent.url.split('?', 1)[0] ?? '',
    headers: {},
    query: asked.query,
    auth,
    ...(auth === 'bearer' && !isOwn ? { credentials: {} } : {}),
    ...(defect ? { defect } : {}),
  };
  const step: CallStep = { kind: 'call', name, request, tenant, expect: owed, span };
  if (operation?.auth === 'basic') return { ...step, isShared: true };
  // A client that hangs up before the answer says nothing about it.
  if (broke?.fault === 'aborted') return { ...step, expect: { answers: [] } };
  // A breakdown is never allowed, whatever the request, and needs no control request to show it.
  const isPaired = defect && owed.answers.length > 0 && (exchange.response?.status ?? 0) < 500;
  return isPaired ? { ...step, role: 'negative' } : step;
}

/** The observed grants of the token that a request carries. */
function grantsOf(exchange: Exchange, grants: readonly Grant[]): readonly Grant[] {
  const bearer = bearerOf(exchange);
  return grants.filter(({ text, seq }) => text === bearer && seq < exchange.sent.seq);
}

/** Whether a request carries the token that its tenant was granted last; others may no longer be valid. */
function usesLatest(exchange: Exchange, { grants }: TrafficFacts): boolean {
  const latest = grants.findLast(({ tenant, seq }) => tenant === exchange.sent.tenant && seq < exchange.sent.seq);
  return latest !== undefined && grantsOf(exchange, grants).includes(latest);
}

/**
 * Whether a sound request may have been refused for a reason that an observer cannot see. Not if the gateway says itself
 * that it broke down, or calls a token invalid that was granted once, to this tenant, and is alive.
 */
function isRefusalOpen(
  exchange: Exchange & Required<Pick<Exchange, 'operation' | 'response'>>,
  known: TrafficFacts,
): boolean {
  const { operation, response, sent, asked } = exchange;
  const { status, at } = response;
  if (asksToRetryLater(response)) return true;
  if (status >= 500) {
    if (isSteered(exchange, known)) return true;
    const unsaid = operation.refusals.flatMap(({ kinds, answers, at: places = [] }) =>
      kinds.includes('set') && answers.length === 0 ? places : [],
    );
    // The spec does not say what is required for a past date (SIL-17).
    const dates = unsaid.map((place) => getAt({ ...asked } as JsonObject, place.replace(/\/\*$/, '')));
    return dates.flatMap(datesIn).some((date) => date < sent.at);
  }
  if (operation.auth === 'basic') return String(status) in operation.responses;
  const [grant, again] = grantsOf(exchange, known.grants);
  const lives =
    grant !== undefined && !again && usesLatest(exchange, known) && at + CLOCKS_MS < grant.at + grant.lifeMs;
  return status !== UNAUTHORISED || !lives;
}

/** Whether a request asks a steerable target for the answer that it got: by a steering value, or by its address. */
function isSteered(exchange: Exchange, { target, world }: TrafficFacts): boolean {
  const { sent, asked } = exchange;
  const { headers, query, body } = target.steering;
  const { id, type } = objectOf(askedFor(exchange, 'address'));
  // Steering the pace of events causes no breakdown.
  const [inHeaders, inQuery, inBody] = [headers, query, body].map((names = {}) =>
    Object.entries(names).flatMap(([word, name]) => (word === 'kciDelay' ? [] : name)),
  ) as [string[], string[], string[]];
  return (
    inHeaders.some((name) => headerOf(sent.headers, name) !== undefined) ||
    inQuery.some((name) => name in asked.query) ||
    inBody.some((path) => getAt(asked.body, `/${path.replaceAll('.', '/')}`) !== undefined) ||
    findSite(world, String(id), String(type))?.rule.steers !== undefined
  );
}

function datesIn(value: Json | undefined): readonly number[] {
  if (isObject(value)) return Object.values(value).flatMap(datesIn);
  const text = String(value);
  const at = momentOf(isDate(text) ? `${text}T00:00` : text, 'Z');
  return at === undefined ? [] : [at];
}

/** What the contract requires for a request as sent. If it has several defects, any of them may be reported first. */
function owedFor(
  exchange: Exchange,
  faults: readonly Defect[],
  known: TrafficFacts,
): { readonly answers: readonly Answer[]; readonly requirements: readonly string[] } {
  const { operation, response, asked } = exchange;
  if (!operation) return NOTHING;
  const isTaken = isAccepted(exchange);
  if (faults.length === 0) {
    const isOpen = response !== undefined && isRefusalOpen({ ...exchange, operation, response }, known);
    return !isTaken && isOpen ? NOTHING : { answers: operation.success, requirements: [] };
  }
  const body = asked.body ?? undefined;
  // A defect on which the spec is silent leaves the rest open if the request was refused.
  const rules = faults.map((defect) => refusalFor(operation, defect, body));
  const stated = rules.flatMap((rule) =>
    rule && rule.answers.length > 0 && rule.answers.every(({ status }) => !status.startsWith('2')) ? [rule] : [],
  );
  if (stated.length === 0 || (stated.length < rules.length && !isTaken)) return NOTHING;
  return {
    answers: stated.flatMap(({ answers }) => answers),
    requirements: [...new Set(stated.map(({ requirement }) => requirement))],
  };
}

const NOTHING = { answers: [], requirements: [] } as const;

/** Whether two requests are the same, apart from the defect of one of them and their own ids. */
function isSameBut(defect: Defect | undefined, faulty: Exchange | undefined, sound: Exchange | undefined): boolean {
  if (!defect || !faulty || !sound || faulty.operation !== sound.operation) return false;
  const idAt = sound.operation?.fields.find(({ field }) => field === 'id')?.to;
  const places = [defect.at, ...(idAt === undefined ? [] : [idAt])];
  const told = ({ asked: { query, body } }: Exchange): Json => places.reduce<Json>(removeAt, { query, body });
  return sameJson(told(faulty), told(sound));
}
