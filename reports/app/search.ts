import { valueAt } from '../html/case-line.ts';
import type { CaseColumns } from '../html/packed.ts';
import type { Orders } from './order.ts';
import type { CaseFilter } from './route.ts';

/** Finds cases by what a filter asks; their places, in its order. */
export type Search = (filter: CaseFilter) => readonly number[];

/**
 * A search over an index. What is compared is worked out once and by value, not by case: a hundred thousand cases have few
 * titles, sections and sets of promises, and only their ids are each their own.
 */
export function searchOf(columns: CaseColumns, orders: Orders): Search {
  const ids = columns.ids.map((id) => id.toLowerCase());
  const titles = columns.titles.of.map((title) => title.toLowerCase());
  return ({ outcomes, section, reason, promise, words, order }) => {
    const all = orders.by(order);
    const wanted = words
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
    if (outcomes.length + wanted.length === 0 && section + reason + promise === '') return all;
    // Which words each title has, so that of most cases only the id need be looked at.
    const missing = titles.map((title) => wanted.filter((word) => !title.includes(word)));
    const rows = columns.rows.of.map((of) => promise === '' || of.includes(promise));
    return all.filter(
      (place) =>
        (outcomes.length === 0 || outcomes.includes(valueAt(columns.outcomes, place) ?? '')) &&
        (section === '' || valueAt(columns.sections, place) === section) &&
        (reason === '' || valueAt(columns.reasons, place) === reason) &&
        rows[columns.rows.at[place] ?? 0] === true &&
        (missing[columns.titles.at[place] ?? 0] ?? []).every((word) => ids[place]?.includes(word)),
    );
  };
}
