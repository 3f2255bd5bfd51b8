import { isHarmless } from '../journey/address-use.ts';
import { callsByName, callsOf, captureOf, idIn } from '../journey/calls.ts';
import { isRestoring } from '../journey/restoring.ts';
import { ruleOf } from '../kci/stream.ts';
import type {
  Contract,
  Journey,
  JourneyEnded,
  JourneyStarted,
  Json,
  JsonObject,
  KciProfile,
  Plan,
  ReceiverProbed,
  RunEnded,
  RunStarted,
  Site,
  WaitEnded,
} from '../model.ts';
import type { RecordedExchange } from '../record/exchange.ts';
import type { Fold, Walk } from '../record/fold.ts';
import { type EventArrival, orderNamed } from '../record/orders.ts';
import { bind } from '../values/bind.ts';
import { isObject } from '../values/pointer.ts';
import { asksToRetryLater } from '../wire/answer.ts';
import { isInProcess } from '../wire/in-process.ts';
import { behindMs, type Skew } from '../wire/skew.ts';
import { bodyJson } from '../wire/wire.ts';
import { type Exchange, joinExchange } from './exchange.ts';
import { answerNames } from './lifecycle.ts';
import { type Cleared, type Delivery, type OrderHistory, readOrders } from './orders.ts';

/** The record of one journey's last attempt. */
export interface JourneyHistory {
  readonly journey: Journey;
  readonly started?: JourneyStarted;
  readonly ended?: JourneyEnded;
  readonly sites: Readonly<Record<string, Site>>;
  /** In the order they were sent. */
  readonly exchanges: readonly Exchange[];
  readonly waits: ReadonlyMap<string, WaitEnded>;
  /** The `seq` at which its addresses began to be given back. */
  readonly restoredSeq?: number;
}

/** The record, read once and indexed. */
export interface History {
  readonly started?: RunStarted;
  readonly ended?: RunEnded;
  readonly probe?: ReceiverProbed;
  /** Time of the last observation: the run watched until then. */
  readonly horizon: number;
  readonly exchanges: readonly Exchange[];
  /** Requests by which the run learnt facts of addresses for its cases. */
  readonly factRequests: readonly Exchange[];
  /** Every journey of the plan, in the plan's order. */
  readonly journeys: ReadonlyMap<string, JourneyHistory>;
  readonly deliveries: readonly Delivery[];
  /** Deliveries that did not prove to come from the target. */
  readonly unproven: readonly Delivery[];
  readonly orders: ReadonlyMap<string, OrderHistory>;
  /** How far the target's clock is from ours, by its answers; 0 within one process. */
  readonly skew: Skew | undefined;
}

/**
 * Reads the record for a plan. Of an attempt at a journey that was started again, only its orders count; of `superseded`
 * journeys, which a later run of the record walked again, only the answers.
 */
