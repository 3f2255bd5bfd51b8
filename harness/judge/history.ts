import { callsByName, callsOf } from '../journey/calls.ts';
import { captureOf, idIn } from '../journey/captured.ts';
import { isRestoring } from '../journey/restoring.ts';
import { readDelivery } from '../kci/read.ts';
import type {
  Contract,
  ExchangeBroke,
  Journey,
  JourneyEnded,
  JourneyStarted,
  JsonObject,
  KciProfile,
  Observation,
  Plan,
  ReceiverProbed,
  RequestSent,
  ResponseReceived,
  RunEnded,
  RunStarted,
  Site,
  WaitEnded,
} from '../model.ts';
import { bind } from '../values/bind.ts';
import { isInProcess } from '../wire/in-process.ts';
import { createSkewMeter, type Skew } from '../wire/skew.ts';
import { jsonOf } from '../wire/wire.ts';
import { type Exchange, isTurnedAway, joinExchange } from './exchange.ts';
import { type Cleared, type Delivery, type OrderHistory, readOrders } from './orders.ts';
import { isSafeAgain } from './unanswered.ts';

/** What the record holds of one journey's last attempt. */
export interface JourneyHistory {
  readonly journey: Journey;
  readonly started?: JourneyStarted;
  readonly ended?: JourneyEnded;
  readonly sites: Readonly<Record<string, Site>>;
  /** In the order they were sent. */
  readonly exchanges: readonly Exchange[];
  readonly waits: ReadonlyMap<string, WaitEnded>;
}

