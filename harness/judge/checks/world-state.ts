import type { Check, Finding, Json } from '../../model.ts';
import { type JudgeContext, ofOrder, quote, verdictOn } from '../check.ts';
import { askedFor, bodyOwed, type Exchange, isAccepted } from '../exchange.ts';
import { isShown, type Path, placesWith, valuesAt } from '../marked-places.ts';
import type { Delivery, OrderHistory } from '../orders.ts';

/** An order whose service was delivered, and the event that said so. */
interface Done {
  readonly order: OrderHistory;
  readonly delivery: Delivery;
}

/**
 * `world.state`: what a completed order has done to its address shows in the next availability result. What that is
 * stands in the contract (`x-after`), an assumption of the register. Looks only where a journey asked before and after
 * and nothing else was completed in between; of members that are not shown, nothing is said.
 */
export function worldState(context: JudgeContext): Check[] {
  const done = [...context.history.orders.values()].flatMap((order): Done[] => {
    const delivery = order.stream.find(({ event }) => context.profile.events[event.name ?? '']?.fulfils);
    return delivery && !order.isTainted ? [{ order, delivery }] : [];
  });
  const byJourney = Map.groupBy(done, ({ order }) => order.placed.sent.journey);
  return [...byJourney].flatMap(([id, together]) => {
    const asked = (context.history.journeys.get(id)?.exchanges ?? []).filter(
      (each) => each.operation?.verb === 'availability' && isAccepted(each) && each.json !== undefined,
    );
    return together.flatMap((each) => compare(each, together, asked));
  });
}

function compare(each: Done, together: readonly Done[], asked: readonly Exchange[]): Check[] {
  const { order, delivery } = each;
  const address = addressOf(order.placed);
  // A cease names no address: the only one that the journey asked about is meant.
  const about = address === undefined ? asked : asked.filter((exchange) => addressOf(exchange) === address);
  const before = about.findLast(({ sent }) => sent.seq < order.placed.sent.seq);
  const after = about.find(({ sent }) => sent.seq > delivery.seen.seq);
  if (!before || !after || new Set(about.map(addressOf)).size > 1) return [];
  const isAlone = together.every(
    (other) => other === each || other.delivery.seen.seq < before.sent.seq || other.delivery.seen.seq > after.sent.seq,
  );
  const schema = bodyOwed(after);
  if (!isAlone || !schema) return [];
  const looked = placesWith('x-after', schema).flatMap(({ path, rule }) =>
    changeAt(order, rule as unknown as After, path, before.json, after.json),
  );
  return looked.length === 0 ? [] : verdictOn(ofOrder('world.state', order, delivery), looked.flat());
}

function addressOf(exchange: Exchange): string | undefined {
  const address = askedFor(exchange, 'address');
  return address === undefined ? undefined : JSON.stringify(address);
}

/** Which orders leave more, and which fewer, places with a value. */
interface After {
  readonly value: Json;
  readonly more: readonly Json[];
  readonly fewer: readonly Json[];
}

/** What is wrong with a place after the order: one list for each place that tells, empty where all is well. */
function changeAt(
  order: OrderHistory,
  { value, more, fewer }: After,
  path: Path,
  before: Json | undefined,
  after: Json | undefined,
): Finding[][] {
  const type = askedFor(order.placed, 'orderType') ?? null;
  const count = (body: Json | undefined): number => valuesAt(path, body).filter((each) => each === value).length;
  const [was, is] = [count(before), count(after)];
  const isMore = more.includes(type);
  if (!isMore && !fewer.includes(type)) return [];
  if (isMore ? !isShown(path, after) : was === 0) return [];
  if (isMore ? is > was : is < was) return [[]];
  const what = `${path.join('.')} ${quote(value)}`;
  return [
    [
      {
        summary: `order ${order.id}: ${quote(type)} was completed and left no trace in availability`,
        kind: 'an order was completed and left no trace in availability',
        expected: `${isMore ? 'more' : 'fewer'} than ${was} with ${what}`,
        actual: `${is} with it`,
      },
    ],
  ];
}
