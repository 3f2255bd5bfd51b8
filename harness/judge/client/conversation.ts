import type { Fact } from '../../findings.ts';
import { idIn } from '../../journey/calls.ts';
import type { Check, ClientCase, ClientProfile, JourneyEnded } from '../../model.ts';
import type { EventArrival } from '../../record/fold.ts';
import { oncePer } from '../../values/once.ts';
import { getAt, isObject } from '../../values/pointer.ts';
import { type CheckFunction, type JudgeContext, type Subject, verdictOn } from '../check.ts';
import { askedFor, type Exchange, idAsked, isAccepted, isOf, reservationNamed, viewOf } from '../exchange.ts';
import type { History } from '../history.ts';
import { SUPPLIER_REFERENCE } from '../member-names.ts';

/** What one client and the gateway said to each other: in one case, or in the whole of a record of real traffic. */
export interface Conversation {
  /** Empty where it is no case. */
  readonly journey: string;
  /** What the client was asked; absent where nobody knows. */
  readonly asked?: ClientCase;
  /** In the order they were sent. */
  readonly exchanges: readonly Exchange[];
  /** As they arrived, also those that did not prove to come from the gateway. */
  readonly deliveries: readonly EventArrival[];
  readonly ended?: JourneyEnded;
  /** Nothing of it went by unseen: what the client was never told of, it cannot know. */
  readonly isWhole: boolean;
}

/**
 * The conversations of a record: of each case where a client is certified, else one, of which the beginning may be missing.
 */
const conversationsIn = oncePer(({ plan, history }: Pick<JudgeContext, 'plan' | 'history'>): readonly Conversation[] =>
  plan.side === 'client' && !plan.watched ? ofCases(history) : [wholeOf(history)],
);

function wholeOf({ exchanges, deliveries, unproven }: History): Conversation {
  return { journey: '', exchanges, deliveries: inOrder([...deliveries, ...unproven]), isWhole: false };
}

function ofCases({ journeys, deliveries, unproven }: History): readonly Conversation[] {
  const all = inOrder([...deliveries, ...unproven]);
  return [...journeys.values()].flatMap(({ journey, started, ended, exchanges }) => {
    if (!started) return [];
    const its = all.filter(({ seen }) => seen.seq > started.seq && seen.seq < (ended?.seq ?? Number.POSITIVE_INFINITY));
    const { client: asked } = journey;
    return [
      {
        journey: journey.id,
        exchanges,
        deliveries: its,
        isWhole: true,
        ...(asked && { asked }),
        ...(ended && { ended }),
      },
    ];
  });
}

const inOrder = (arrivals: readonly EventArrival[]): readonly EventArrival[] =>
  arrivals.toSorted((a, b) => a.seen.seq - b.seen.seq);

/** A check that looks at each conversation by itself. */
export function inEach(look: (conversation: Conversation, context: JudgeContext) => Check[]): CheckFunction {
  return (context) => conversationsIn(context).flatMap((each) => look(each, context));
}

/** What is wrong with a request, if anything; undefined where a check says nothing of it. */
export type RequestFaults = readonly Fact[] | Fact | false | undefined;

/**
 * Checks that look at each request of a conversation in turn, and may keep in mind what came before it. They speak of the
 * rows that `rowsOf` gives; absent: of all that name them.
 */
export function inRequests<Id extends string>(
  looks: Readonly<
    Record<Id, (conversation: Conversation, context: JudgeContext) => (request: Exchange) => RequestFaults>
  >,
  rowsOf: typeof rowsUsed = () => [],
): Readonly<Record<Id, CheckFunction>> {
  return checksOf(looks, (id, look) => (conversation, context) => {
    const lookAt = look(conversation, context);
    return conversation.exchanges.flatMap((each) => {
      const found = lookAt(each);
      return found === undefined ? [] : verdictOn(ofRequest(id, each, rowsOf(id, each, context)), found);
    });
  });
}

/** Checks of each conversation, made of what is to be looked at for each id. */
export function checksOf<Id extends string, Look>(
  looks: Readonly<Record<Id, Look>>,
  checkOf: (id: Id, look: Look) => Parameters<typeof inEach>[0],
): Readonly<Record<Id, CheckFunction>> {
  const checks = Object.entries(looks) as [Id, Look][];
  return Object.fromEntries(checks.map(([id, look]) => [id, inEach(checkOf(id, look))])) as Record<Id, CheckFunction>;
}

/** The subject of a check that looked at a request of a client. It rests on the request: that is what the client did. */
export function ofRequest(check: string, { sent }: Exchange, requirements: readonly string[] = []): Subject {
  return { check, requirements, journey: sent.journey, step: sent.step, seq: sent.seq };
}

/** The numbers by which a client is judged. */
export function profileOf({ contract }: JudgeContext): ClientProfile {
  if (!contract.client) throw new Error('a client is judged by the contract that loadClientContract gives');
  return contract.client;
}

/** Whether nobody knows what became of a request: no answer, or one that tells of a breakdown. */
export function isUnknown({ response }: Exchange): boolean {
  return response === undefined || response.status >= 500;
}

/** Whether a request came to nothing by no fault of its own, so that it may be tried again. */
export function isPassing(exchange: Exchange): boolean {
  return isUnknown(exchange) || exchange.response?.status === 429;
}

/** What a request asks for, without the ids that its client gave it: equal texts ask for the same. */
export function contentOf({ operation, sent, asked }: Exchange): string {
  const { id: _, ...body } = isObject(asked.body) ? asked.body : {};
  return JSON.stringify([operation?.verb ?? sent.url, sent.tenant, asked.query, body], (_name, value) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).sort()) : value,
  );
}

/** The address that a request is about, as text. */
export function addressOf(exchange: Exchange): string | undefined {
  const address = askedFor(exchange, 'address');
  return isObject(address) ? `${address.type} ${address.id}` : undefined;
}

/** The exchanges of some verbs. */
export function ofVerb(exchanges: readonly Exchange[], ...verbs: readonly string[]): readonly Exchange[] {
  return exchanges.filter((each) => isOf(each, ...verbs));
}

/** The bookings that were granted, in order. */
export function reservationsIn(exchanges: readonly Exchange[]): readonly Exchange[] {
  return ofVerb(exchanges, 'book').filter((each) => isAccepted(each) && isObject(each.json ?? null));
}

/** The booking whose reservation a request names, by its id or by its reference. */
export function reservationUsed(exchange: Exchange, reservations: readonly Exchange[]): Exchange | undefined {
  const { id, supplierReference } = reservationNamed(exchange);
  const named = reservations.filter(
    (booked) =>
      (id !== undefined && idIn(id) === idAsked(booked)) ||
      (supplierReference !== undefined && getAt(booked.json ?? null, SUPPLIER_REFERENCE) === supplierReference),
  );
  return named.find(({ sent }) => sent.tenant === exchange.sent.tenant) ?? named[0];
}

/** Of the rows that a request uses, those that name this check. */
export function rowsUsed(check: string, request: Exchange, { contract, validators }: JudgeContext): readonly string[] {
  const { operation } = request;
  const used = new Set(operation && validators.exercised(operation.verb, viewOf(request)));
  return contract.register.flatMap(({ id, checks = [] }) => (used.has(id) && checks.includes(check) ? id : []));
}
