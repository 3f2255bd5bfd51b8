import type { Validators } from '../contract/validators.ts';
import type { Fact } from '../findings.ts';
import { isFinal, ruleOf } from '../kci/stream.ts';
import type { Check, KciProfile, Observation, Plan, Reason, TestSetup } from '../model.ts';
import { pointerOf } from '../values/pointer.ts';
import { worded } from '../verdict/worded.ts';
import { type Exchange, isAnswer } from './exchange.ts';
import type { History } from './history.ts';
import { type Delivery, eventName, type OrderHistory } from './orders.ts';
import type { Rows } from './rows.ts';

/** What a judgement rests on: the plan, what is owed, and what happened. */
export interface JudgeInput extends Omit<TestSetup, 'world'> {
  readonly plan: Plan;
  readonly validators: Validators;
  readonly record: readonly Observation[];
}

/** All that a check may look at. */
export interface JudgeContext extends Omit<TestSetup, 'world'> {
  readonly plan: Plan;
  readonly validators: Validators;
  readonly history: History;
  readonly covered: Rows['covered'];
  readonly isPlaced: Rows['isPlaced'];
  /** Whether no such request (same operation and type of order) was accepted in the whole run. */
  readonly isNowhereAccepted: (exchange: Exchange) => boolean;
  /** Whether it is known from elsewhere that events reached us: the record is only a part of a run. */
  readonly isHeard: boolean;
}

/** One check over the whole record. */
export type CheckFunction = (context: JudgeContext) => Check[];

/** What was checked, without the result. */
export type Subject = Omit<Check, 'result' | 'requirements'> & { readonly requirements?: readonly string[] };

/** A promise that was kept. */
export function passed(subject: Subject): Check {
  const { requirements } = subject;
  return requirements
    ? { ...subject, requirements, result: PASSED }
    : { requirements: NONE, ...subject, result: PASSED };
}

// Shared, since tens of thousands of checks pass in a run.
const NONE: readonly string[] = [];
const PASSED = { outcome: 'passed' } as const;

/** What is wrong with the deliveries of an order, with the one that shows it first. */
export type DeliveryFlaw = readonly [delivery: Delivery, fact: Fact];

/** A promise that was broken. */
export function failed(subject: Subject, fact: Fact): Check {
  return { requirements: [], ...subject, result: { outcome: 'failed', finding: worded(fact, subject.order) } };
}

/** For behaviour that no sentence of the spec promises: recorded, never a failure. */
export function observed(subject: Subject, fact: Fact): Check {
  return { requirements: [], ...subject, result: { outcome: 'observed', finding: worded(fact, subject.order) } };
}

/** A promise that could not be checked because a prerequisite is missing. */
export function inconclusive(subject: Subject, reason: Reason, detail: string): Check {
  return { requirements: [], ...subject, result: { outcome: 'inconclusive', reason, detail } };
}

/** Fails once for each fact; passes if there is none. */
export function passUnless(subject: Subject, found: readonly Fact[] | Fact | false | undefined): Check[] {
  if (!found) return [passed(subject)];
  const facts = [found].flat();
  return facts.length === 0 ? [passed(subject)] : facts.map((fact) => failed(subject, fact));
}

/** The subject of a check of an exchange. It rests on the answer, or on the request if there is none. */
export function ofExchange(check: string, exchange: Exchange, requirements = NONE): Subject {
  const { sent, response, broke } = exchange;
  return subjectAt(check, exchange, requirements, (response ?? broke ?? sent).seq);
}

function subjectAt(check: string, { sent, step: its }: Exchange, requirements: readonly string[], seq: number) {
  const { journey, step } = sent;
  return its
    ? { requirements, check, journey, step, seq, span: its.span }
    : { requirements, check, journey, step, seq };
}

/** The subject of a check of an order, or of one of its deliveries. */
export function ofOrder(check: string, order: OrderHistory, delivery?: Delivery): Subject {
  const { placed, id } = order;
  const subject = delivery ? subjectAt(check, placed, NONE, delivery.seen.seq) : ofExchange(check, placed);
  return { ...subject, order: id };
}

/** The subject of a check that belongs to no journey. */
export function ofRun(check: string, seq: number): Subject {
  return { check, journey: '', seq };
}

/** An answer of a known operation. */
export type OperationAnswer = Exchange & Required<Pick<Exchange, 'response' | 'operation'>>;

/** Checks every answer of a known operation. */
export function answers(judge: (answer: OperationAnswer, context: JudgeContext) => Check[]): CheckFunction {
  return (context) => ofAll(context.history.exchanges, judge, context);
}

/** Also checks answers from which the run learnt facts of addresses. */
export function answersAndFactRequests(
  judge: (answer: OperationAnswer, context: JudgeContext) => Check[],
): CheckFunction {
  return (context) => [
    ...ofAll(context.history.exchanges, judge, context),
    ...ofAll(context.history.factRequests, judge, context),
  ];
}

function ofAll(
  exchanges: readonly Exchange[],
  judge: (answer: OperationAnswer, context: JudgeContext) => Check[],
  context: JudgeContext,
): Check[] {
  const found: Check[] = [];
  for (const each of exchanges) if (isOfOperation(each)) found.push(...judge(each, context));
  return found;
}

const isOfOperation = (exchange: Exchange): exchange is OperationAnswer =>
  exchange.operation !== undefined && isAnswer(exchange);

/** Checks every order that was not refused and of which a delivery came. */
export function orders(judge: (order: OrderHistory, context: JudgeContext) => Check[]): CheckFunction {
  return (context) =>
    [...context.history.orders.values()].flatMap((order) =>
      order.fate === 'refused' || order.deliveries.length === 0 ? [] : judge(order, context),
    );
}

/** Like `orders`, without tainted ones: no sentence says what should follow for them. */
export function soundOrders(judge: (order: OrderHistory, context: JudgeContext) => Check[]): CheckFunction {
  return orders((order, context) => (order.isTainted ? [] : judge(order, context)));
}

/** The name of the profile, and the place in its file that says so. */
export function profileAt({ profile, places }: KciProfile, ...names: readonly string[]): string {
  const place = places?.[pointerOf(names)];
  return `(profile ${profile}${place === undefined ? '' : `, ${place}`})`;
}

/** The last event that does not interleave, as a list of at most one name. */
export function lastProgress({ events }: KciProfile, before: readonly Delivery[]): readonly string[] {
  const step = before.findLast(({ event }) => !ruleOf({ events }, event)?.interleaves);
  return step ? [eventName(step)] : [];
}

/** How an order ended; undefined if it has not. */
export function endOf(
  { events }: KciProfile,
  { stream }: OrderHistory,
): { readonly delivery: Delivery; readonly isDone: boolean } | undefined {
  const delivery = stream.find(({ event }) => isFinal({ events }, event));
  return delivery && { delivery, isDone: ruleOf({ events }, delivery.event)?.fulfils === true };
}