/** The record, read once and indexed. */
export interface History {
  readonly started?: RunStarted;
  readonly ended?: RunEnded;
  readonly probe?: ReceiverProbed;
  /** Time of the last observation: up to here the run has watched. */
  readonly horizon: number;
  readonly exchanges: readonly Exchange[];
  /** Every journey of the plan, in the plan's order. */
  readonly journeys: ReadonlyMap<string, JourneyHistory>;
  readonly deliveries: readonly Delivery[];
  /** Those that did not prove to come from the target. */
  readonly unproven: readonly Delivery[];
  readonly orders: ReadonlyMap<string, OrderHistory>;
  /** How far the target's clock is from ours, as far as its answers tell; time in one process is the same. */
  readonly skew: Skew | undefined;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type OpenJourney = Mutable<JourneyHistory> & { exchanges: Exchange[]; waits: Map<string, WaitEnded> };

/**
 * Folds the record into a history. Observations of a journey that was started again count for its orders only;
 * of journeys that a later run of the record walked again, and are `superseded` altogether, only the answers count.
 */
export function readHistory(
  record: readonly Observation[],
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
  const journeys = new Map<string, OpenJourney>(plan.journeys.map((journey) => [journey.id, fresh(journey)]));
  const walked = [...plan.journeys, ...superseded];
  const steps = new Map(walked.map((journey) => [journey.id, callsByName(journey)]));
  const isWalkedLater = new Set(superseded.map(({ id }) => id));
  const sent: RequestSent[] = [];
  const outcomes = new Map<number, { response?: ResponseReceived; broke?: ExchangeBroke }>();
  const deliveries: Delivery[] = [];
  const unproven: Delivery[] = [];
  const told = new Set<number>();
  const run: { started?: RunStarted; ended?: RunEnded; probe?: ReceiverProbed } = {};
  const startedSeq = new Map<string, number>();
  /** When what is asked and told of an order ceased to be its case's. */
  const cleared = new Map<string, Cleared>();
  const housekeeping: RequestSent[] = [];

  for (const seen of record) {
    switch (seen.type) {
      case 'run-started':
        run.started ??= seen;
        break;
      case 'receiver-probed':
        run.probe = seen;
        break;
      case 'journey-started': {
        const journey = journeys.get(seen.journey)?.journey;
        if (journey) journeys.set(seen.journey, { ...fresh(journey), started: seen });
        startedSeq.set(seen.journey, seen.seq);
        break;
      }
      case 'site-leased': {
        const open = journeys.get(seen.journey);
        if (open && seen.site) open.sites = { ...open.sites, [seen.name]: seen.site };
        break;
      }
      case 'request-sent':
        (isRestoring(seen.journey) ? housekeeping : sent).push(seen);
        break;
      case 'restore-began':
        for (const id of seen.orders) if (!cleared.has(id)) cleared.set(id, { ...seen, isOver: false });
        break;
      case 'site-returned':
        if (seen.left === 'used up') break;
        for (const [id, each] of cleared) if (each.journey === seen.journey) cleared.set(id, { ...each, isOver: true });
        break;
      case 'response-received':
        outcomes.set(seen.exchange, { response: seen });
        break;
      case 'exchange-broke':
        outcomes.set(seen.exchange, { broke: seen });
        break;
      case 'delivery-received': {
        // Of journeys judged together, each may have brought a delivery that tells of several orders.
        if (told.has(seen.seq)) break;
        told.add(seen.seq);
        // What does not prove to be the target's says nothing of it; `kci.authentication` looks at it.
        const { at, uncertaintyMs } = seen;
        const into = seen.unproven === undefined ? deliveries : unproven;
        for (const { event, json } of readDelivery(profile, seen))
          into.push({ seen, at, uncertaintyMs, event, body: json });
        break;
      }
      case 'wait-ended':
        journeys.get(seen.journey)?.waits.set(seen.wait, seen);
        break;
      case 'journey-ended': {
        const open = journeys.get(seen.journey);
        if (open) open.ended = seen;
        break;
      }
      case 'run-ended':
        run.ended = seen;
        break;
    }
  }

  const isBrokenOff = ({ journey, seq }: RequestSent): boolean =>
    isWalkedLater.has(journey) || seq < (startedSeq.get(journey) ?? 0);
  const tries = Map.groupBy(
    sent.filter((request) => !isBrokenOff(request)),
    stepKey,
  );
  const responseTo = ({ exchange }: RequestSent): ResponseReceived | undefined => outcomes.get(exchange)?.response;
  const isPassedOver = (request: RequestSent): boolean => {
    const group = tries.get(stepKey(request)) ?? [];
    if (request.journey === '' || !group.some(({ isAgain }) => isAgain))
      return isTurnedAway(responseTo(request)) && request !== group.at(-1);
    // What was asked under other ids says nothing of the step's own request.
    if (!isSafeAgain(request)) return request !== group.findLast(({ isAgain }) => !isAgain);
    return request !== (group.findLast(responseTo) ?? group.at(-1));
  };
  const exchanges = sent.map((request) => {
    const step = steps.get(request.journey)?.get(request.step);
    const isSuperseded = isBrokenOff(request) || isPassedOver(request);
    const outcome = { ...outcomes.get(request.exchange), ...(step ? { step } : {}), isSuperseded };
    return joinExchange(contract, request, outcome);
  });
  const skewMeter = createSkewMeter();
  for (const exchange of exchanges) {
    const { sent, response } = exchange;
    if (response) skewMeter.see(response.headers, sent.at, response.at);
    if (!exchange.isSuperseded) journeys.get(exchange.sent.journey)?.exchanges.push(exchange);
  }
  const kept = exchanges.filter(({ sent: { journey } }) => !isWalkedLater.has(journey));
  const ours = new Set(housekeeping.map((each) => idIn(jsonOf(each.body).json)));
  const heard = deliveries.filter(
    ({ seen, event: { orderId = '' } }) => !ours.has(orderId) && seen.seq < (cleared.get(orderId)?.seq ?? seen.seq + 1),
  );
  const horizon = record.at(-1)?.at ?? 0;
  const orders = readOrders(profile, kept, heard, { horizon, cleared });
  const skew = isInProcess(run.started?.baseUrl ?? '') ? undefined : skewMeter.skew();
  return { ...run, skew, horizon, exchanges, journeys, deliveries: heard, unproven, orders };
}

const stepKey = ({ journey, step }: RequestSent): string => `${journey} ${step}`;

function fresh(journey: Journey): OpenJourney {
  return { journey, sites: {}, exchanges: [], waits: new Map() };
}

/** The exchanges of a step: one, or none where the journey did not get that far. */
export function exchangesOf({ exchanges }: JourneyHistory, step: string): readonly Exchange[] {
  return exchanges.filter(({ sent }) => sent.step === step);
}

/** The first call of a journey that was not sent; undefined where all were. */
export function firstUnreached(journey: JourneyHistory): string | undefined {
  return callsOf(journey.journey).find(({ name }) => exchangesOf(journey, name).length === 0)?.name;
}

/** The id of the order that a reference such as `$placed` or `$id.first` means: of the request captured so, or a value. */
export function orderIdOf(journey: JourneyHistory, reference: string): string | undefined {
  const capture = journey.exchanges.findLast(({ step }) => step?.as !== undefined && reference === `$${step.as}`);
  return idIn(capture ? capture.asked.body : bind(reference, scopeOf(journey)).value);
}

/**
 * The values a journey's expectations may refer to: its own, its sites, and what its steps captured.
 */
export function scopeOf({ journey, sites, exchanges }: JourneyHistory): JsonObject {
  const captures = exchanges.flatMap(({ step, sent, asked, response, json, operation }) => {
    if (step?.as === undefined) return [];
    const answer = response ? { status: response.status, headers: response.headers, json } : null;
    return [[step.as, captureOf({ verb: sent.verb, sent: asked.body, answer }, operation)] as const];
  });
  return { ...journey.values, ...sites, ...Object.fromEntries(captures) };
}
