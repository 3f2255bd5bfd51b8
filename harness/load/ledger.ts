import { callsByName, idIn } from '../journey/calls.ts';
import { readDelivery } from '../kci/read.ts';
import type {
  CallStep,
  DeliveryReceived,
  ExchangeBroke,
  Journey,
  KciProfile,
  Observation,
  RequestSent,
  ResponseReceived,
  Step,
  Traffic,
  WaitEnded,
} from '../model.ts';
import { isAnswered } from '../wire/answer.ts';
import { errorCodeOf } from '../wire/answer-body.ts';
import { jsonOf } from '../wire/wire.ts';
import { type Awaiting, awaitingIn } from './awaiting.ts';
import type { Batches } from './batches.ts';
import type { Culprits } from './culprits.ts';
import { createDue, type Due } from './due.ts';
import type { Meter } from './meter.ts';
import type { OrderBook } from './order-book.ts';
import type { Expected, Measured } from './port.ts';
import type { Slowest } from './slowest.ts';

/** The journeys of a load that are not judged yet, and the sums of those that are. */
export type Ledger = ReturnType<typeof createLedger>;

/** Who is told what the ledger sees. */
export interface LedgerOptions {
  readonly profile: KciProfile;
  readonly meter: Meter;
  readonly book: OrderBook;
  readonly slowest: Slowest;
  readonly batches: Batches;
  /** How long after its end a journey is kept for deliveries that come late, ms. */
  readonly lingerMs: number;
  /** By kind, as people read it: `order 504 SUPPLIER_TIMED_OUT`. */
  readonly onError: (kind: string, journey: string, isBroken: boolean) => void;
  /** A journey all of whose exchanges its walker has checked. */
  readonly onChecked: (journey: string) => void;
  /** Orders of a journey whose events did not all come. */
  readonly onMissing: (journey: string, awaiting: readonly Awaiting[]) => void;
  /** An answer came so long after its request was due. */
  readonly onTook: Culprits['took'];
  readonly think: Traffic['think'];
  /** A request that left so late is told of; undefined: none is. */
  readonly lateMs?: number | undefined;
}

interface Open {
  readonly journey: Journey;
  readonly intendedAt: number;
  readonly due: Due;
  readonly ids: readonly string[];
  readonly steps: ReadonlyMap<string, CallStep>;
  readonly observed: Observation[];
  readonly measured: Measured[];
  /** Ids of orders that were accepted. */
  readonly accepted: Set<string>;
  /** Ids of orders, amendments and cancellations that were not answered. */
  readonly unanswered: Set<string>;
  /** Waits for events that ended otherwise than well. */
  unmet: number;
  /** It asked for something of which events may tell, whatever it was answered. */
  mayHear: boolean;
  /** Its walk has ended. */
  isOver: boolean;
}

/** Of a request, when it left and for whom. */
type SentRequest = Pick<RequestSent, 'journey' | 'step' | 'tenant' | 'at'>;

type Answered = Pick<Measured, 'verb' | 'journey' | 'step' | 'status' | 'tookMs' | 'at'>;

