import { useMemo } from 'preact/hooks';
import type { CaseColumns } from '../html/packed.ts';
import { type View, view } from '../html/view.ts';
import { count, thousands } from '../words/text.ts';
import { outcomes, reasons } from '../words/words.ts';
import { ANY_CASE, type CaseFilter, toggled } from './route.ts';
import { CASE_ORDERS, type CaseOrder, orderNamed } from './search.ts';

/** What the tools serve. */
export interface CaseToolsProps {
  readonly columns: CaseColumns;
  readonly filter: CaseFilter;
  /** How many cases the filter lets through. */
  readonly shown: number;
  readonly onFilter: (filter: CaseFilter) => void;
}

const ORDER_WORDS: Readonly<Record<CaseOrder, string>> = {
  plan: 'as planned',
  outcome: 'failed first',
  duration: 'longest first',
  title: 'by title',
  id: 'by id',
};

/** Search, filters and order of the list, and how many cases are left. */
export function CaseTools({ columns, filter, shown, onFilter }: CaseToolsProps): View {
  const set = (change: Partial<CaseFilter>) => onFilter({ ...filter, ...change });
  const all = columns.ids.length;
  const counts = useMemo(() => countsOf(columns), [columns]);
  return view`<div class="tools" role="search" aria-label="Cases">
    <label class="search">Search <input type="search" id="case-search" value=${filter.words} placeholder="title, requirement or any id" autocomplete="off" spellcheck=${false}
      onInput=${(event: InputEvent) => set({ words: (event.currentTarget as HTMLInputElement).value })} /></label>
    <ul class="filter" aria-label="Outcome">${columns.outcomes.of.map(
      (outcome, nth) => view`<li><button type="button" aria-pressed=${String(filter.outcomes.includes(outcome))}
        onClick=${() => set({ outcomes: toggled(filter.outcomes, outcome) })}><span class=${`dot ${outcome}`}></span>${thousands(counts[nth] ?? 0)} ${outcomes[outcome]}</button></li>`,
    )}</ul>
    <label>Section <select value=${filter.section} onChange=${(event: Event) => set({ section: (event.currentTarget as HTMLSelectElement).value })}>
      <option value="">all</option>
      ${columns.sections.of.map((section) => view`<option value=${section}>${section}</option>`)}
    </select></label>
    <label>Order <select id="case-order" value=${filter.order} onChange=${(event: Event) => set({ order: orderNamed((event.currentTarget as HTMLSelectElement).value) })}>
      ${CASE_ORDERS.map((order) => view`<option value=${order}>${ORDER_WORDS[order]}</option>`)}
    </select></label>
    ${filter.promise !== '' && chip(`on ${filter.promise}`, () => set({ promise: '' }))}
    ${filter.reason !== '' && chip(reasons[filter.reason as keyof typeof reasons] ?? filter.reason, () => set({ reason: '' }))}
    <p role="status" class="quiet">${shown === all ? count(all, 'case') : `${thousands(shown)} of ${count(all, 'case')}`}</p>
    ${shown < all && view`<button type="button" class="plain" onClick=${() => onFilter({ ...ANY_CASE, order: filter.order })}>Show all</button>`}
  </div>`;
}

function chip(text: string, onRemove: () => void): View {
  return view`<button type="button" class="chip" onClick=${onRemove} title="Remove this filter">${text} <span aria-hidden="true">×</span></button>`;
}

/** How many cases have each of the outcomes. */
function countsOf({ outcomes: { of, at } }: CaseColumns): readonly number[] {
  const counts = of.map(() => 0);
  for (const nth of at) counts[nth] = (counts[nth] ?? 0) + 1;
  return counts;
}
