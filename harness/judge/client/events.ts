import { idIn } from '../../journey/calls.ts';
import { saysTheSame } from '../../kci/stream.ts';
import type { EventArrival } from '../../record/fold.ts';
import {
  type CheckFunction,
  failed,
  inconclusive,
  type JudgeContext,
  passed,
  type Subject,
  verdictOn,
} from '../check.ts';
import { askedFor } from '../exchange.ts';
import { isTaken } from '../retry.ts';
import { type Conversation, idOf, inEach, ofRequest, ofVerb, profileOf } from './conversation.ts';

/** What a delivery is to a client that has taken those before it. */
type Kind = 'plain' | 'repeated' | 'out-of-turn' | 'late' | 'unknown' | 'malformed' | 'unsigned';

/** A delivery with all its attempts; of one with several events, what the oddest of them is. */
interface Told {
  readonly kind: Kind;
  readonly first: EventArrival;
  readonly attempts: readonly EventArrival[];
}

const ODDEST: readonly Kind[] = ['unsigned', 'malformed', 'unknown', 'late', 'repeated', 'out-of-turn', 'plain'];

/** The deliveries of a conversation, each once, as their client sees them. Of those that nobody was there for, nothing is said. */
function toldIn({ deliveries, exchanges, ended }: Conversation, context: JudgeContext): readonly Told[] {
  const { events } = context.profile;
  const { leavesWithinMs } = profileOf(context);
  const textOf = ({ seen }: EventArrival): string => JSON.stringify(seen.body);
  // What was under way when the client ended may have been taken.
  const isLeaving = (each: EventArrival): boolean =>
    each.seen.broke === 'aborted' ||
    (isUnreached(each) && ended !== undefined && ended.at - each.seen.at < leavesWithinMs);
  const cutOff = new Set(deliveries.filter(isLeaving).map(textOf));
  const reached = deliveries.filter((each) => !cutOff.has(textOf(each)));
  const own = new Set(ofVerb(exchanges, 'order').map(idOf));
  const isEnd = ({ event }: EventArrival): boolean => events[event.name ?? '']?.terminal ?? false;
  const kindOf = (each: EventArrival, i: number): Kind => {
    const { event, seen } = each;
    if (seen.unproven !== undefined) return 'unsigned';
    if (event.unreadable !== undefined || event.orderId === undefined || event.malformed) return 'malformed';
    if (event.name === undefined) return 'unknown';
    const earlier = reached.slice(0, i).filter((one) => one.event.orderId === event.orderId && isTaken(one.seen));
    if (earlier.some((one) => saysTheSame(one.event, event))) return 'repeated';
    if (earlier.some(isEnd)) return 'late';
    return earlier.some((one) => isBefore(event, one.event)) ? 'out-of-turn' : 'plain';
  };
  const groups = new Map<string, Told>();
  for (const [i, each] of reached.entries()) {
    // Of orders that the client never placed it may say what it likes.
    const isForeign = each.event.orderId !== undefined && !own.has(each.event.orderId);
    const kind = kindOf(each, i);
    if (isForeign && kind !== 'unsigned') continue;
    // A repetition stands by itself; an attempt at what was not taken belongs to the first.
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

function ofTold(check: string, { journey }: Conversation, { event, seen }: EventArrival): Subject {
  return { check, journey, seq: seen.seq, ...(event.orderId === undefined ? {} : { order: event.orderId }) };
}

const answerOf = ({ seen }: EventArrival): string =>
  seen.answered === 0 ? (seen.broke ?? 'no answer') : `${seen.answered}`;
const nameOf = ({ event }: EventArrival): string => event.name ?? event.wireName ?? 'a delivery';

/** A check that a delivery of this kind is acknowledged, if not at once then when it comes again. */
function acknowledged(check: string, kind: Kind): CheckFunction {
  return inEach((conversation, context) => {
    const told = toldIn(conversation, context);
    if (kind === 'plain' && told.length > 0 && told.every(({ attempts }) => attempts.every(isUnreached))) {
      const [{ first }] = told as [Told];
      return [inconclusive(ofTold(check, conversation, first), 'client-silent', 'nobody listens at the webhook')];
    }
    return told
      .filter((each) => each.kind === kind)
      .flatMap(({ attempts, first }) =>
        verdictOn(
          ofTold(check, conversation, first),
          !attempts.some(({ seen }) => isTaken(seen)) && {
            is: 'not-acknowledged',
            event: nameOf(first),
            what: WORDS[kind],
            answers: attempts.map(answerOf),
          },
        ),
      );
  });
}

const isUnreached = ({ seen }: EventArrival): boolean => seen.broke === 'refused' || seen.broke === 'unresolved';

const WORDS: Readonly<Record<Kind, string>> = {
  plain: 'came',
  repeated: 'came again',
  'out-of-turn': 'came out of its turn',
  late: 'came after the last event of its order',
  unknown: 'came, which is none that the client knows',
  malformed: 'came, which cannot be read',
  unsigned: 'came without proof of where it comes from',
};

/** `client.malformed-event`: what cannot be read has an answer, whatever it is. */
const clientMalformedEvent: CheckFunction = inEach((conversation, context) =>
  toldIn(conversation, context)
    .filter(({ kind, attempts }) => kind === 'malformed' && !attempts.every(isUnreached))
    .flatMap(({ first, attempts }) =>
      verdictOn(
        ofTold('client.malformed-event', conversation, first),
        attempts.every(({ seen }) => seen.answered === 0) && {
          is: 'malformed-unanswered',
          answers: attempts.map(answerOf),
        },
      ),
    ),
);

/** `client.unsigned`: what does not prove to come from the gateway is not acknowledged. */
const clientUnsigned: CheckFunction = inEach((conversation, context) =>
  toldIn(conversation, context)
    .filter(({ kind, attempts }) => kind === 'unsigned' && !attempts.every(isUnreached))
    .flatMap(({ first, attempts }) => {
      const taken = attempts.find(({ seen }) => isTaken(seen));
      return verdictOn(
        ofTold('client.unsigned', conversation, first),
        taken && { is: 'unsigned-acknowledged', why: first.seen.unproven ?? '', answer: answerOf(taken) },
      );
    }),
);

/** `client.acknowledge-in-time`: a delivery has its answer in the time that a gateway waits. */
const clientAcknowledgeInTime: CheckFunction = inEach((conversation, context) => {
  const { acknowledgeWithinMs: withinMs } = profileOf(context);
  return conversation.deliveries.flatMap((each) => {
    const { tookMs, broke } = each.seen;
    if (tookMs === undefined || (broke !== undefined && broke !== 'timed-out')) return [];
    const isLate = tookMs > withinMs || broke === 'timed-out';
    return verdictOn(
      ofTold('client.acknowledge-in-time', conversation, each),
      isLate && { is: 'acknowledged-late', event: nameOf(each), withinMs, tookMs },
    );
  });
});

/** `client.after-end`: once its last event was taken, nothing is asked of an order any more. */
const clientAfterEnd: CheckFunction = inEach(({ exchanges, deliveries }, { profile }) => {
  const ends = deliveries.filter(
    ({ event, seen }) => isTaken(seen) && seen.unproven === undefined && profile.events[event.name ?? '']?.terminal,
  );
  return ofVerb(exchanges, 'amend', 'cancel').flatMap((each) => {
    const id = idIn(askedFor(each, 'order'));
    const end = ends.find(({ event, seen }) => event.orderId === id && seen.seq < each.sent.seq);
    const { verb } = each.sent;
    const subject = ofRequest('client.after-end', each);
    return end ? [failed(subject, { is: 'asked-after-end', verb, event: nameOf(end) })] : [passed(subject)];
  });
});

/** What is looked at of how deliveries are taken: an event is acknowledged, … */
export const EVENT_CHECKS = {
  'client.acknowledge': acknowledged('client.acknowledge', 'plain'),
  'client.acknowledge-in-time': clientAcknowledgeInTime,
  /** … so it is when it comes again, … */
  'client.repeated': acknowledged('client.repeated', 'repeated'),
  /** … after one that follows it, … */
  'client.out-of-turn': acknowledged('client.out-of-turn', 'out-of-turn'),
  /** … after the last one of its order, … */
  'client.late-event': acknowledged('client.late-event', 'late'),
  /** … and where it has a name that the client does not know. */
  'client.unknown-event': acknowledged('client.unknown-event', 'unknown'),
  'client.malformed-event': clientMalformedEvent,
  'client.unsigned': clientUnsigned,
  'client.after-end': clientAfterEnd,
};
