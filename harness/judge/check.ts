import type { Validators } from '../contract/validators.ts';
import type { Check, Contract, Finding, Json, KciProfile, Plan, Reason, Target } from '../model.ts';
import { pointerOf } from '../values/pointer.ts';
import { type Exchange, isAnswer } from './exchange.ts';
import type { History } from './history.ts';
import type { Delivery, OrderHistory } from './orders.ts';
import type { Rows } from './rows.ts';

/** All that a check may look at. */
export interface JudgeContext {
  readonly plan: Plan;
  readonly contract: Contract;
  readonly validators: Validators;
  readonly profile: KciProfile;
  readonly target: Target;
  readonly history: History;
  readonly covered: Rows['covered'];
  readonly isPlaced: Rows['isPlaced'];
  /** Whether no request of this operation, and of this type of order, was accepted in the whole run. */
  readonly isNowhereAccepted: (exchange: Exchange) => boolean;
  /** That events reached us is known from elsewhere: the record is a part of a run. */
  readonly isHeard: boolean;
}

/** One idea of what to look at, over the whole record. */
export type CheckFunction = (context: JudgeContext) => Check[];

/** What was looked at, without what came of it. */
export type Subject = Omit<Check, 'result' | 'requirements'> & { readonly requirements?: readonly string[] };

/** A promise that was seen kept. */
export function passed(subject: Subject): Check {
  return { requirements: [], ...subject, result: { outcome: 'passed' } };
}

/** A promise that was seen broken. */
export function failed(subject: Subject, finding: Finding): Check {
  return { requirements: [], ...subject, result: { outcome: 'failed', finding } };
}

/** For what no sentence of the spec promises: recorded, never a failure. */
export function observed(subject: Subject, finding: Finding): Check {
  return { requirements: [], ...subject, result: { outcome: 'observed', finding } };
}

/** A promise that could not be looked at, for want of a prerequisite. */
export function inconclusive(subject: Subject, reason: Reason, detail: string): Check {
  return { requirements: [], ...subject, result: { outcome: 'inconclusive', reason, detail } };
}

/** The subject of a check that looked at an exchange. It rests on the answer, or on the request where none came. */
export function ofExchange(check: string, exchange: Exchange, requirements: readonly string[] = []): Subject {
  const { sent, response, broke, step } = exchange;
  return {
    check,
    requirements,
    journey: sent.journey,
    step: sent.step,
    seq: (response ?? broke ?? sent).seq,
    ...(step ? { span: step.span } : {}),
  };
}

/** The subject of a check that looked at an order, or at one of its deliveries. */
export function ofOrder(check: string, order: OrderHistory, delivery?: Delivery): Subject {
  const { seen } = delivery ?? {};
  return { ...ofExchange(check, order.placed), ...(seen ? { seq: seen.seq } : {}) };
}

/** The subject of a check that belongs to no journey. */
export function ofRun(check: string, seq: number): Subject {
  return { check, journey: '', seq };
}

/** Looks at every answer of an operation in turn. */
export function answers(look: (answer: AnswerOf, context: JudgeContext) => Check[]): CheckFunction {
  return (context) =>
    context.history.exchanges.flatMap((exchange) => {
      const { operation } = exchange;
      return operation && isAnswer(exchange) ? look({ ...exchange, operation }, context) : [];
    });
}

/** An answer of a known operation. */
export type AnswerOf = Exchange & Required<Pick<Exchange, 'response' | 'operation'>>;

/** One finding fails, none passes. */
export function verdictOn(subject: Subject, findings: readonly Finding[]): Check[] {
  return findings.length === 0 ? [passed(subject)] : findings.map((finding) => failed(subject, finding));
}

/** What is said of one order: its kind is the same of any other. */
export function ofThis({ id }: Pick<OrderHistory, 'id'>, kind: string): Pick<Finding, 'summary' | 'kind'> {
  return { summary: `order ${id}: ${kind}`, kind };
}

/** A finding on whatever order, told of this one. */
export function aboutOrder(order: OrderHistory, finding: Finding): Finding {
  const { summary, kind = summary } = finding;
  return { ...finding, summary: `order ${order.id}: ${summary}`, kind };
}

/** A value as findings quote it: JSON, cut where it gets long. */
export function quote(value: Json | undefined): string {
  return cut(value === undefined ? 'nothing' : JSON.stringify(value));
}

const MOST_CHARACTERS = 120;

/** A text, cut where it gets long. */
export function cut(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text;
}

/** Which profile says so, and where in its file. */
export function profileAt({ profile, places }: KciProfile, ...names: readonly string[]): string {
  const place = places?.[pointerOf(names)];
  return `(profile ${profile}${place === undefined ? '' : `, ${place}`})`;
}

/** `A`, `A or B`, `A, B or C`. */
export function either(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? 'nothing') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
