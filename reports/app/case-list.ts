import { useLayoutEffect, useRef } from 'preact/hooks';
import { caseLine } from '../html/case.ts';
import { type CaseLine, lineAt } from '../html/case-line.ts';
import type { CaseColumns } from '../html/packed.ts';
import { type View, view } from '../html/view.ts';
import { caseHref } from './route.ts';
import { useWindowList } from './use-window-list.ts';

/** What the list shows, and where its reader is. */
export interface CaseListProps {
  readonly columns: CaseColumns;
  /** Places of the cases to show, in order. */
  readonly shown: readonly number[];
  readonly lineHeight: number;
  /** The place whose line is to have the focus; a new object moves it there again. */
  readonly focus?: { readonly place: number };
}

/** The height that the bar of sections takes at the top of the window. */
const BAR = 60;

/** All cases that a filter lets through, of which only those in the window are drawn. */
export function CaseList({ columns, shown, lineHeight, focus }: CaseListProps): View {
  const list = useRef<HTMLOListElement>(null);
  const { items, height, top, show } = useWindowList(list, shown.length, lineHeight);
  useLayoutEffect(() => {
    if (focus === undefined) return;
    const nth = shown.indexOf(focus.place);
    if (nth === -1) return;
    const y = top + nth * lineHeight - window.scrollY;
    if (y < BAR || y + lineHeight > window.innerHeight) show(nth);
    const frame = requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-nth="${nth}"]`)?.focus({ preventScroll: true }),
    );
    return () => cancelAnimationFrame(frame);
  }, [focus]);
  return view`<ol class="case-lines" role="list" aria-label="Cases" ref=${list} style=${{ height: `${height}px` }}>
    ${items.map(({ index, start }) => {
      const place = shown[index] ?? 0;
      return view`<li key=${place} style=${{ height: `${lineHeight}px`, transform: `translateY(${start - top}px)` }}
        aria-setsize=${shown.length} aria-posinset=${index + 1}>${link(lineAt(columns, place), index)}</li>`;
    })}
  </ol>`;
}

function link(line: CaseLine, nth: number): View {
  return view`<a class="case-line" href=${caseHref(line.id)} data-nth=${nth}>${caseLine(line)}</a>`;
}
