import type { Fact } from '../../findings.ts';
import { siteKey } from '../../journey/site.ts';
import type { Check, Json, JsonObject, KciProfile } from '../../model.ts';
import { getAt, isObject, pointerOf } from '../../values/pointer.ts';
import { endOf, type JudgeContext, ofExchange, ofOrder, passUnless } from '../check.ts';
import { askedFor, bodyOwed, type Exchange, isAccepted, isRefused } from '../exchange.ts';
import { type History, type JourneyHistory, knownSites, siteAt } from '../history.ts';
import { isShown, type MemberPath, placesWith, valuesAt } from '../marked-places.ts';
import { EXISTING_SERVICE, LINE, LINE_ID, ONT_OF_LINE, ONT_PORT, ONT_REFERENCE } from '../member-names.ts';
import { type Delivery, eventName, type OrderHistory } from '../orders.ts';
import { isRejected } from '../shown.ts';
import { isEqual } from './echo.ts';
import { acceptedUntil, amendmentsOf, characteristicsShown } from './kci-content.ts';

/** An order that has ended: carried out, ended otherwise, or refused. */
interface Over {
  readonly order: OrderHistory;
  readonly delivery?: Delivery;
  readonly isDone: boolean;
  readonly seq: number;
  /** The characteristics that the order asks for. */
  readonly wanted: readonly JsonObject[];
  /** The line that the order is about, if known. */
  readonly line?: Json | undefined;
  /** The ONT of that line, if the order names one. */
  readonly ont?: string | undefined;
}

/**
 * `world.state`: the next availability result shows what a completed order did to its address, and nothing else: nothing at
 * a neighbour, and nothing of an order that was refused, rejected or cancelled. What orders do is in the contract
 * (`x-after`), as an assumption of the register. Checked only if the ordering tenant asked before and after in the same
 * journey, and no other order meanwhile may have changed the same. Members that are not shown are not judged.
 */
export function worldState({ history, profile }: JudgeContext): Check[] {
  const over = [...history.orders.values()].flatMap((order): Over[] => {
    const { delivery, isDone = false } = endOf(profile, order) ?? {};
    const { response, sent } = order.placed;
    if (!delivery && order.fate !== 'refused') return [];
    const wanted = wantedOf(profile, order);
    return [
      { order, isDone, wanted, seq: (delivery?.seen ?? response ?? sent).seq, ...(delivery ? { delivery } : {}) },
    ];
  });
  const accepted = Map.groupBy(
    [...history.orders.values()].filter(({ fate }) => fate !== 'refused'),
    ({ placed }) => placed.sent.journey,
  );
  const byJourney = Map.groupBy(over, ({ order }) => order.placed.sent.journey);
  const comparisons = [...byJourney].flatMap(([id, together]) => {
    const journey = history.journeys.get(id);
    const asked = (journey?.exchanges ?? []).filter(
      (each) => each.operation?.verb === 'availability' && isAccepted(each) && each.json !== undefined,
    );
    const judged = together.filter(({ order }) => !order.isTainted);
    return judged.flatMap((each) => {
      const its = asked.filter(({ sent }) => sent.tenant === each.order.placed.sent.tenant);
      const byAddress = Map.groupBy(its, (one) => siteKey(askedFor(one, 'address')));
      // If the world knows no site for a service, the only address asked about is meant.
      const only = byAddress.size === 1 ? [...byAddress.keys()][0] : undefined;
      const site = journey && siteOf(each.order.placed, journey);
      const own = siteKey(askedFor(each.order.placed, 'address') ?? site) || only;
      const line = named(each.wanted, LINE_ID) ?? site?.[LINE];
      const ont = named(each.wanted, ONT_REFERENCE);
      return [...byAddress].flatMap(([address, about]) =>
        own === undefined
          ? []
          : comparisonOf({ ...each, line, ont }, [together, accepted.get(id) ?? []], about, address === own),
      );
    });
  });
  const followed = new Set(comparisons.flatMap(namesFollowed));
  return comparisons.flatMap((each) => compare(each, followed));
}

