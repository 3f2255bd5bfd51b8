import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { count, thousands } from '../../harness/words/text.ts';
import { caseLine } from '../html/case.ts';
import { type CaseColumns, lineAt } from '../html/packed.ts';
import { type View, view } from '../html/view.ts';
import { outcomes, reasons } from '../words/words.ts';
import { ANY_CASE, type CaseFilter, caseHref, toggleWord } from './route.ts';
import { CASE_ORDERS, type CaseOrder, caseOrderNamed } from './search.ts';

/** What the list shows, and where the focus is. */
interface CaseListProps {
  readonly columns: CaseColumns;
  /** Places of the cases to show, in order. */
  readonly shown: readonly number[];
  readonly lineHeight: number;
  /** The place whose line gets the focus; a new object moves the focus there again. */
  readonly focus?: { readonly place: number };
}

/** The height of the bar of sections at the top of the window, in pixels. */
const BAR = 60;
/** How many lines are drawn beyond the visible ones. */
const BEYOND = 12;
/** The list is redrawn after scrolling this many pixels: less than the height of the lines drawn beyond. */
const STRIDE = 200;

/** All cases that match a filter; only those in the window are drawn. */
export function CaseList({ columns, shown, lineHeight, focus }: CaseListProps): View {
  const list = useRef<HTMLOListElement>(null);
  const [top, setTop] = useState(0);
  const [from, setFrom] = useState(0);
  const first = Math.max(0, Math.floor((from - top) / lineHeight) - BEYOND);
  const items = shown.slice(first, Math.max(0, Math.ceil((from + window.innerHeight - top) / lineHeight)) + BEYOND);
  // The content above the list may grow: a section is opened, a filter hides rows.
  useLayoutEffect(() => {
    const measure = () => {
      const box = list.current?.getBoundingClientRect();
      if (box !== undefined && box.width > 0) setTop(Math.round(box.top + window.scrollY));
      setFrom(window.scrollY - (window.scrollY % STRIDE));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      removeEventListener('scroll', measure);
    };
  }, []);
  useLayoutEffect(() => {
    if (focus === undefined) return;
    const nth = shown.indexOf(focus.place);
    if (nth === -1) return;
    const y = top + nth * lineHeight - window.scrollY;
    if (y < BAR) window.scrollBy(0, y - BAR);
    else if (y + lineHeight > window.innerHeight) window.scrollBy(0, y + lineHeight - window.innerHeight);
    const frame = requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-nth="${nth}"]`)?.focus({ preventScroll: true }),
    );
    return () => cancelAnimationFrame(frame);
  }, [focus]);
  return view`<ol class="case-lines" role="list" aria-label="Cases" ref=${list} style=${{ height: `${shown.length * lineHeight}px` }}>
    ${items.map((place, i) => {
      const index = first + i;
      const line = lineAt(columns, place);
      const link = view`<a class="case-line" href=${caseHref(line.id)} data-nth=${index}>${caseLine(line)}</a>`;
      return view`<li key=${place} style=${{ height: `${lineHeight}px`, transform: `translateY(${index * lineHeight}px)` }}
        aria-setsize=${shown.length} aria-posinset=${index + 1}>${link}</li>`;
    })}
  </ol>`;
}

/** What the tools of the list need. */
interface CaseToolsProps {
  readonly columns: CaseColumns;
  readonly filter: CaseFilter;
  /** How many cases match the filter. */
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

/** Search, filters and order of the list, and how many cases match. */
export function CaseTools({ columns, filter, shown, onFilter }: CaseToolsProps): View {
  const set = (change: Partial<CaseFilter>) => onFilter({ ...filter, ...change });
  const all = columns.ids.length;
  const counts = useMemo(() => countsOf(columns), [columns]);
  return view`<div class="tools" role="search" aria-label="Cases">
    <label class="search">Search <input type="search" id="case-search" value=${filter.words} placeholder="title, requirement or any id" autocomplete="off" spellcheck=${false}
      onInput=${(event: InputEvent) => set({ words: (event.currentTarget as HTMLInputElement).value })} /></label>
    <ul class="filter" aria-label="Outcome">${columns.outcomes.of.map(
      (outcome, nth) => view`<li><button type="button" aria-pressed=${String(filter.outcomes.includes(outcome))}
        onClick=${() => set({ outcomes: toggleWord(filter.outcomes, outcome) })}><span class=${`dot ${outcome}`}></span>${thousands(counts[nth] ?? 0)} ${outcomes[outcome]}</button></li>`,
    )}</ul>
    <label>Section <select value=${filter.section} onChange=${(event: Event) => set({ section: (event.currentTarget as HTMLSelectElement).value })}>
      <option value="">all</option>
      ${columns.sections.of.map((section) => view`<option value=${section}>${section}</option>`)}
    </select></label>
    <label>Order <select id="case-order" value=${filter.order} onChange=${(event: Event) => set({ order: caseOrderNamed((event.currentTarget as HTMLSelectElement).value) })}>
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

/** How many cases have each outcome. */
function countsOf({ outcomes: { of, at } }: CaseColumns): readonly number[] {
  const counts = of.map(() => 0);
  for (const nth of at) counts[nth] = (counts[nth] ?? 0) + 1;
  return counts;
}
