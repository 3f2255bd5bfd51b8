import type { CaseColumns } from '../html/packed.ts';
import { caseOrder } from '../words/words.ts';
import { byRank, ranksOf, type Steps } from './ranks.ts';

/** The orders that the list can have, the first unless another is asked for. */
export const CASE_ORDERS = ['plan', 'outcome', 'duration', 'title', 'id'] as const;
/** One of them, as addresses name it. */
export type CaseOrder = (typeof CASE_ORDERS)[number];

/** The order that a word of an address asks for. */
export function orderNamed(word: string): CaseOrder {
  return CASE_ORDERS.find((order) => order === word) ?? CASE_ORDERS[0];
}

/** The cases of an index in each of the orders. */
export interface Orders {
  /** The places of all cases in that order; equal ones as planned. */
  by(order: CaseOrder): readonly number[];
  /** Works ahead by one step, so that no order need be waited for; false where nothing is left to do. */
  step(): boolean;
}

/**
 * Orders are worked out on numbers alone, each when it is first asked for or before. Only the alphabet takes longer than a
 * frame, where a hundred thousand cases have as many titles: it is learnt in steps.
 */
export function ordersOf(columns: CaseColumns): Orders {
  const planned = asPlanned(columns.planned);
  const kept = new Map<CaseOrder, readonly number[]>([['plan', planned]]);
  const titles = inSteps(ranksOf(columns.titles.of));
  const ids = inSteps(ranksOf(columns.ids));
  const rankBy = (order: CaseOrder): ((place: number) => number) => {
    const { outcomes, tookMs } = columns;
    switch (order) {
      case 'plan':
        return () => 0;
      case 'outcome': {
        const ranks = outcomes.of.map((outcome) => caseOrder.indexOf(outcome));
        return (place) => ranks[outcomes.at[place] ?? 0] ?? 0;
      }
      case 'duration': {
        const longest = tookMs.reduce((most, each) => Math.max(most, each), 0);
        return (place) => longest - (tookMs[place] ?? 0);
      }
      case 'title': {
        const ranks = titles.end();
        return (place) => ranks[columns.titles.at[place] ?? 0] ?? 0;
      }
      case 'id': {
        const ranks = ids.end();
        return (place) => ranks[place] ?? 0;
      }
    }
  };
  const by = (order: CaseOrder): readonly number[] => {
    const places = kept.get(order) ?? byRank(planned, rankBy(order));
    kept.set(order, places);
    return places;
  };
  return {
    by,
    step() {
      if (titles.step() || ids.step()) return true;
      const next = CASE_ORDERS.find((order) => !kept.has(order));
      if (next !== undefined) by(next);
      return next !== undefined;
    },
  };
}

/** Places by their turn in the plan. */
function asPlanned(ways: readonly number[]): readonly number[] {
  const places = new Array<number>(ways.length).fill(0);
  let nth = 0;
  for (const [place, way] of ways.entries()) {
    nth += way;
    places[nth] = place;
  }
  return places;
}

/** Work to go on with by a step, or to bring to its end at once. */
function inSteps<T>(work: Steps<T>): { step(): boolean; end(): T } {
  let ended: { readonly value: T } | undefined;
  const step = (): boolean => {
    if (ended !== undefined) return false;
    const { done, value } = work.next();
    if (done === true) ended = { value };
    return true;
  };
  return {
    step,
    end() {
      while (ended === undefined) step();
      return ended.value;
    },
  };
}
