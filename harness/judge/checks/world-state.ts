import type { Fact } from '../../findings.ts';
import type { Check, Json, JsonObject } from '../../model.ts';
import { getAt, isObject, pointerOf } from '../../values/pointer.ts';
import { endOf, type JudgeContext, ofExchange, ofOrder, verdictOn } from '../check.ts';
import { askedFor, bodyOwed, type Exchange, isAccepted, isRefused } from '../exchange.ts';
import type { History, JourneyHistory } from '../history.ts';
import { isShown, type Path, placesWith, valuesAt } from '../marked-places.ts';
import type { Delivery, OrderHistory } from '../orders.ts';
import { EXISTING_SERVICE, ONT_PORT } from '../places.ts';
import { isEqual } from './echo.ts';

/** An order of which nothing more comes: carried out, ended otherwise, or refused. */
interface Over {
  readonly order: OrderHistory;
  readonly delivery?: Delivery;
  readonly isDone: boolean;
  readonly seq: number;
}

/**
 * `world.state`: what a completed order has done to its address shows in the next availability result, and nothing else
 * does: not at a neighbour, and not of an order that was refused, rejected or cancelled. What it does stands in the
 * contract (`x-after`), an assumption of the register. Looks only where the tenant that ordered asked before and after in
 * the same journey, and no other order was under way meanwhile; of members that are not shown, nothing is said.
 */
export function worldState({ history, profile }: JudgeContext): Check[] {
  const over = [...history.orders.values()].flatMap((order): Over[] => {
    const { delivery, isDone = false } = endOf(profile, order) ?? {};
    const { response, sent } = order.placed;
    if (order.isTainted || (!delivery && order.fate !== 'refused')) return [];
    return [{ order, isDone, seq: (delivery?.seen ?? response ?? sent).seq, ...(delivery ? { delivery } : {}) }];
  });
  const accepted = Map.groupBy(
    [...history.orders.values()].filter(({ fate }) => fate !== 'refused'),
    ({ placed }) => placed.sent.journey,
  );
  const byJourney = Map.groupBy(over, ({ order }) => order.placed.sent.journey);
  const looks = [...byJourney].flatMap(([id, together]) => {
    const journey = history.journeys.get(id);
    const asked = (journey?.exchanges ?? []).filter(
      (each) => each.operation?.verb === 'availability' && isAccepted(each) && each.json !== undefined,
    );
    return together.flatMap((each) => {
      const its = asked.filter(({ sent }) => sent.tenant === each.order.placed.sent.tenant);
      const byAddress = Map.groupBy(its, (one) => addressKey(askedFor(one, 'address')));
      // Where a service is of no site that the world knows, the only address that was asked about is meant.
      const only = byAddress.size === 1 ? [...byAddress.keys()][0] : undefined;
      const own = (journey && addressOf(each.order.placed, journey)) ?? only;
      return [...byAddress].flatMap(([address, about]) =>
        own === undefined ? [] : lookOf(each, [together, accepted.get(id) ?? []], about, address === own),
      );
    });
  });
  const followed = new Set(looks.flatMap(namesFollowed));
  return looks.flatMap((each) => compare(each, followed));
}

/** What was asked of an address before and after an order that was alone there meanwhile. */
interface Look extends Over {
  readonly bodies: Bodies;
  readonly schema: JsonObject;
  readonly isOwn: boolean;
}

function lookOf(
  each: Over,
  [together, underWay]: readonly [over: readonly Over[], accepted: readonly OrderHistory[]],
  about: readonly Exchange[],
  isOwn: boolean,
): Look[] {
  const { order, seq } = each;
  const before = about.findLast(({ sent }) => sent.seq < order.placed.sent.seq);
  const after = about.find(({ sent }) => sent.seq > seq);
  const schema = after && bodyOwed(after);
  if (!before || !schema) return [];
  // What an order does may show before its last event came.
  const isAlone = underWay.every(
    (other) =>
      other === order ||
      other.placed.sent.seq > after.sent.seq ||
      (together.find((one) => one.order === other)?.seq ?? Number.POSITIVE_INFINITY) < before.sent.seq,
  );
  return isAlone ? [{ ...each, bodies: [before.json, after.json], schema, isOwn }] : [];
}