/** Everything that is known of a load while it goes on: each journey until it is judged, and after that the sums. */
export function createLedger(options: LedgerOptions) {
  const { profile, meter, book, slowest, batches, lingerMs, onError, onMissing, onChecked, onTook, think, lateMs } =
    options;
  const journeys = new Map<string, Open>();
  const early = new Map<string, Observation[]>();
  /** Journeys that are over and still kept, and until when; whoever is over first stands first. */
  const lingering = new Map<Open, number>();
  const judged = { orders: 0, count: 0, whole: 0 };
  let walking = 0;
  const requests = new Map<number, { readonly sent: RequestSent; readonly of: Open | undefined; lateMs?: number }>();
  /** By tenant: when the token endpoint last answered. Who waits for a token waits for the gateway. */
  const tokenAt = new Map<string, number>();

  const sentOf = (sent: SentRequest, of: Open | undefined): { lateMs?: number } => {
    const due = of?.due.of(sent, tokenAt.get(sent.tenant));
    if (due === undefined) return {};
    const ms = Math.max(0, sent.at - due.at);
    if (due.isTimed) {
      meter.late(ms);
      if (lateMs !== undefined) meter.share('late', ms > lateMs);
    }
    return { lateMs: ms };
  };
  /** What comes after an exchange is due from its end on. */
  const over = ({ sent, of }: { sent: Omit<SentRequest, 'at'>; of: Open | undefined }, at: number): void => {
    of?.due.freeAt(at);
    if (sent.journey === '') tokenAt.set(sent.tenant, at);
  };

  const measure = ({ verb, journey, step, status, tookMs, at }: Answered, late: number | undefined): void => {
    const dueMs = late === undefined ? undefined : tookMs + late;
    meter.duration(verb, tookMs, at, dueMs);
    onTook(verb, journey, { ms: dueMs ?? tookMs, at, what: `step ${step} was answered ${status}` });
  };

  const answered = (response: ResponseReceived): void => {
    const request = requests.get(response.exchange);
    requests.delete(response.exchange);
    if (!request) return;
    const { sent, of, lateMs: late } = request;
    over(request, response.at);
    const step = of?.steps.get(sent.step);
    measure(response, late);
    // Where nothing is measured of how long they took, they can be counted all the same.
    meter.count(sent.verb, response.at);
    const isSuccess = response.status >= 200 && response.status < 300;
    const json = isSuccess ? undefined : jsonOf(response.body).json;
    const code = errorCodeOf(json);
    const isExpected = step ? isAnswered(step.expect.answers, response.status, code) : isSuccess;
    meter.share('unexpected-status', !isExpected);
    meter.share('broken', false);
    if (!isExpected) {
      meter.count('errors', response.at);
      onError([sent.verb, response.status, ...(code === undefined ? [] : [code])].join(' '), sent.journey, false);
    }
    if (of && sent.verb === 'order' && isSuccess) {
      const id = idIn(jsonOf(sent.body).json);
      if (id !== undefined) {
        of.accepted.add(id);
        book.accepted(id, response.at);
      }
    }
    place(of, response);
  };

  const place = (of: Open | undefined, observation: Observation): void => {
    if (of) of.observed.push(observation);
    else batches.addLoose(observation);
  };

  const keepEarly = (journey: string, observation: Observation): void => {
    const kept = early.get(journey);
    if (kept) kept.push(observation);
    else early.set(journey, [observation]);
  };

  const sentOut = (sent: RequestSent): void => {
    const of = journeys.get(sent.journey);
    requests.set(sent.exchange, { sent, of, ...sentOf(sent, of) });
    meter.count('requests', sent.at);
    // What a step of plain HTTP asks for, nobody here knows.
    if (of && (isAboutOrders(sent.verb) || sent.verb === 'http')) of.mayHear = true;
    place(of, sent);
  };

  const broke = (exchange: ExchangeBroke): void => {
    const request = requests.get(exchange.exchange);
    requests.delete(exchange.exchange);
    if (request) over(request, exchange.at);
    place(request?.of, exchange);
    if (request?.of && isAboutOrders(request.sent.verb)) {
      const id = idIn(jsonOf(request.sent.body).json);
      if (id !== undefined) request.of.unanswered.add(id);
    }
    // Broken off by us, when the load was interrupted: nobody else's doing.
    if (exchange.fault === 'aborted') return;
    meter.share('broken', true);
    meter.share('unexpected-status', true);
    meter.count('errors', exchange.at);
    onError(`${request?.sent.verb ?? 'request'} ${exchange.fault}`, request?.sent.journey ?? '', true);
  };

  const delivered = (delivery: DeliveryReceived): void => {
    const events = delivery.expectedPath ? readDelivery(profile, delivery).map(({ event }) => event) : [];
    const isTaken = delivery.answered >= 200 && delivery.answered < 300;
    const told = events.map((event) => (isTaken ? book.came(event, delivery.at) : book.ownerOf(event)));
    // Its journey has been judged, for better or for worse: it is counted, and that is all.
    if (events.length > 0 && events.every((event, i) => told[i] === undefined && book.isOver(event))) return;
    const owners = new Set(told.filter((each) => each !== undefined));
    for (const journey of owners.size > 0 ? owners : [undefined]) {
      const of = journey === undefined ? undefined : journeys.get(journey);
      if (of || journey === undefined) place(of, delivery);
      else keepEarly(journey, delivery);
    }
  };

  const waited = (wait: WaitEnded): void => {
    const of = journeys.get(wait.journey);
    of?.due.freeAt(wait.at);
    const isInVain = wait.ended === 'expired' || wait.ended === 'impossible';
    if (of && isOfEvents(wait.wait) && isInVain) of.unmet += 1;
    place(of, wait);
  };

  const judgeOne = (open: Open, at: number): void => {
    if (!journeys.delete(open.journey.id)) return;
    const missing = Math.min(open.unmet, open.accepted.size);
    if (missing > 0) onMissing(open.journey.id, awaitingIn(open.journey, open.observed, profile, at));
    book.closed(open.ids, missing, at, open.unanswered);
    judged.orders += open.accepted.size;
    const its = open.measured.length === 0 ? open.journey : partOf(open);
    if (its) batches.add(its, open.observed);
    else onChecked(open.journey.id);
    judged.count += 1;
    if (open.measured.length === 0) judged.whole += 1;
  };

  /** The ledger has no clock: time passes with what it is told. What happens at the last instant is in time. */
  const passTo = (at: number): void => {
    for (const [open, until] of lingering) {
      if (until >= at) return;
      lingering.delete(open);
      judgeOne(open, until);
    }
  };

  return {
    /** A journey is about to be walked: what comes of its orders before it is opened is kept for it. */
    expect: (journey: Expected): void => book.expect(idsOf(journey), journey.id),
    /** A journey is about to start, and should have at `intendedAt`. */
    open: (journey: Journey, intendedAt: number): void => {
      const ids = idsOf(journey);
      if (!book.isExpected(ids)) book.expect(ids, journey.id);
      meter.count('journeys', intendedAt);
      walking += 1;
      journeys.set(journey.id, {
        journey,
        intendedAt,
        due: createDue(journey, intendedAt, think),
        ids,
        steps: callsByName(journey),
        observed: early.get(journey.id) ?? [],
        measured: [],
        accepted: new Set(),
        unanswered: new Set(),
        unmet: 0,
        mayHear: false,
        isOver: false,
      });
      early.delete(journey.id);
    },
    /** Takes what was observed, of whichever journey. */
    see: (observation: Observation) => {
      passTo(observation.at);
      switch (observation.type) {
        case 'request-sent':
          return sentOut(observation);
        case 'response-received':
          return answered(observation);
        case 'exchange-broke':
          return broke(observation);
        case 'delivery-received':
          return delivered(observation);
        case 'wait-ended':
          return waited(observation);
        case 'journey-started':
        case 'site-leased':
        case 'journey-ended':
          return place(journeys.get(observation.journey), observation);
        default:
      }
    },
    /** Takes an exchange that its walker has checked. */
    measured: (exchange: Measured): void => {
      const { journey, verb, sentAt, at } = exchange;
      const of = journeys.get(journey);
      passTo(sentAt);
      const { lateMs: late } = sentOf({ ...exchange, at: sentAt }, of);
      meter.count('requests', sentAt);
      over({ sent: exchange, of }, at);
      measure(exchange, late);
      meter.count(verb, at);
      meter.share('unexpected-status', false);
      meter.share('broken', false);
      of?.measured.push(exchange);
    },
    /** The walk of the journey is over; its orders lack nothing, or as many events as will never come. */
    close: (id: string, at: number): void => {
      const open = journeys.get(id);
      if (!open) return;
      slowest.add({ ...open, journey: id, endedAt: at });
      open.isOver = true;
      book.settled(open.ids, at);
      walking -= 1;
      if (open.mayHear) lingering.set(open, at + lingerMs);
      else judgeOne(open, at);
    },
    /**
     * Judges what is left; orders of journeys that have not ended lack events, unless the load was broken off before
     * they could come.
     */
    end: (endedAt: number, isBrokenOff = false): void => {
      passTo(endedAt);
      for (const open of [...journeys.values()]) {
        // Whoever still waits now has waited in vain.
        if (!open.isOver) {
          if (!isBrokenOff) open.unmet = open.accepted.size;
          walking -= 1;
        }
        judgeOne(open, endedAt);
      }
      batches.end();
    },
    /** What has been judged: orders with their journeys, journeys, and those that were whole. */
    judged: (): Readonly<typeof judged> => judged,
    /** Journeys that have begun and not ended, or whose orders still await events. */
    underWay: (): number => walking,
  };
}

