import type { Fact } from '../../findings.ts';
import { idIn } from '../../journey/calls.ts';
import { isFinal, saysTheSame } from '../../kci/stream.ts';
import type { KciProfile } from '../../model.ts';
import type { EventArrival } from '../../record/orders.ts';
import { type CheckFunction, inconclusive, type JudgeContext, passUnless, type Subject } from '../check.ts';
import { askedFor, hasVerb, idAsked } from '../exchange.ts';
import { isTaken } from '../retry.ts';
import { type ClientConversation, checksOf, inEach, inRequests, ofVerb, profileOf } from './conversation.ts';

/** What a delivery is for a client that has had all earlier ones. */
type DeliveryKind = 'plain' | 'repeated' | 'out-of-turn' | 'late' | 'unknown' | 'malformed' | 'unsigned';

/** A delivery with all its attempts; with several events, of the oddest kind among them. */
interface ClientDelivery {
  readonly kind: DeliveryKind;
  readonly first: EventArrival;
  readonly attempts: readonly EventArrival[];
}

const ODDEST: readonly DeliveryKind[] = [
  'unsigned',
  'malformed',
  'unknown',
  'late',
  'repeated',
  'out-of-turn',
  'plain',
];

/**
 * The deliveries of a conversation, each once, as the client sees them. Skips deliveries that no client was there to take.
 */
function toldIn(
  { deliveries, exchanges, ended }: ClientConversation,
  context: JudgeContext,
): readonly ClientDelivery[] {
  const { events } = context.profile;
  const { leavesWithinMs } = profileOf(context);
  const textOf = ({ seen }: EventArrival): string => JSON.stringify(seen.body);
  const isMalformed = ({ event }: EventArrival): boolean =>
    event.unreadable !== undefined || event.orderId === undefined || event.malformed !== undefined;
  // Deliveries under way when the client ended may have been taken, but not malformed ones that waited long for an answer.
  const isLeaving = (each: EventArrival): boolean =>
    each.seen.broke === 'aborted'
      ? !isMalformed(each) || (each.seen.tookMs ?? 0) < leavesWithinMs
      : isUnreached(each) && ended !== undefined && ended.at - each.seen.at < leavesWithinMs;
  const cutOff = new Set(deliveries.filter(isLeaving).map(textOf));
  const reached = deliveries.filter((each) => !cutOff.has(textOf(each)));
  const own = new Set(ofVerb(exchanges, 'order').map(idAsked));
  const isEnd = ({ event }: EventArrival): boolean => isFinal({ events }, event);
  const kindOf = (each: EventArrival, i: number): DeliveryKind => {
    const { event, seen } = each;
    if (seen.unproven !== undefined) return 'unsigned';
    if (isMalformed(each)) return 'malformed';
    if (event.name === undefined) return 'unknown';
    const earlier = reached.slice(0, i).filter((one) => one.event.orderId === event.orderId && isTaken(one.seen));
    if (earlier.some((one) => saysTheSame(one.event, event))) return 'repeated';
    if (earlier.some(isEnd)) return 'late';
    return earlier.some((one) => isBefore(event, one.event)) ? 'out-of-turn' : 'plain';
  };
  const groups = new Map<string, ClientDelivery>();
  for (const [i, each] of reached.entries()) {
    // A client may answer anything about orders that it never placed.
    const isForeign = each.event.orderId !== undefined && !own.has(each.event.orderId);
    const kind = kindOf(each, i);
    if (isForeign && kind !== 'unsigned') continue;
    // A repetition counts alone; another attempt at a refused delivery belongs to the first.
    const key = `${kind} ${each.seen.unproven ?? ''} ${textOf(each)}${kind === 'repeated' ? i : ''}`;
    const known = groups.get(key);
    const odder = known && ODDEST.indexOf(known.kind) < ODDEST.indexOf(kind) ? known.kind : kind;
    groups.set(key, { kind: odder, first: known?.first ?? each, attempts: [...(known?.attempts ?? []), each] });
  }
  return [...groups.values()];
}

function isBefore(event: EventArrival['event'], other: EventArrival['event']): boolean {
  if (event.sequence !== undefined && other.sequence !== undefined) return event.sequence < other.sequence;
  return event.issuedAt !== undefined && other.issuedAt !== undefined && event.issuedAt < other.issuedAt;
}

function ofTold(check: string, { journey }: ClientConversation, { event, seen }: EventArrival): Subject {
  return { check, journey, seq: seen.seq, ...(event.orderId === undefined ? {} : { order: event.orderId }) };
}

const answerOf = ({ seen }: EventArrival): string =>
  seen.answered === 0 ? (seen.broke ?? 'no answer') : `${seen.answered}`;