/** Availability of an address before and after an order that was alone there meanwhile. */
interface BeforeAndAfter extends Over {
  readonly bodies: Bodies;
  readonly schema: JsonObject;
  readonly isOwn: boolean;
  /** The last answer of all, if there is another, and how long after the order's end it was asked for. */
  readonly later?: { readonly body: Json | undefined; readonly afterMs: number } | undefined;
}

function comparisonOf(
  each: Over,
  [together, underWay]: readonly [over: readonly Over[], accepted: readonly OrderHistory[]],
  about: readonly Exchange[],
  isOwn: boolean,
): BeforeAndAfter[] {
  const { order, seq } = each;
  const before = about.findLast(({ sent }) => sent.seq < order.placed.sent.seq);
  const after = about.find(({ sent }) => sent.seq > seq);
  const schema = after && bodyOwed(after);
  if (!before || !schema) return [];
  // What an order does may show before its last event comes.
  const isAloneUntil = (until: number): boolean =>
    underWay.every((other) => {
      if (other === order || other.placed.sent.seq > until) return true;
      const its = together.find((one) => one.order === other);
      return its !== undefined && (its.seq < before.sent.seq || (its.seq < until && areApart(each, its, schema)));
    });
  if (!isAloneUntil(after.sent.seq)) return [];
  const last = about.findLast(({ sent }) => sent.seq > after.sent.seq && isAloneUntil(sent.seq));
  const later = last && each.delivery && { body: last.json, afterMs: last.sent.at - each.delivery.at };
  return [{ ...each, bodies: [before.json, after.json], later, schema, isOwn }];
}

/** Whether two orders were both carried out and changed only characteristics, none of which both name. */
function areApart(one: Over, other: Over, schema: JsonObject): boolean {
  const counted = placesWith('x-after', schema).filter(({ rule }) => !rule.shown);
  const leavesLines = ({ order, isDone }: Over): boolean => {
    const type = askedFor(order.placed, 'orderType') ?? null;
    return isDone && counted.every(({ rule }) => !/more|fewer/.test(owedOf(rule as unknown as After, type) ?? ''));
  };
  const names = new Set(one.wanted.map(({ name }) => name));
  return [one, other].every(leavesLines) && !other.wanted.some(({ name }) => names.has(name));
}

function compare(comparison: BeforeAndAfter, followed: ReadonlySet<string>): Check[] {
  const { order, delivery, bodies, later } = comparison;
  const checks = differencesIn(comparison, followed);
  if (checks.length === 0) return [];
  const found = checks.flat();
  const isRightLater = (): boolean =>
    differencesIn({ ...comparison, bodies: [bodies[0], later?.body] }, followed).flat().length === 0;
  const asked =
    later && found.length > 0 ? { laterMs: later.afterMs, later: isRightLater() ? 'right' : 'still wrong' } : {};
  return passUnless(
    ofOrder('world.state', order, delivery),
    found.map((each) => ({ ...each, ...asked }) as Fact),
  );
}

/** What the order should have done and did not, or the reverse: a list for each place that can tell, empty if it is right. */
function differencesIn(comparison: BeforeAndAfter, followed: ReadonlySet<string>): Fact[][] {
  const { order, isDone, bodies, schema, isOwn } = comparison;
  const type = askedFor(order.placed, 'orderType') ?? null;
  return placesWith('x-after', schema).flatMap(({ path, rule }) => {
    if (rule.shown && !(isOwn && isDone)) return shownAllTheSame(comparison, path);
    if (rule.shown) return [...notShown(comparison, path, rule, followed), ...takenAway(comparison, path, rule)];
    const place = { path, value: rule.value };
    const owed = isOwn && isDone ? owedOf(rule as unknown as After, type) : 'same';
    const found = owed === undefined ? [] : changeAt(comparison, owed, place);
    if (!isOwn || !isDone || found.flat().length > 0) return found;
    const by = owed === 'more' ? rule['named-by'] : undefined;
    const isTold = bodies.every((each) => isShown(path, each));
    const another = isTold && (owed === 'more' || owed === 'fewer') ? anotherLine(comparison, place) : [];
    const beyond = isTold ? beyondOne(comparison, place, owed === 'fewer') : [];
    return [...found, ...beyond, ...another, ...notTheNamed(comparison, place, by)];
  });
}

