import type { Fact } from '../../findings.ts';
import type { Check, Json, JsonObject } from '../../model.ts';
import { isObject, pointerOf } from '../../values/pointer.ts';
import { type JudgeContext, ofExchange, verdictOn } from '../check.ts';
import { askedFor, bodyOwed, type Exchange, isAccepted, isRefused } from '../exchange.ts';
import type { History, JourneyHistory } from '../history.ts';
import { placesWith } from '../marked-places.ts';
import { isEqual } from './echo.ts';

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
    const site = journey && sitesOf(journey).find((each) => isObject(address) && keyOf(each) === keyOf(address));
    if (!site || !isObject(site.facts)) return [];
    const isAsItWas = sent.seq < (ordered.get(keyOf(site)) ?? Number.POSITIVE_INFINITY);
    const facts = isAsItWas ? site.facts : withoutChanging(site.facts, exchange);
    return verdictOn(ofExchange('world.facts', exchange), contradictions(facts, json, ''));
  });
}

const keyOf = ({ type, id }: JsonObject): string => `${String(type)} ${String(id)}`;

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
      firsts.set(keyOf(site), Math.min(sent.seq, firsts.get(keyOf(site)) ?? sent.seq));
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
