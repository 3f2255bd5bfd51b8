import { type CaseColumns, columnValue } from '../html/packed.ts';
import { caseOrder } from '../words/words.ts';
import type { CaseFilter } from './route.ts';

/** The orders of the list; the first is the default. */
export const CASE_ORDERS = ['plan', 'outcome', 'duration', 'title', 'id'] as const;
/** An order, as addresses name it. */
export type CaseOrder = (typeof CASE_ORDERS)[number];

/** The order that a word of an address names; the default for any other word. */
export function caseOrderNamed(word: string): CaseOrder {
  return CASE_ORDERS.find((order) => order === word) ?? CASE_ORDERS[0];
}

/** The words of a search; all of them must occur. */
export function searchWords(search: string): readonly string[] {
  return search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** Finds the cases that match a filter; returns their places in its order. */
type CaseFinder = (filter: CaseFilter) => readonly number[];

/**
 * A search over an index. Comparisons are made once for each distinct value, not for each case: a hundred thousand cases
 * have few titles, sections and sets of promises; only their ids differ.
 */
export function searchOf(columns: CaseColumns): CaseFinder {
  const ids = columns.ids.map((id) => id.toLowerCase());
  const titles = columns.titles.of.map((title) => title.toLowerCase());
  const promises = columns.rows.of.map((of) => of.map((row) => row.toLowerCase()));
  const orders = new Map<CaseOrder, readonly number[]>();
  return ({ outcomes, section, reason, promise, words, order }) => {
    const all = orders.get(order) ?? inOrder(columns, order);
    orders.set(order, all);
    const wanted = searchWords(words);
    if (outcomes.length + wanted.length === 0 && section + reason + promise === '') return all;
    // The words that each title lacks, so that for most cases only the id needs checking.
    const missing = titles.map((title) => wanted.filter((word) => !title.includes(word)));
    const rows = columns.rows.of.map((of) => promise === '' || of.includes(promise));
    return all.filter(
      (place) =>
        (outcomes.length === 0 || outcomes.includes(columnValue(columns.outcomes, place) ?? '')) &&
        (section === '' || columnValue(columns.sections, place) === section) &&
        (reason === '' || columnValue(columns.reasons, place) === reason) &&
        rows[columns.rows.at[place] ?? 0] === true &&
        (missing[columns.titles.at[place] ?? 0] ?? []).every(
          (word) =>
            ids[place]?.includes(word) || promises[columns.rows.at[place] ?? 0]?.some((row) => row.startsWith(word)),
        ),
    );
  };
}

/** The places of all cases in an order; equal ones as planned. */
function inOrder({ ids, titles, outcomes, tookMs, planned }: CaseColumns, order: CaseOrder): readonly number[] {
  const places = new Array<number>(planned.length).fill(0);
  let nth = 0;
  for (const [place, way] of planned.entries()) {
    nth += way;
    places[nth] = place;
  }
  if (order === 'plan') return places;
  const keys = {
    outcome: () => ids.map((_, place) => caseOrder.indexOf(columnValue(outcomes, place) ?? 'passed')),
    duration: () => tookMs.map((ms) => -ms),
    title: () => titles.at.map((at) => titles.of[at] ?? ''),
    id: () => ids,
  }[order]();
  const compare = (a: string | number = '', b: string | number = ''): number => (a < b ? -1 : a > b ? 1 : 0);
  return places.sort((a, b) => compare(keys[a], keys[b]));
}
