import type { Finding, JsonObject, KciProfile, Pattern } from '../../model.ts';
import { formatDuration } from '../../values/duration.ts';
import { mismatches } from '../../values/shape.ts';
import { either, ofThis } from '../check.ts';
import { type Delivery, nameOf, namesOf, type OrderHistory, standingAfter } from '../orders.ts';
import { type Breach, fitsMatch } from '../progress.ts';
import type { Owed } from './owed.ts';

/** What was due and what came instead: nothing, another event, another content, or the right one too late. */
export function sequenceFinding(
  order: OrderHistory,
  owed: Owed,
  breach: Breach<Delivery>,
  profile: KciProfile,
): Finding {
  const { arrival, before, next } = breach;
  const soFar = before.length === 0 ? 'nothing before it' : `after ${namesOf(before)}`;
  if (!arrival) {
    const isSilent = order.stream.length === 0;
    // A step that waits looks at the events it names alone.
    const isAll = before.length === order.stream.length;
    const overdue = next.length === 0 ? 'nothing more' : either(next);
    return {
      summary: `order ${order.id}: ${overdue} did not come`,
      kind: isAll
        ? `nothing came ${isSilent ? 'of an order' : standingAfter(profile, before)}`
        : `${overdue} did not come`,
      expected: `${overdue} within ${formatDuration(owed.withinMs)} (profile ${profile.profile})`,
      actual:
        isAll && !isSilent
          ? `${namesOf(before)}, then nothing`
          : isSilent
            ? 'no event of it came'
            : `not among ${namesOf(order.stream)}`,
    };
  }
  const name = nameOf(arrival);
  const items = itemsOf(owed.pattern).filter((item) => item.name === name && next.includes(name));
  const [unmatched] = items.filter((item) => !fitsMatch(item.match, arrival.event));
  const [miss] =
    unmatched?.match === undefined ? [] : mismatches(unmatched.match, arrival.event as unknown as JsonObject);
  if (miss) {
    return {
      ...ofThis(order, `${name} came with another ${miss.pointer || 'content'} than expected`),
      expected: miss.expected,
      actual: miss.actual,
      pointer: miss.pointer,
    };
  }
  if (items.length > 0) {
    const withinMs = Math.min(owed.withinMs, ...items.flatMap((item) => item.withinMs ?? []));
    return {
      ...ofThis(order, `${name} came too late`),
      expected: `${name} within ${formatDuration(withinMs)} of the order`,
      actual: `${name} after ${formatDuration(arrival.at - order.since)}`,
    };
  }
  return {
    summary: `order ${order.id}: ${name} came where ${next.length === 0 ? 'no more events are' : `${either(next)} is`} expected`,
    kind: `an event came out of turn ${standingAfter(profile, before)}`,
    expected: next.length === 0 ? `nothing after ${namesOf(before)}` : `${either(next)}, ${soFar}`,
    actual: `${name}, ${soFar}`,
  };
}

function itemsOf(pattern: Pattern): readonly Extract<Pattern, { kind: 'event' }>[] {
  if (pattern.kind === 'event') return [pattern];
  return pattern.kind === 'repeat' ? itemsOf(pattern.of) : pattern.of.flatMap(itemsOf);
}
