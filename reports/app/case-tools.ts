import type { CaseOutcome } from '../../harness/model.ts';
import type { CaseColumns } from '../html/packed.ts';
import { type View, view } from '../html/view.ts';
import { count, thousands } from '../words/text.ts';
import { outcomes, reasons } from '../words/words.ts';
import { ANY_CASE, type CaseFilter, toggled } from './route.ts';

export interface CaseToolsProps {
  readonly columns: CaseColumns;
  readonly filter: CaseFilter;
  readonly shown: number;
  readonly onFilter: (filter: CaseFilter) => void;
}

/** Search and filters of the list, and how many cases are left. */
export function CaseTools({ columns, filter, shown, onFilter }: CaseToolsProps): View {
  const set = (change: Partial<CaseFilter>) => onFilter({ ...filter, ...change });
  const all = columns.ids.length;
  return view`<div class="tools" role="search" aria-label="Cases">
    <label class="search">Search <input type="search" id="case-search" value=${filter.words} placeholder="title or id" autocomplete="off" spellcheck=${false}
      onInput=${(event: InputEvent) => set({ words: (event.currentTarget as HTMLInputElement).value })} /></label>
    <ul class="filter" aria-label="Outcome">${columns.outcomes.of.map(
      (outcome) => view`<li><button type="button" aria-pressed=${String(filter.outcomes.includes(outcome))}
        onClick=${() => set({ outcomes: toggled(filter.outcomes, outcome) })}><span class=${`dot ${outcome}`}></span>${thousands(countOf(columns, outcome))} ${outcomes[outcome]}</button></li>`,
    )}</ul>
    <label>Section <select value=${filter.section} onChange=${(event: Event) => set({ section: (event.currentTarget as HTMLSelectElement).value })}>
      <option value="">all</option>
      ${columns.sections.of.map((section) => view`<option value=${section}>${section}</option>`)}
    </select></label>
    ${filter.promise !== '' && chip(`on ${filter.promise}`, () => set({ promise: '' }))}
    ${filter.reason !== '' && chip(reasons[filter.reason as keyof typeof reasons] ?? filter.reason, () => set({ reason: '' }))}
    <p role="status" class="quiet">${shown === all ? count(all, 'case') : `${thousands(shown)} of ${count(all, 'case')}`}</p>
    ${shown < all && view`<button type="button" class="plain" onClick=${() => onFilter(ANY_CASE)}>Show all</button>`}
  </div>`;
}

function chip(text: string, onRemove: () => void): View {
  return view`<button type="button" class="chip" onClick=${onRemove} title="Remove this filter">${text} <span aria-hidden="true">×</span></button>`;
}

function countOf({ outcomes: { of, at } }: CaseColumns, outcome: CaseOutcome): number {
  const nth = of.indexOf(outcome);
  return at.reduce((sum, each) => sum + Number(each === nth), 0);
}
