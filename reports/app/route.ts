import { percentDecode } from '../../harness/values/percent.ts';
import { caseAnchor } from '../html/anchors.ts';
import { type CaseOrder, caseOrderNamed } from './search.ts';

/** A filter and an order for the list. Empty sets and texts mean: any. */
export interface CaseFilter {
  readonly outcomes: readonly string[];
  readonly section: string;
  readonly reason: string;
  /** The id of a promise that the cases looked at. */
  readonly promise: string;
  readonly words: string;
  readonly order: CaseOrder;
}

/** A filter for the matrix. */
export interface RowFilter {
  readonly outcomes: readonly string[];
  readonly levels: readonly string[];
  readonly section: string;
  readonly words: string;
}

/** The destination of a link: the part of an address after `#`, so that any state of the page can be shared. */
export type Route =
  | { readonly to: 'case'; readonly id: string }
  | { readonly to: 'cases'; readonly filter: CaseFilter }
  | { readonly to: 'promises'; readonly filter: RowFilter }
  | { readonly to: 'place'; readonly anchor: string };

/** All cases, as planned. */
export const ANY_CASE: CaseFilter = { outcomes: [], section: '', reason: '', promise: '', words: '', order: 'plan' };
/** All promises. */
export const ANY_ROW: RowFilter = { outcomes: [], levels: [], section: '', words: '' };

/** The end of a case's address that names an arrow of its diagram. */
const ARROW = /:\d+$/;

/** Reads an address. An unknown one leads to a place that does not exist, as in a browser. */
export function readRoute(hash: string): Route {
  const text = hash.replace(/^#/, '');
  if (text.startsWith('case:')) return { to: 'case', id: textOf(text.slice('case:'.length).replace(ARROW, '')) };
  const [place = '', query = ''] = text.split('?', 2);
  const given = new URLSearchParams(query);
  const one = (name: string) => given.get(name) ?? '';
  const several = (name: string) => one(name).split(',').filter(Boolean);
  const shared = { outcomes: several('outcome'), section: one('section'), words: one('q') };
  if (place === 'cases') {
    return {
      to: 'cases',
      filter: { ...shared, reason: one('reason'), promise: one('promise'), order: caseOrderNamed(one('sort')) },
    };
  }
  if (place === 'promises') return { to: 'promises', filter: { ...shared, levels: several('level') } };
  return { to: 'place', anchor: textOf(text) };
}

/** The address of a route. */
export function hrefOf(route: Route): string {
  if (route.to === 'place') return `#${route.anchor}`;
  if (route.to === 'case') return caseHref(route.id);
  return route.to === 'cases' ? casesHref(route.filter) : promisesHref(route.filter);
}

/** The address of the list with a filter and an order: `#cases?outcome=failed&q=cease&sort=duration`. */
export function casesHref({ outcomes, section, reason, promise, words, order }: Partial<CaseFilter>): string {
  const sort = order === ANY_CASE.order ? undefined : order;
  return href('cases', { outcome: outcomes?.join(','), section, reason, promise, q: words, sort });
}

/** The address of the matrix with a filter. */
export function promisesHref({ outcomes, levels, section, words }: Partial<RowFilter>): string {
  return href('promises', { outcome: outcomes?.join(','), level: levels?.join(','), section, q: words });
}

/** The address of a case. */
export function caseHref(id: string): string {
  return `#${caseAnchor(id)}`;
}

/** The list with a word added, or removed if it was there. */
export function toggleWord(list: readonly string[], word: string): string[] {
  return list.includes(word) ? list.filter((each) => each !== word) : [...list, word];
}

function href(place: string, given: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(given)) if (value !== undefined && value !== '') query.set(name, value);
  const text = query.toString().replaceAll('%2C', ',');
  return text === '' ? `#${place}` : `#${place}?${text}`;
}

function textOf(part: string): string {
  return percentDecode(part) ?? part;
}
