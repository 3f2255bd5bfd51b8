import {
  observeWindowOffset,
  observeWindowRect,
  type VirtualItem,
  Virtualizer,
  windowScroll,
} from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';
import { caseLine } from '../html/case.ts';
import { type CaseColumns, lineAt } from '../html/packed.ts';
import { type View, view } from '../html/view.ts';
import { caseHref } from './route.ts';

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
      const line = lineAt(columns, place);
      const link = view`<a class="case-line" href=${caseHref(line.id)} data-nth=${index}>${caseLine(line)}</a>`;
      return view`<li key=${place} style=${{ height: `${lineHeight}px`, transform: `translateY(${start - top}px)` }}
        aria-setsize=${shown.length} aria-posinset=${index + 1}>${link}</li>`;
    })}
  </ol>`;
}

/** The part of a long list that the window shows. */
interface WindowList {
  readonly items: readonly VirtualItem[];
  /** Of the whole list, in pixels. */
  readonly height: number;
  /** Where the list begins in the page, in pixels. */
  readonly top: number;
  show(index: number): void;
}

/** Lines that are drawn beyond what is seen. */
const BEYOND = 12;

/** Follows the window's scrolling over a list of lines of one height. */
function useWindowList(list: RefObject<HTMLElement | null>, count: number, lineHeight: number): WindowList {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const [top, setTop] = useState(0);
  const options = {
    count,
    getScrollElement: () => window,
    estimateSize: () => lineHeight,
    overscan: BEYOND,
    scrollMargin: top,
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    scrollToFn: windowScroll,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    initialOffset: () => window.scrollY,
    onChange: redraw,
  } as const;
  const kept = useRef<Virtualizer<Window, HTMLElement>>(null);
  kept.current ??= new Virtualizer<Window, HTMLElement>(options as never);
  const virtual = kept.current;
  virtual.setOptions(options as never);
  useLayoutEffect(() => virtual._didMount(), [virtual]);
  useLayoutEffect(() => virtual._willUpdate());
  useLayoutEffect(() => virtual.measure(), [virtual, lineHeight]);
  // What stands above the list may grow: a section is opened, a filter hides rows.
  useLayoutEffect(() => {
    const measure = () => {
      const box = list.current?.getBoundingClientRect();
      if (box !== undefined && box.width > 0) setTop(Math.round(box.top + window.scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return {
    items: virtual.getVirtualItems(),
    height: virtual.getTotalSize(),
    top,
    show: (index) => virtual.scrollToIndex(index, { align: 'auto' }),
  };
}