function compare({ order, delivery, isDone, bodies, schema, isOwn }: Look, followed: ReadonlySet<string>): Check[] {
  const type = askedFor(order.placed, 'orderType') ?? null;
  const looked = placesWith('x-after', schema).flatMap(({ path, rule }) => {
    if (rule.shown) return isOwn && isDone ? notShown(order, path, rule, bodies, followed) : [];
    const place = { path, value: rule.value };
    const owed = isOwn && isDone ? owedOf(rule as unknown as After, type) : 'same';
    const found = owed === undefined ? [] : changeAt(order, owed, place, bodies);
    if (!isOwn || !isDone || found.flat().length > 0) return found;
    const by = owed === 'more' || owed === 'some' ? rule['named-by'] : undefined;
    return [...found, ...beyondOne(order, place, bodies), ...notTheNamed(order, place, bodies[1], by)];
  });
  return looked.length === 0 ? [] : verdictOn(ofOrder('world.state', order, delivery), looked.flat());
}

/**
 * An order changes one element of the outermost list, one line, and no other: whichever it is. One that names a port
 * changes one place of that line, too.
 */
function beyondOne(order: OrderHistory, { path, value }: Changing, [before, after]: Bodies): Fact[][] {
  if (!isShown(path, before) || !isShown(path, after)) return [];
  const inner = path.indexOf('*') + 1;
  const countsIn = (body: Json | undefined): readonly number[] =>
    valuesAt(path.slice(0, inner), body).map(
      (each) => valuesAt(path.slice(inner), each).filter((one) => value === undefined || one === value).length,
    );
  const [was, now] = [countsIn(before), countsIn(after)];
  const lines = Math.max(without(was, now).length, without(now, was).length);
  const places = portOf(order) !== undefined ? Math.abs(sum(now) - sum(was)) : 0;
  const changed = Math.max(lines, places);
  if (changed < 2) return [];
  const type = askedFor(order.placed, 'orderType');
  const what = lines < 2 ? 'ports' : 'lines';
  return [[{ is: 'world-more-than-one', type, changed, what, path: path.join('.'), value }]];
}

/** Where an order names a port, and those that have its number do not show what it should have become. */
function notTheNamed(
  order: OrderHistory,
  { path, value }: Changing,
  after: Json | undefined,
  by: Json | undefined,
): Fact[][] {
  const [named, inner, member = ''] = [portOf(order), path.slice(0, -1), path.at(-1)];
  const ports = valuesAt(inner, after).filter((each) => isObject(each) && String(each[String(by)]) === named);
  const came = ports.flatMap((each) => (isObject(each) ? (each[member] ?? []) : []));
  if (named === undefined || by === undefined || came.length === 0 || came.includes(value ?? null)) return [];
  const type = askedFor(order.placed, 'orderType');
  return [
    [{ is: 'world-another-named', type, named: `${ONT_PORT} ${named}`, path: path.join('.'), value, came: came[0] }],
  ];
}

/** The port that an order names. */
function portOf(order: OrderHistory): string | undefined {
  const named = characteristicsOf(order).find(({ name }) => name === ONT_PORT)?.value;
  return named === undefined ? undefined : String(named);
}

function characteristicsOf({ placed }: OrderHistory): readonly JsonObject[] {
  const characteristics = askedFor(placed, 'characteristics');
  return Array.isArray(characteristics) ? characteristics.filter(isObject) : [];
}

/** The values that lines show of a characteristic. */
function shownOf(name: Json | undefined, path: Path, body: Json | undefined): readonly Json[] {
  return valuesAt([...path, '*'], body).flatMap((each) =>
    isObject(each) && each.name === name ? [each.value ?? null] : [],
  );
}

/** The characteristics that are shown of a line since an order gave it them. */
function namesFollowed({ order, isDone, isOwn, schema, bodies: [before, after] }: Look): readonly string[] {
  if (!isOwn || !isDone) return [];
  const places = placesWith('x-after', schema).filter(({ rule }) => rule.shown);
  return characteristicsOf(order).flatMap(({ name, value = null }) =>
    places.some(
      ({ path }) => !shownOf(name, path, before).includes(value) && shownOf(name, path, after).includes(value),
    )
      ? String(name)
      : [],
  );
}

/**
 * Where a line does not show a characteristic as the order has it: one that it showed before, where it is the only line, or
 * one in which lines follow other orders. What a gateway never shows of lines, it need not.
 */