export function readHistory(
  { run, horizon, skew: told, exchanges: joined, walks, arrivals }: Fold,
  {
    plan,
    contract,
    profile,
    superseded = [],
  }: {
    readonly plan: Plan;
    readonly contract: Contract;
    readonly profile: KciProfile;
    readonly superseded?: readonly Journey[];
  },
): History {
  const steps = new Map([...plan.journeys, ...superseded].map((journey) => [journey.id, callsByName(journey)]));
  const isWalkedLater = new Set(superseded.map(({ id }) => id));
  const [housekeeping = [], sent = []] = partition([...joined.values()], (each) => isRestoring(each.sent.journey));
  const startedSeq = new Map(
    [...walks].map(([id, its]) => [id, its.findLast(({ started }) => started)?.started?.seq ?? 0]),
  );
  const isBrokenOff = ({ sent: { journey, seq } }: RecordedExchange): boolean =>
    isWalkedLater.has(journey) || seq < (startedSeq.get(journey) ?? 0);
  const isPassedOver = passedOver(sent.filter((each) => !isBrokenOff(each)));
  const exchanges = sent.map((each) => {
    const { sent: request } = each;
    const step = steps.get(request.journey)?.get(request.step);
    return joinExchange(contract, each, { step, isSuperseded: isBrokenOff(each) || isPassedOver(each) });
  });
  const factRequests = housekeeping
    .filter(({ sent: { verb } }) => verb === 'availability')
    .map((each) => joinExchange(contract, each, {}));
  const byJourney = Map.groupBy(
    exchanges.filter(({ isSuperseded }) => !isSuperseded),
    (each) => each.sent.journey,
  );
  const journeys = new Map(
    plan.journeys.map((journey): [string, JourneyHistory] => {
      const { started, ended, leases = [], waits = [], restored = [] } = walks.get(journey.id)?.at(-1) ?? {};
      const sites = Object.fromEntries(leases.flatMap(({ name, site }) => (site ? [[name, site]] : [])));
      const its = { sites, exchanges: byJourney.get(journey.id) ?? [], waits: byName(waits) };
      const restoredSeq = restored[0]?.seq;
      const moments = { ...(started && { started }), ...(ended && { ended }), ...(restoredSeq && { restoredSeq }) };
      return [journey.id, { journey, ...moments, ...its }];
    }),
  );
  const skew = isInProcess(run.started?.baseUrl ?? '') ? undefined : told;
  const cleared = clearedIn([...walks.values()].flat());
  const ours = new Set(housekeeping.map((each) => idIn(bodyJson(each.sent.body).json)));
  // An unproven delivery says nothing of the target; `kci.authentication` checks it.
  const [unproven, proven] = partition(arrivals, ({ seen }) => seen.unproven !== undefined);
  const [deliveries, late] = splitByCleanup(proven, { profile, skew, ours, cleared });
  const kept = exchanges.filter(({ sent: { journey } }) => !isWalkedLater.has(journey));
  const orders = readOrders(profile, kept, deliveries, late, { horizon, cleared });
  return { ...run, skew, horizon, exchanges, factRequests, journeys, deliveries, unproven, orders };
}

/** Splits the deliveries about orders of cases from what only cleaning up brought about, by `ours`, its requests. */
function splitByCleanup(
  proven: readonly EventArrival[],
  {
    profile,
    skew,
    ours,
    cleared,
  }: {
    readonly profile: KciProfile;
    readonly skew: Skew | undefined;
    readonly ours: ReadonlySet<string | undefined>;
    readonly cleared: ReadonlyMap<string, Cleared>;
  },
) {
  const isBefore = ({ seen, event: { orderId = '' } }: Delivery): boolean =>
    seen.seq < (cleared.get(orderId)?.seq ?? seen.seq + 1);
  const happenedBefore = ({ event: { orderId = '', issuedAt = Infinity } }: Delivery): boolean =>
    issuedAt + behindMs(skew) <= (cleared.get(orderId)?.at ?? Infinity);
  // An order that had already ended was not cleared away, so its events count. They may tell late that it was fulfilled.
  const hasEnded = (each: Delivery): boolean => {
    const { terminal = false, fulfils = false } = ruleOf(profile, each.event) ?? {};
    return terminal && (isBefore(each) || (fulfils && happenedBefore(each)));
  };
  // The order may have ended while it was being cancelled to free its address.
  const cancelled = answerNames(profile, 'cancellation');
  const answersUs = ({ event: { name = '', cancellationId } }: Delivery): boolean =>
    cancelled.has(name) && (cancellationId === undefined || ours.has(cancellationId));
  const ended = new Set(proven.filter(hasEnded).map(({ event }) => event.orderId));
  return partition(
    proven.filter(({ event: { orderId = '' } }) => !ours.has(orderId)),
    (each) => isBefore(each) || (ended.has(each.event.orderId) && !answersUs(each)),
  );
}