/**
 * An order changes one element of the outermost list (one line) and no other. If it names a port, or ends a service, it
 * also changes one place of that line.
 */
function beyondOne(
  { order, wanted, bodies: [before, after] }: BeforeAndAfter,
  { path, value }: Changing,
  isEnding: boolean,
): Fact[][] {
  const inner = path.indexOf('*') + 1;
  const countsIn = (body: Json | undefined): readonly number[] =>
    valuesAt(path.slice(0, inner), body).map(
      (each) => valuesAt(path.slice(inner), each).filter((one) => value === undefined || one === value).length,
    );
  const [was, now] = [countsIn(before), countsIn(after)];
  const lines = Math.max(without(was, now).length, without(now, was).length);
  const places = isEnding || named(wanted, ONT_PORT) !== undefined ? Math.abs(sum(now) - sum(was)) : 0;
  const changed = Math.max(lines, places);
  if (changed < 2) return [];
  const type = askedFor(order.placed, 'orderType');
  const what = lines < 2 ? 'ports' : 'lines';
  return [[{ is: 'world-more-than-one', type, changed, what, path: path.join('.'), value }]];
}

/** Fails if the order's line is shown as before, so that the order changed another one. */
function anotherLine(comparison: BeforeAndAfter, { path, value }: Changing): Fact[][] {
  const { order, line, ont, bodies } = comparison;
  const outer = path.indexOf('*');
  const [before, now] = bodies.map((body) => {
    const its = lineIn(comparison, path.slice(0, outer), body);
    return its && valuesAt(path.slice(outer + 1), its).filter((one) => value === undefined || one === value).length;
  });
  if (before === undefined || before !== now) return [];
  const type = askedFor(order.placed, 'orderType');
  return [[{ is: 'world-another-line', type, line: line ?? ont ?? null, was: before, path: path.join('.'), value }]];
}

/** Fails if an order names a port, and the places with that number do not show what it should have become. */
function notTheNamed(
  { order, wanted, bodies: [, after] }: BeforeAndAfter,
  { path, value }: Changing,
  by: Json | undefined,
): Fact[][] {
  const [port, inner, member = ''] = [named(wanted, ONT_PORT), path.slice(0, -1), path.at(-1)];
  const ports = valuesAt(inner, after).filter((each) => isObject(each) && String(each[String(by)]) === port);
  const came = ports.flatMap((each) => (isObject(each) ? (each[member] ?? []) : []));
  if (port === undefined || by === undefined || came.length === 0 || came.includes(value ?? null)) return [];
  const type = askedFor(order.placed, 'orderType');
  return [
    [{ is: 'world-another-named', type, named: `${ONT_PORT} ${port}`, path: path.join('.'), value, came: came[0] }],
  ];
}

/** The value of a characteristic that an order names. */
function named(wanted: readonly JsonObject[], what: string): string | undefined {
  const value = wanted.find(({ name }) => name === what)?.value;
  return value === undefined ? undefined : String(value);
}

/**
 * The characteristics that an order asks for in the end. After amendments, those of the last one, and of the others what the
 * last event still shows: whether a list replaces the former is not stated. Empty if an amendment was not answered.
 */
function wantedOf(profile: KciProfile, order: OrderHistory): readonly JsonObject[] {
  const [last] = order.stream.slice(-1);
  const living = amendmentsOf(order).filter((each) => !isRejected(profile, order, each));
  const accepted = last ? acceptedUntil(profile, order, living, last) : [];
  if (living.length > accepted.length) return [];
  const asked = [order.placed, ...accepted.map(({ exchange }) => exchange)];
  const list = listOf(asked.findLast((each) => askedFor(each, 'characteristics') !== undefined) ?? order.placed);
  const shown = last ? characteristicsShown(order, last.event) : [];
  const isShown = ({ name, value }: JsonObject): boolean => named(shown, String(name)) === String(value);
  if (!list.every(isShown)) return list;
  const others = asked.flatMap(listOf).filter((each) => named(list, String(each.name)) === undefined && isShown(each));
  return [...list, ...new Map(others.map((each) => [each.name, each])).values()];
}