/** What is left to judge of a journey whose other steps its walker has checked; undefined: nothing. */
function partOf({ journey, observed }: Open): Journey | undefined {
  const sent = new Set(observed.flatMap((each) => (each.type === 'request-sent' ? [each.step] : [])));
  if (sent.size === 0) return undefined;
  const isLeft = ({ name }: { readonly name: string }): boolean => sent.has(name);
  const steps = journey.steps.flatMap((step): Step[] => {
    if (step.kind === 'parallel') return [{ ...step, steps: step.steps.filter(isLeft) }];
    return step.kind !== 'call' || isLeft(step) ? [step] : [];
  });
  return { ...journey, steps };
}

/** The wait for what is owed of an order, in distinction to a step of the journey. */
function isOfEvents(wait: string): boolean {
  return wait === 'kci' || wait.startsWith('kci:');
}

/** What may use, change or give back a booked slot. */
export function isAboutOrders(verb: RequestSent['verb']): boolean {
  return verb === 'order' || verb === 'amend' || verb === 'cancel';
}

/** The ids that the journey's own requests will carry. */
export function idsOf({ values }: Pick<Journey, 'values'>): readonly string[] {
  const { ids } = values;
  return typeof ids === 'object' && ids !== null ? Object.values(ids).map(String) : [];
}
