import type { CapturedBody, Check } from '../../model.ts';
import { repeatedKeys } from '../../values/repeated-keys.ts';
import { type CheckFunction, type JudgeContext, observed, ofExchange, ofRun, passed, type Subject } from '../check.ts';
import { orderOf } from '../orders.ts';

const CHECK = 'json.repeated-keys';

/**
 * `json.repeated-keys`: no object of an answer or a delivery has a name twice. RFC 8259, 4: names "SHOULD be unique";
 * readers differ in which of the values they take, so it is told, and no failure.
 */
export const jsonRepeatedKeys: CheckFunction = (context) => [...inAnswers(context), ...inDeliveries(context)];

function inAnswers({ history }: JudgeContext): Check[] {
  return history.exchanges.flatMap((exchange) => {
    const { json, response, sent } = exchange;
    if (json === undefined || !response) return [];
    return verdictOn(ofExchange(CHECK, exchange), `${sent.verb} answered ${response.status} with`, response.body);
  });
}

/** Told with the order that the delivery is about. */
function inDeliveries({ history, profile }: JudgeContext): Check[] {
  const { deliveries } = history;
  return deliveries.flatMap(({ seen, event, body }, i) => {
    // Those of one delivery stand one after the other; in XML, what stands twice is a list.
    if (profile.wire.format === 'xml' || deliveries[i - 1]?.seen === seen) return [];
    if (body === undefined || !seen.expectedPath) return [];
    const placed = orderOf(history.orders, { event })?.placed;
    const subject = placed ? { ...ofExchange(CHECK, placed), seq: seen.seq } : ofRun(CHECK, seen.seq);
    return verdictOn(subject, `${event.name ?? 'an event'} came with`, seen.body);
  });
}

function verdictOn(subject: Subject, came: string, { text = '' }: CapturedBody): Check[] {
  const pointers = repeatedKeys(text);
  const [pointer] = pointers;
  if (pointer === undefined) return [passed(subject)];
  const summary = `${came} a name that stands twice in one object`;
  return [observed(subject, { summary, expected: 'each name once', actual: pointers.join(', '), pointer })];
}