function notShown(
  order: OrderHistory,
  path: Path,
  rule: JsonObject,
  [before, after]: Bodies,
  followed: ReadonlySet<string>,
): Fact[][] {
  const type = askedFor(order.placed, 'orderType') ?? null;
  if (!(rule as unknown as After).shown?.includes(type)) return [];
  const isOnlyLine = valuesAt(path, after).length === 1;
  return characteristicsOf(order).flatMap(({ name, value = null }): Fact[][] => {
    const came = shownOf(name, path, after);
    const isKnown = followed.has(String(name)) || (isOnlyLine && shownOf(name, path, before).length > 0);
    if (!isKnown) return [];
    return [came.includes(value) ? [] : [{ is: 'world-not-shown', type, name: String(name), value, came: came[0] }]];
  });
}

const sum = (counts: readonly number[]): number => counts.reduce((total, each) => total + each, 0);

/** What is left of a list without the elements of another, each as often as it stands there. */
function without(list: readonly number[], others: readonly number[]): readonly number[] {
  return others.reduce((left, each) => left.toSpliced(left.indexOf(each), left.includes(each) ? 1 : 0), list);
}

function addressKey(address: Json | undefined): string {
  return isObject(address) ? `${String(address.type)} ${String(address.id)}` : '';
}

/** The address of an order: the one that it names, or of which the world says that it has its service. */
function addressOf(placed: Exchange, { journey, sites }: JourneyHistory): string | undefined {
  const address = askedFor(placed, 'address');
  if (address !== undefined) return addressKey(address);
  const service = getAt(placed.asked, EXISTING_SERVICE);
  const known = Object.values({ ...journey.values, ...sites }).filter(isObject);
  const its = known.find(
    (site) => site.id !== undefined && service !== undefined && Object.values(site).includes(service),
  );
  return its && addressKey(its);
}

/** Which orders leave more, fewer, at least one or as many places with a value as before. */
interface After {
  readonly value?: Json;
  readonly more?: readonly Json[];
  readonly fewer?: readonly Json[];
  readonly some?: readonly Json[];
  readonly same?: readonly Json[];
  /** Whose characteristics stand there afterwards. */
  readonly shown?: readonly Json[];
}
const OWED = ['more', 'fewer', 'some', 'same'] as const;
type Owed = (typeof OWED)[number];

function owedOf(after: After, type: Json): Owed | undefined {
  return OWED.find((each) => after[each]?.includes(type));
}

/** Whether a number of places has changed as is owed. */
const HOLDS: Readonly<Record<Owed, (was: number, is: number) => boolean>> = {
  more: (was, is) => is > was,
  fewer: (was, is) => is < was,
  some: (_, is) => is > 0,
  same: (was, is) => is === was,
};

const FINDING_OF = {
  more: 'world-not-more',
  fewer: 'world-not-fewer',
  some: 'world-none',
  same: 'world-changed',
} as const;

/** Where a value stands that orders change (absent: any value), and the answers before and after. */
interface Changing {
  readonly path: Path;
  readonly value: Json | undefined;
}
type Bodies = readonly [before: Json | undefined, after: Json | undefined];

/** What is wrong with a place after the order: one list for each place that tells, empty where all is well. */
function changeAt(order: OrderHistory, owed: Owed, { path, value }: Changing, [before, after]: Bodies): Fact[][] {
  const count = (body: Json | undefined): number =>
    valuesAt(path, body).filter((each) => value === undefined || each === value).length;
  const [was, now] = [count(before), count(after)];
  if (owed === 'fewer' && was === 0) return [];
  if (HOLDS[owed](was, now)) return [[]];
  // What was left out could have been of either kind.
  const isTold =
    (owed === 'more' || owed === 'some' || isShown(path, before)) && (owed === 'fewer' || isShown(path, after));
  if (!isTold) return [];
  const type = askedFor(order.placed, 'orderType');
  return [[{ is: FINDING_OF[owed], type, was, now, path: path.join('.'), value }]];
}

/**
 * `world.facts`: what availability says of an address is what the target's world states of it (`facts`). What is left
 * out says nothing; of what orders change (`x-after`) nothing is owed once one was sent to the address.
 */