/** Returns a predicate: was the exchange superseded by another try of its step? */
function passedOver(sent: readonly RecordedExchange[]): (exchange: RecordedExchange) => boolean {
  const tries = Map.groupBy(sent, stepKey);
  return (each) => {
    const group = tries.get(stepKey(each)) ?? [];
    if (each.sent.journey === '') return asksToRetryLater(each.response) && each !== group.at(-1);
    // What was asked for too soon, or was taken by another journey, is asked for again.
    if (!group.some(({ sent: { isAgain } }) => isAgain)) return each !== group.at(-1);
    // Repeated requests with other ids say nothing of the step's own request.
    if (!isHarmless(each.sent)) return each !== group.findLast(({ sent: { isAgain } }) => !isAgain);
    return each !== (group.findLast(({ response }) => response) ?? group.at(-1));
  };
}

/** By order id: when its cleanup began. What follows is not part of the case. */
export function clearedIn(walks: readonly Walk[]): ReadonlyMap<string, Cleared> {
  const cleared = new Map<string, Cleared>();
  const restored = walks.flatMap((walk) => walk.restored).sort((a, b) => a.seq - b.seq);
  for (const seen of restored) {
    if (seen.type === 'restore-began')
      for (const id of seen.orders) if (!cleared.has(id)) cleared.set(id, { ...seen, isOver: false });
    if (seen.type === 'site-returned' && seen.left !== 'used up')
      for (const [id, each] of cleared) if (each.journey === seen.journey) cleared.set(id, { ...each, isOver: true });
  }
  return cleared;
}

const byName = (waits: readonly WaitEnded[]): ReadonlyMap<string, WaitEnded> =>
  new Map(waits.map((each) => [each.wait, each]));

function partition<T>(all: readonly T[], isFirst: (each: T) => boolean): [T[], T[]] {
  const parts: [T[], T[]] = [[], []];
  for (const each of all) parts[isFirst(each) ? 0 : 1].push(each);
  return parts;
}

const stepKey = ({ sent }: RecordedExchange): string => `${sent.journey} ${sent.step}`;

/** The exchanges of a step: one, or none if the journey did not get that far. */
export function exchangesOf({ exchanges }: JourneyHistory, step: string): readonly Exchange[] {
  return exchanges.filter(({ sent }) => sent.step === step);
}

/** The first call of a journey that was not sent; undefined if all were. */
export function firstUnreached(journey: JourneyHistory): string | undefined {
  return callsOf(journey.journey).find(({ name }) => exchangesOf(journey, name).length === 0)?.name;
}

/**
 * The order that a reference such as `$placed` or `$id.first` means: that of the captured request, or the one with that id.
 */
export function orderMeant({ orders }: History, journey: JourneyHistory, reference: string): OrderHistory | undefined {
  const capture = journey.exchanges.findLast(({ step }) => step?.as !== undefined && reference === `$${step.as}`);
  const orderId = idIn(capture ? capture.asked.body : bind(reference, scopeOf(journey)).value) ?? '';
  return orderNamed(orders, { orderId, ...(capture && { tenant: capture.sent.tenant }) });
}

/** The values that a journey's expectations may use: its own, its sites, and its steps' captures. */
export function scopeOf({ journey, sites, exchanges }: JourneyHistory): JsonObject {
  const captures = exchanges.flatMap(({ step, sent, asked, response, json, operation }) => {
    if (step?.as === undefined) return [];
    const answer = response ? { status: response.status, headers: response.headers, json } : null;
    return [[step.as, captureOf({ verb: sent.verb, sent: asked.body, answer }, operation)] as const];
  });
  return { ...journey.values, ...sites, ...Object.fromEntries(captures) };
}

/** The addresses that a journey knows, with their facts in the world. */
export function knownSites({ journey, sites }: JourneyHistory): readonly JsonObject[] {
  return Object.values({ ...journey.values, ...sites }).filter(isObject);
}

/** The world's facts of an address; undefined if the journey does not know it. */
export function siteAt(its: JourneyHistory, address: Json | undefined): JsonObject | undefined {
  if (!isObject(address)) return undefined;
  return knownSites(its).find((each) => each.id === address.id && each.type === address.type);
}