/** The characteristics that a request names. */
function listOf(exchange: Exchange): readonly JsonObject[] {
  const list = askedFor(exchange, 'characteristics');
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/** The values of a characteristic that lines show. */
function shownOf(name: Json | undefined, path: MemberPath, body: Json | undefined): readonly Json[] {
  return valuesAt([...path, '*'], body).flatMap((each) =>
    isObject(each) && each.name === name ? [each.value ?? null] : [],
  );
}

/** A characteristic with the tenant to whom it is shown. */
const shownTo = ({ placed }: OrderHistory, name: Json | undefined): string => `${placed.sent.tenant} ${String(name)}`;

/** The characteristics of a line that are shown since an order set them: by name, and by name and tenant. */
function namesFollowed(comparison: BeforeAndAfter): readonly string[] {
  if (!comparison.isOwn || !comparison.isDone) return [];
  const places = placesWith('x-after', comparison.schema).filter(({ rule }) => rule.shown);
  const shown = places.flatMap(({ path }) => newlyShown(comparison, path));
  return shown.flatMap(({ name }) => [String(name), shownTo(comparison.order, name)]);
}

/** The characteristics asked for by an order that are shown after it and were not before. */
function newlyShown({ wanted, bodies: [before, after] }: BeforeAndAfter, path: MemberPath): readonly JsonObject[] {
  return wanted.filter(
    ({ name, value = null }) =>
      !shownOf(name, path, before).includes(value) && shownOf(name, path, after).includes(value),
  );
}

/** Fails if a line shows what an order asked for although it was not carried out, or not at this address. */
function shownAllTheSame(comparison: BeforeAndAfter, path: MemberPath): Fact[][] {
  const type = askedFor(comparison.order.placed, 'orderType');
  return newlyShown(comparison, path).map(({ name, value }) => [
    { is: 'world-shown', type, name: String(name), value },
  ]);
}

/**
 * Fails if a line does not show a characteristic as ordered. Only a characteristic that was shown before, if the line is
 * known or the only one, or one that follows orders in other lines. A gateway need not show what it never shows of lines,
 * or to a tenant to whom it never shows any.
 */
function notShown(
  comparison: BeforeAndAfter,
  lineCharacteristics: MemberPath,
  rule: JsonObject,
  followed: ReadonlySet<string>,
): Fact[][] {
  const { order, wanted, bodies } = comparison;
  const type = askedFor(order.placed, 'orderType') ?? null;
  if (!(rule as unknown as After).shown?.includes(type)) return [];
  const lines = lineCharacteristics.slice(0, lineCharacteristics.indexOf('*'));
  const areLinesShown = bodies.some((body) => isShown(lines, body));
  const its = bodies.map((body) => lineIn(comparison, lines, body));
  const isLineKnown = its.every((each) => each !== undefined);
  const [before, after] = isLineKnown ? its : bodies;
  const path = isLineKnown ? lineCharacteristics.slice(lines.length + 1) : lineCharacteristics;
  const isOnlyLine = valuesAt(path, after).length === 1;
  return wanted.flatMap(({ name, value = null }): Fact[][] => {
    const [was, came] = [shownOf(name, path, before), shownOf(name, path, after)];
    const known = areLinesShown ? String(name) : shownTo(order, name);
    const isKnown = followed.has(known) || (isOnlyLine && was.length > 0);
    if (!isKnown) return [];
    // A line has one value of a characteristic, unless it had several before.
    const others = isOnlyLine && came.length > Math.max(1, was.length) ? came.filter((each) => each !== value) : [];
    const wrong = came.includes(value) ? others : [came[0]];
    const how = named(listOf(order.placed), String(name)) === String(value) ? {} : { how: 'amended' };
    return [
      wrong.slice(0, 1).map((it) => ({ is: 'world-not-shown', type, name: String(name), value, came: it, ...how })),
    ];
  });
}

/** Fails if characteristics disappeared that the order does not name, while lines still show others. */
function takenAway({ order, bodies: [before, after] }: BeforeAndAfter, path: MemberPath, rule: JsonObject): Fact[][] {
  const type = askedFor(order.placed, 'orderType') ?? null;
  if (!(rule as unknown as After).kept?.includes(type) || valuesAt(path, after).length === 0) return [];
  const asked = [order.placed, ...order.changes.map(({ exchange }) => exchange)].flatMap(listOf);
  const isNamed = (name: string): boolean => asked.some((each) => each.name === name);
  const names = new Set(valuesAt([...path, '*'], before).flatMap((each) => (isObject(each) ? String(each.name) : [])));
  return [...names].flatMap((name) => {
    const [was = [], came] = [before, after].map((body) => shownOf(name, path, body));
    const isGone = came?.length === 0 && !isNamed(name);
    return isGone ? [[{ is: 'world-taken-away', type, name, value: was[0] }] as const] : [];
  });
}

/** The order's line, as an answer shows it. */
function lineIn({ line, ont }: BeforeAndAfter, lines: MemberPath, body: Json | undefined): JsonObject | undefined {
  const all = valuesAt([...lines, '*'], body).filter(isObject);
  if (line !== undefined) return all.find((each) => each[LINE] === line);
  return all.find((each) => ont !== undefined && getAt(each, ONT_OF_LINE) === ont);
}

const sum = (counts: readonly number[]): number => counts.reduce((total, each) => total + each, 0);

/** The list without the elements of another, each removed as often as it is there. */
function without(list: readonly number[], others: readonly number[]): readonly number[] {
  return others.reduce((left, each) => left.toSpliced(left.indexOf(each), left.includes(each) ? 1 : 0), list);
}

/** The address that has the service named by an order, as the world says. */
function siteOf(placed: Exchange, journey: JourneyHistory): JsonObject | undefined {
  const service = getAt(placed.asked, EXISTING_SERVICE);
  return knownSites(journey).find(
    (site) => site.id !== undefined && service !== undefined && Object.values(site).includes(service),
  );
}

/** Types of orders that leave more, fewer, at least one or as many places with `value` as before. */
interface After {
  readonly value?: Json;
  readonly more?: readonly Json[];
  readonly fewer?: readonly Json[];
  readonly some?: readonly Json[];
  readonly same?: readonly Json[];
  /** Types of orders whose characteristics are shown there afterwards. */
  readonly shown?: readonly Json[];
  /** Types of those that keep the other characteristics. */
  readonly kept?: readonly Json[];
}
const OWED = ['more', 'fewer', 'some', 'same'] as const;
type Owed = (typeof OWED)[number];

function owedOf(after: After, type: Json): Owed | undefined {
  return OWED.find((each) => after[each]?.includes(type));
}

/** Whether the number of places changed as owed. */
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

/** Where orders change a value (absent: any value), and the answers before and after. */
interface Changing {
  readonly path: MemberPath;
  readonly value: Json | undefined;
}
type Bodies = readonly [before: Json | undefined, after: Json | undefined];

/** Faults at a place after the order: one list for each place that can tell, empty if it is right. */
function changeAt(comparison: BeforeAndAfter, owed: Owed, { path, value }: Changing): Fact[][] {
  const { order, delivery, isDone } = comparison;
  const [before, after] = comparison.bodies;
  const count = (body: Json | undefined): number =>
    valuesAt(path, body).filter((each) => value === undefined || each === value).length;
  const [was, now] = [count(before), count(after)];
  if (owed === 'fewer' && was === 0) return [];
  if (HOLDS[owed](was, now)) return [[]];
  // Members left out could have had the value or not.
  const isTold =
    (owed === 'more' || owed === 'some' || isShown(path, before)) && (owed === 'fewer' || isShown(path, after));
  if (!isTold) return [];
  const type = askedFor(order.placed, 'orderType');
  const how = isDone ? {} : { how: delivery ? `ended with ${eventName(delivery)}` : 'was refused' };
  return [[{ is: FINDING_OF[owed], type, was, now, path: path.join('.'), value, ...how }]];
}

/**
 * `world.facts`: availability agrees with what the target's world states of an address (`facts`). Members left out prove
 * nothing; what orders change (`x-after`) is not owed once an order was sent to the address.
 */
export function worldFacts({ history }: JudgeContext): Check[] {
  const ordered = firstOrders(history);
  return history.exchanges.flatMap((exchange) => {
    const { operation, sent, step, json } = exchange;
    if (operation?.verb !== 'availability' || !isAccepted(exchange) || step?.request.defect || !isObject(json))
      return [];
    const address = askedFor(exchange, 'address');
    const journey = history.journeys.get(sent.journey);
    const site = journey && siteAt(journey, address);
    if (!site || !isObject(site.facts)) return [];
    const isAsItWas = sent.seq < (ordered.get(siteKey(site)) ?? Number.POSITIVE_INFINITY);
    const facts = isAsItWas ? site.facts : withoutChanging(site.facts, exchange);
    return passUnless(ofExchange('world.facts', exchange), contradictions(facts, json, ''));
  });
}

/** By address: when a journey that knows it sent the first order that was not refused. */
function firstOrders({ exchanges, journeys }: History): ReadonlyMap<string, number> {
  const firsts = new Map<string, number>();
  for (const exchange of exchanges) {
    const { operation, sent } = exchange;
    const journey = journeys.get(sent.journey);
    if (operation?.verb !== 'order' || isRefused(exchange) || !journey) continue;
    for (const site of knownSites(journey))
      firsts.set(siteKey(site), Math.min(sent.seq, firsts.get(siteKey(site)) ?? sent.seq));
  }
  return firsts;
}

function withoutChanging(facts: JsonObject, answer: Exchange): JsonObject {
  const changing = placesWith('x-after', bodyOwed(answer)).map(({ path: [member] }) => member);
  return Object.fromEntries(Object.entries(facts).filter(([name]) => !changing.includes(name)));
}

/**
 * Where `came` contradicts `stated`. Each stated element of a list must be there, in any order; an empty list states that
 * there is none.
 */
function contradictions(stated: Json, came: Json, pointer: string): readonly Fact[] {
  if (Array.isArray(stated) && Array.isArray(came)) {
    if (stated.length > 0) return listContradictions(stated, came, pointer);
    return came.length === 0 ? [] : [{ is: 'world-list-not-empty', came, pointer }];
  }
  if (isObject(stated) && isObject(came)) {
    return Object.entries(stated).flatMap(([member, owed]): readonly Fact[] => {
      const other = came[member];
      if (other === owed) return [];
      const at = pointer + pointerOf([member]);
      if (other !== undefined) return contradictions(owed, other, at);
      const alias = Object.keys(came).find((each) => bare(each) === bare(member) && !Object.hasOwn(stated, each));
      return alias === undefined ? [] : [{ is: 'world-other-member', member, owed, alias, pointer: at }];
    });
  }
  return isEqual(stated, came) ? [] : [{ is: 'world-other-value', owed: stated, came, pointer }];
}

const bare = (name: string): string => name.replace(/[-_ ]/g, '').toLowerCase();

/**
 * Assigns each stated element an element of its own: one that matches fully, as far as that works out, and for the rest the
 * closest one.
 */
function listContradictions(stated: readonly Json[], came: readonly Json[], pointer: string): readonly Fact[] {
  const misses = stated.map((each) => came.map((other, i) => contradictions(each, other, pointer + pointerOf([i]))));
  const ownerOf = new Map<number, number>();
  // Bipartite matching: the owner of an element gives it up if it can have another.
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
