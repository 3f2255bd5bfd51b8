/** Requests that are refused although a similar one is not. */
import type { Operation } from '../../model.ts';
import { sameJson } from '../../values/equal.ts';
import { isDate } from '../../values/iso8601.ts';
import { getAt, isObject } from '../../values/pointer.ts';
import { asksToRetryLater, UNAUTHORISED } from '../../wire/answer.ts';
import { answerText } from '../answer.ts';
import { answers, endOf, ofExchange, passUnless } from '../check.ts';
import {
  type AnsweredExchange,
  askedFor,
  type Exchange,
  isAccepted,
  isRefused,
  namesReservation,
} from '../exchange.ts';
import { COMPLETION_DATE, SLOTS_FROM } from '../member-names.ts';
import { eventName, isCancelledByClient, ordersByJourney } from '../orders.ts';
import { rowsOfParameter, rowsWithin } from '../schema-rows.ts';

/** One of two such requests may be refused because of its id. */
const isOfOneId = (one: Exchange, other: Exchange): boolean =>
  askedFor(one, 'id') !== undefined && askedFor(one, 'id') === askedFor(other, 'id');

/** The day that a request asks for. */
function dayAsked({ asked }: Exchange): string | undefined {
  const day = getAt(asked, COMPLETION_DATE) ?? getAt(asked, SLOTS_FROM);
  return typeof day === 'string' && isDate(day) ? day : undefined;
}

/** The rows of the member that holds a request's day. */
function rowsOfDay({ parameters, body }: Operation, asked: AnsweredExchange['asked']): readonly string[] {
  if (getAt(asked, SLOTS_FROM) !== undefined) return rowsOfParameter({ parameters }, SLOTS_FROM);
  return rowsWithin(body?.schema, COMPLETION_DATE.slice('/body'.length));
}

/** Days that fail with a wrong calendar: of leap years, and the 31st of months between shorter ones. */
const RARE = /-(?:02-29|(?:03|05|10)-31)$/;

/**
 * `http.calendar`: a rare day is accepted if a later day is accepted in the same journey. Spec: "ISO 8601" in the tables of
 * orders and slots. The spec does not say how far ahead a day may be.
 */
export const httpCalendar = answers((answer, { history }) => {
  const day = dayAsked(answer);
  if (day === undefined || !RARE.test(day) || answer.step?.request.defect) return [];
  const isAlike = (each: Exchange): boolean =>
    each.sent.journey === answer.sent.journey &&
    each.operation?.verb === answer.operation.verb &&
    askedFor(each, 'orderType') === askedFor(answer, 'orderType') &&
    !isOfOneId(each, answer);
  const taken = history.exchanges.find((each) => isAccepted(each) && isAlike(each) && (dayAsked(each) ?? '') > day);
  if (!taken) return [];
  const { verb } = answer.operation;
  const fact = { is: 'day-refused', verb, later: dayAsked(taken) ?? '', day, answer: answerText(answer) } as const;
  return passUnless(
    ofExchange('http.calendar', answer, rowsOfDay(answer.operation, answer.asked)),
    isDeclined(answer) && fact,
  );
});

/**
 * `order.again`: a tenant can repeat an order that it cancelled, once an event confirmed that. Spec: an order that fits its
 * address is answered with 202. Not for orders that name a reservation, which may be gone.
 */
export const orderAgain = answers((answer, { history, profile }) => {
  const { operation, sent } = answer;
  if (operation.verb !== 'order' || answer.step?.request.defect || namesReservation(answer)) return [];
  const before = ordersByJourney(history.orders)
    .get(sent.journey)
    ?.find((order) => {
      const { placed, fate } = order;
      if (fate !== 'accepted' || placed === answer) return false;
      const end = endOf(profile, order);
      return (
        end?.isDone === false &&
        isCancelledByClient(order) &&
        end.delivery.seen.seq < sent.seq &&
        isSameOrder(placed, answer)
      );
    });
  if (!before) return [];
  const again = [...history.orders.values()].find(({ placed }) => placed === answer);
  const end = again && !isCancelledByClient(again) ? endOf(profile, again) : undefined;
  const rejection = end?.isDone === false ? `, then ${eventName(end.delivery)}` : undefined;
  const told = { first: before.id, answer: `${answerText(answer)}${rejection ?? ''}` };
  return passUnless(
    ofExchange('order.again', answer, rowsOfSuccess(operation)),
    (isDeclined(answer) || rejection !== undefined) && { is: 'not-ordered-again', ...told },
  );
});

/** Whether a request was refused, but not for a limit or for its token. */
const isDeclined = (answer: AnsweredExchange): boolean =>
  isRefused(answer) && !asksToRetryLater(answer.response) && answer.response.status !== UNAUTHORISED;

/** Whether two orders ask for the same under different ids. */
function isSameOrder({ asked: one }: Exchange, { asked: other }: Exchange): boolean {
  if (!isObject(one.body) || !isObject(other.body) || one.body.id === other.body.id) return false;
  return sameJson({ ...one.body, id: null }, { ...other.body, id: null });
}

const rowsOfSuccess = ({ responses }: Operation): readonly string[] =>
  Object.entries(responses).flatMap(([status, { requirement, also = [] }]) =>
    status.startsWith('2') ? [requirement ?? [], also].flat() : [],
  );
