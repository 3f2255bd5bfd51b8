import type { Fact } from '../../findings.ts';
import { idIn } from '../../journey/calls.ts';
import type { Check, ClientCase, ClientProfile, JourneyEnded } from '../../model.ts';
import type { EventArrival } from '../../record/orders.ts';
import { oncePer } from '../../values/once.ts';
import { getAt, isObject } from '../../values/pointer.ts';
import { type CheckFunction, type JudgeContext, passUnless, type Subject } from '../check.ts';
import { askedFor, type Exchange, hasVerb, idAsked, isAccepted, reservationNamed, sentView } from '../exchange.ts';
import type { History } from '../history.ts';
import { SUPPLIER_REFERENCE } from '../member-names.ts';

/** What one client and the gateway said to each other: in a case, or in a whole record of real traffic. */
export interface ClientConversation {
  /** Empty if there is no case. */
  readonly journey: string;
  /** What the client was asked; absent if unknown. */
  readonly asked?: ClientCase;
  /** In the order they were sent. */
  readonly exchanges: readonly Exchange[];
  /** In order of arrival, including those that did not prove to come from the gateway. */
  readonly deliveries: readonly EventArrival[];
  readonly ended?: JourneyEnded;
  /** Whether the beginning was seen, too. If not, the client may know things that are not here. */
  readonly isWhole: boolean;
}

/**
 * The conversations of a record: one for each case of a client's certification, else one, whose beginning may be missing.
 */
const conversationsIn = oncePer(
  ({ plan, history }: Pick<JudgeContext, 'plan' | 'history'>): readonly ClientConversation[] =>
    plan.side === 'client' && !plan.watched ? ofCases(history) : [wholeOf(history)],
);

function wholeOf({ exchanges, deliveries, unproven }: History): ClientConversation {
  return { journey: '', exchanges, deliveries: inOrder([...deliveries, ...unproven]), isWhole: false };
}

function ofCases({ journeys, deliveries, unproven }: History): readonly ClientConversation[] {
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

/** A check of each conversation alone. */
export function inEach(look: (conversation: ClientConversation, context: JudgeContext) => Check[]): CheckFunction {
  return (context) => conversationsIn(context).flatMap((each) => look(each, context));
}

/** The faults of a request; undefined if the check does not apply to it. */
export type RequestFaults = readonly Fact[] | Fact | false | undefined;

/**
 * Checks of each request of a conversation in turn, with memory of earlier ones. They speak for the rows of `rowsOf`; by
 * default for all rows that name them.
 */
export function inRequests<Id extends string>(
  looks: Readonly<
    Record<Id, (conversation: ClientConversation, context: JudgeContext) => (request: Exchange) => RequestFaults>
  >,
  rowsOf: typeof rowsUsed = () => [],
): Readonly<Record<Id, CheckFunction>> {
  return checksOf(looks, (id, look) => (conversation, context) => {
    const lookAt = look(conversation, context);
    return conversation.exchanges.flatMap((each) => {
      const found = lookAt(each);
      return found === undefined ? [] : passUnless(ofRequest(id, each, rowsOf(id, each, context)), found);
    });
  });
}

/** Makes a check of each conversation for each id. */
export function checksOf<Id extends string, Look>(
  looks: Readonly<Record<Id, Look>>,
  checkOf: (id: Id, look: Look) => Parameters<typeof inEach>[0],
): Readonly<Record<Id, CheckFunction>> {
  const checks = Object.entries(looks) as [Id, Look][];
  return Object.fromEntries(checks.map(([id, look]) => [id, inEach(checkOf(id, look))])) as Record<Id, CheckFunction>;
}

/** The subject of a check of a client's request. It rests on the request, which is what the client did. */
export function ofRequest(check: string, { sent }: Exchange, requirements: readonly string[] = []): Subject {
  return { check, requirements, journey: sent.journey, step: sent.step, seq: sent.seq };
}

/** The numbers by which a client is judged. */
export function profileOf({ contract }: JudgeContext): ClientProfile {
  if (!contract.client) throw new Error('a client is judged by the contract that loadClientContract gives');
  return contract.client;
}

/** Whether the outcome of a request is unknown: no answer, or a server error. */
export function isUnknown({ response }: Exchange): boolean {
  return response === undefined || response.status >= 500;
}

/** Whether a request failed through no fault of its own, and may be tried again. */
export function isPassing(exchange: Exchange): boolean {
  return isUnknown(exchange) || exchange.response?.status === 429;
}

/** The content of a request without the ids of its client; equal texts ask for the same. */
export function contentOf({ operation, sent, asked }: Exchange): string {
  const { id: _, ...body } = isObject(asked.body) ? asked.body : {};
  return JSON.stringify([operation?.verb ?? sent.url, sent.tenant, asked.query, body], (_name, value) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).sort()) : value,
  );
}

/** The address that a request is about, as text. */
export function addressText(exchange: Exchange): string | undefined {
  const address = askedFor(exchange, 'address');
  return isObject(address) ? `${address.type} ${address.id}` : undefined;
}

/** The exchanges with one of these verbs. */
export function ofVerb(exchanges: readonly Exchange[], ...verbs: readonly string[]): readonly Exchange[] {
  return exchanges.filter((each) => hasVerb(each, ...verbs));
}

/** The bookings that were granted, in order. */
export function reservationsIn(exchanges: readonly Exchange[]): readonly Exchange[] {
  return ofVerb(exchanges, 'book').filter((each) => isAccepted(each) && isObject(each.json ?? null));
}

/** The booking whose reservation a request names, by its id or reference. */
export function reservationUsed(exchange: Exchange, reservations: readonly Exchange[]): Exchange | undefined {
  const { id, supplierReference } = reservationNamed(exchange);
  const named = reservations.filter(
    (booked) =>
      (id !== undefined && idIn(id) === idAsked(booked)) ||
      (supplierReference !== undefined && getAt(booked.json ?? null, SUPPLIER_REFERENCE) === supplierReference),
  );
  return named.find(({ sent }) => sent.tenant === exchange.sent.tenant) ?? named[0];
}

/** The rows that a request uses and that name this check. */
export function rowsUsed(check: string, request: Exchange, { contract, validators }: JudgeContext): readonly string[] {
  const { operation } = request;
  const used = new Set(operation && validators.exercised(operation.verb, sentView(request)));
  return contract.register.flatMap(({ id, checks = [] }) => (used.has(id) && checks.includes(check) ? id : []));
}