const nameOf = ({ event }: EventArrival): string => event.name ?? event.wireName ?? 'a delivery';

const isUnreached = ({ seen }: EventArrival): boolean => seen.broke === 'refused' || seen.broke === 'unresolved';

/** Checks of each delivery of one kind. */
function inDeliveries<Id extends string>(
  looks: Readonly<Record<Id, readonly [DeliveryKind, (told: ClientDelivery) => Fact | false | undefined]>>,
): Readonly<Record<Id, CheckFunction>> {
  return checksOf(looks, (id, [kind, look]) => (conversation, context) => {
    const told = toldIn(conversation, context);
    const [one] = told;
    if (kind === 'plain' && one && told.every(isNeverReached))
      return [inconclusive(ofTold(id, conversation, one.first), 'client-silent', 'nobody listens at the webhook')];
    return told.flatMap((each) => {
      const found = each.kind === kind ? look(each) : undefined;
      return found === undefined ? [] : passUnless(ofTold(id, conversation, each.first), found);
    });
  });
}

const isNeverReached = ({ attempts }: ClientDelivery): boolean => attempts.every(isUnreached);

/** A delivery is acknowledged, at the latest when it is repeated. */
const acknowledged =
  (what: string) =>
  ({ first, attempts }: ClientDelivery): Fact | false =>
    !attempts.some(({ seen }) => isTaken(seen)) && {
      is: 'not-acknowledged',
      event: nameOf(first),
      what,
      answers: attempts.map(answerOf),
    };

/** `client.acknowledge-in-time`: a delivery is answered while the gateway waits. */
const clientAcknowledgeInTime: CheckFunction = inEach((conversation, context) => {
  const { acknowledgeWithinMs: withinMs } = profileOf(context);
  return conversation.deliveries.flatMap((each) => {
    const { tookMs, broke } = each.seen;
    if (tookMs === undefined || (broke !== undefined && broke !== 'timed-out')) return [];
    const isLate = tookMs > withinMs || broke === 'timed-out';
    return passUnless(
      ofTold('client.acknowledge-in-time', conversation, each),
      isLate && { is: 'acknowledged-late', event: nameOf(each), withinMs, tookMs },
    );
  });
});

/** The final events of orders that the client took. */
export function endsIn({ deliveries }: ClientConversation, { events }: KciProfile): readonly EventArrival[] {
  return deliveries.filter(
    ({ event, seen }) => isTaken(seen) && seen.unproven === undefined && isFinal({ events }, event),
  );
}

/** Checks of deliveries. An event is acknowledged, … */
export const EVENT_CHECKS = {
  ...inDeliveries({
    'client.acknowledge': ['plain', acknowledged('came')],
    /** … also when it is repeated, … */
    'client.repeated': ['repeated', acknowledged('came again')],
    /** … when it comes after one that follows it, … */
    'client.out-of-turn': ['out-of-turn', acknowledged('came out of its turn')],
    /** … when it comes after the last event of its order, … */
    'client.late-event': ['late', acknowledged('came after the last event of its order')],
    /** … and when its name is unknown to the client. */
    'client.unknown-event': ['unknown', acknowledged('came, which is none that the client knows')],
    /** An unreadable delivery gets an answer, whatever it is. */
    'client.malformed-event': [
      'malformed',
      (told) =>
        isNeverReached(told)
          ? undefined
          : told.attempts.every(({ seen }) => seen.answered === 0) && {
              is: 'malformed-unanswered',
              answers: told.attempts.map(answerOf),
            },
    ],
    /** A delivery that does not prove to come from the gateway is not acknowledged. */
    'client.unsigned': [
      'unsigned',
      (told) => {
        if (isNeverReached(told)) return undefined;
        const taken = told.attempts.find(({ seen }) => isTaken(seen));
        const why = told.first.seen.unproven ?? '';
        return taken ? { is: 'unsigned-acknowledged', why, answer: answerOf(taken) } : false;
      },
    ],
  }),
  'client.acknowledge-in-time': clientAcknowledgeInTime,
  ...inRequests({
    /** After its last event, no amendment or cancellation of an order is sent. */
    'client.after-end': (conversation, { profile }) => {
      const ends = endsIn(conversation, profile);
      return (each) => {
        if (!hasVerb(each, 'amend', 'cancel')) return undefined;
        const id = idIn(askedFor(each, 'order'));
        const end = ends.find(({ event, seen }) => event.orderId === id && seen.seq < each.sent.seq);
        return end ? { is: 'asked-after-end', verb: each.sent.verb, event: nameOf(end) } : false;
      };
    },
  }),
};
