import type { Check, Json, JsonObject } from '../../model.ts';
import { isObject, pointerOf } from '../../values/pointer.ts';
import { failed, type JudgeContext, ofExchange, passed, quote } from '../check.ts';
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
    const subject = ofExchange('world.facts', exchange);
    const misses = contradictions(facts, json, '');
    return misses.length === 0
      ? [passed(subject)]
      : misses.map((miss) =>
          failed(subject, { summary: 'availability contradicts the world that was agreed on for the target', ...miss }),
        );
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

interface Miss {
  readonly expected: string;
  readonly actual: string;
  readonly pointer: string;
}

/** Where what came is not what is stated. Each element that a list states is there, in whatever order; an empty list states that there is none. */
function contradictions(stated: Json, came: Json, at: string): readonly Miss[] {
  if (Array.isArray(stated) && Array.isArray(came)) {
    return stated.length === 0 && came.length > 0
      ? [{ expected: 'nothing in the list', actual: quote(came), pointer: at }]
      : listContradictions(stated, came, at);
  }
  if (isObject(stated) && isObject(came)) {
    return Object.entries(stated).flatMap(([name, value]) => {
      const other = came[name];
      if (other !== undefined) return contradictions(value, other, at + pointerOf([name]));
      const alias = Object.keys(came).find((each) => bare(each) === bare(name) && !Object.hasOwn(stated, each));
      return alias === undefined
        ? []
        : [
            {
              expected: `${name}: ${quote(value)}`,
              actual: `${alias}, which is another member`,
              pointer: at + pointerOf([name]),
            },
          ];
    });
  }
  return isEqual(stated, came) ? [] : [{ expected: quote(stated), actual: quote(came), pointer: at }];
}

const bare = (name: string): string => name.replace(/[-_ ]/g, '').toLowerCase();

/** What is stated of an element is said of the one that comes closest, and that is nobody else's. */
function listContradictions(stated: readonly Json[], came: readonly Json[], at: string): readonly Miss[] {
  const left = new Map(came.map((each, i) => [i, each]));
  return stated.flatMap((each) => {
    const tried = [...left].map(([i, other]) => ({ i, misses: contradictions(each, other, at + pointerOf([i])) }));
    const [closest] = tried.sort((a, b) => a.misses.length - b.misses.length);
    if (!closest) return [{ expected: `${quote(each)} in the list`, actual: quote(came), pointer: at }];
    left.delete(closest.i);
    return closest.misses;
  });
}
