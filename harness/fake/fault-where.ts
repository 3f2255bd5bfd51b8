import type { Json, JsonObject, Verb } from '../model.ts';
import { mismatches } from '../values/shape.ts';
import { errorCodeOf, isAnswered, parseAnswers } from '../wire/answer.ts';
import type { Where } from './fault.ts';

/** What is known where a fault could strike. */
export interface Occasion {
  readonly verb?: Verb;
  readonly tenant?: string;
  readonly conversation?: string;
  /** Whether another request of the conversation is being answered. */
  readonly isAtOnce?: boolean;
  readonly orderType?: string;
  readonly order?: string;
  /** The address asked about, as a key. */
  readonly address?: string;
  /** When, ms since the epoch. */
  readonly at?: number;
  /** Orders that are open at the gateway. */
  readonly openOrders?: number;
  /** Present on KCI deliveries only. */
  readonly event?: string;
  /** The request as `{headers, query, path, body}`. */
  readonly request?: JsonObject;
  /** Present once the answer is known: `{status, headers, body}`. */
  readonly answer?: JsonObject;
}

/** Whether everything of `where` fits the occasion but what has to do with earlier ones. */
export function fits(where: Where, occasion: Occasion): boolean {
  return (
    (where.event === undefined) === (occasion.event === undefined) &&
    isOneOf(where.event, occasion.event) &&
    isOneOf(where.verb, occasion.verb) &&
    isOneOf(where.tenant, occasion.tenant) &&
    isOneOf(where.orderType, occasion.orderType) &&
    (where['at-once'] === undefined || occasion.isAtOnce === true) &&
    (where['open-orders'] === undefined || (occasion.openOrders ?? 0) >= where['open-orders']) &&
    hasShape(where.request, occasion.request) &&
    hasShape(where.answer, occasion.answer) &&
    hasStatus(where.status, occasion.answer)
  );
}

/** Whether a fault can only be decided once the answer is known. */
export function needsAnswer(where: Where): boolean {
  return where.status !== undefined || where.answer !== undefined;
}

/** Whether the count-th occasion that fits is one of those that count. */
export function counts(where: Where, count: number): boolean {
  if (where.nth !== undefined && count !== where.nth) return false;
  if (where.every !== undefined && count % where.every !== 0) return false;
  return where.from === undefined || count >= where.from;
}

function isOneOf(wanted: string | readonly string[] | undefined, actual: string | undefined): boolean {
  if (wanted === undefined) return true;
  if (actual === undefined) return false;
  return typeof wanted === 'string' ? wanted === actual || wanted === '*' : wanted.includes(actual);
}

function hasShape(shape: Json | undefined, actual: JsonObject | undefined): boolean {
  return shape === undefined || (actual !== undefined && mismatches(shape, actual).length === 0);
}

function hasStatus(wanted: string | number | undefined, answer: JsonObject | undefined): boolean {
  if (wanted === undefined) return true;
  const answers = parseAnswers(String(wanted));
  if (!answers || answer === undefined) return false;
  return isAnswered(answers, Number(answer.status), errorCodeOf(answer.body));
}