export function worldFacts({ history }: JudgeContext): Check[] {
  const ordered = firstOrders(history);
  return history.exchanges.flatMap((exchange) => {
    const { operation, sent, step, json } = exchange;
    if (operation?.verb !== 'availability' || !isAccepted(exchange) || step?.request.defect || !isObject(json))
      return [];
    const address = askedFor(exchange, 'address');
    const journey = history.journeys.get(sent.journey);
    const site =
      journey && sitesOf(journey).find((each) => isObject(address) && addressKey(each) === addressKey(address));
    if (!site || !isObject(site.facts)) return [];
    const isAsItWas = sent.seq < (ordered.get(addressKey(site)) ?? Number.POSITIVE_INFINITY);
    const facts = isAsItWas ? site.facts : withoutChanging(site.facts, exchange);
    return verdictOn(ofExchange('world.facts', exchange), contradictions(facts, json, ''));
  });
}

/** The addresses that a journey knows, with what the world says of them. */
function sitesOf({ journey, sites }: JourneyHistory): readonly JsonObject[] {
  return Object.values({ ...journey.values, ...sites }).filter(isObject);
}

/** By address: when the first order was sent by a journey that knows it, unless it was refused. */
function firstOrders({ exchanges, journeys }: History): ReadonlyMap<string, number> {
  const firsts = new Map<string, number>();
  for (const exchange of exchanges) {
    const { operation, sent } = exchange;
    const journey = journeys.get(sent.journey);
    if (operation?.verb !== 'order' || isRefused(exchange) || !journey) continue;
    for (const site of sitesOf(journey))
      firsts.set(addressKey(site), Math.min(sent.seq, firsts.get(addressKey(site)) ?? sent.seq));
  }
  return firsts;
}

function withoutChanging(facts: JsonObject, answer: Exchange): JsonObject {
  const changing = placesWith('x-after', bodyOwed(answer) ?? undefined).map(({ path: [member] }) => member);
  return Object.fromEntries(Object.entries(facts).filter(([name]) => !changing.includes(name)));
}

/** Where what came is not what is stated. Each element that a list states is there, in whatever order; an empty list states that there is none. */
function contradictions(stated: Json, came: Json, pointer: string): readonly Fact[] {
  if (Array.isArray(stated) && Array.isArray(came)) {
    if (stated.length > 0) return listContradictions(stated, came, pointer);
    return came.length === 0 ? [] : [{ is: 'world-list-not-empty', came, pointer }];
  }
  if (isObject(stated) && isObject(came)) {
    return Object.entries(stated).flatMap(([member, owed]): readonly Fact[] => {
      const [other, at] = [came[member], pointer + pointerOf([member])];
      if (other !== undefined) return contradictions(owed, other, at);
      const alias = Object.keys(came).find((each) => bare(each) === bare(member) && !Object.hasOwn(stated, each));
      return alias === undefined ? [] : [{ is: 'world-other-member', member, owed, alias, pointer: at }];
    });
  }
  return isEqual(stated, came) ? [] : [{ is: 'world-other-value', owed: stated, came, pointer }];
}

const bare = (name: string): string => name.replace(/[-_ ]/g, '').toLowerCase();

/**
 * What is stated of an element is said of one that is nobody else's: each of the one that holds all of it, as far as these
 * can be shared out, and of the others the one that comes closest.
 */
function listContradictions(stated: readonly Json[], came: readonly Json[], pointer: string): readonly Fact[] {
  const misses = stated.map((each) => came.map((other, i) => contradictions(each, other, pointer + pointerOf([i]))));
  const ownerOf = new Map<number, number>();
  // The way to share out what fits: who stands in the way may have something else.
  const give = (nth: number, asked: Set<number>): boolean =>
    (misses[nth] ?? []).some((its, i) => {
      if (its.length > 0 || asked.has(i)) return false;
      asked.add(i);
      const owner = ownerOf.get(i);
      if (owner !== undefined && !give(owner, asked)) return false;
      ownerOf.set(i, nth);
      return true;
    });
  const lacking = stated.flatMap((_, nth) => (give(nth, new Set()) ? [] : [nth]));
  const left = new Set(came.flatMap((_, i) => (ownerOf.has(i) ? [] : [i])));
  return lacking.flatMap((nth): readonly Fact[] => {
    const [closest] = [...left].sort((a, b) => (misses[nth]?.[a]?.length ?? 0) - (misses[nth]?.[b]?.length ?? 0));
    if (closest === undefined) return [{ is: 'world-not-in-list', owed: stated[nth], came, pointer }];
    left.delete(closest);
    return misses[nth]?.[closest] ?? [];
  });
}
