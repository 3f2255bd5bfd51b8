import {
  observeWindowOffset,
  observeWindowRect,
  type VirtualItem,
  Virtualizer,
  windowScroll,
} from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';

/** The part of a long list that the window shows. */
export interface WindowList {
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
export function useWindowList(list: RefObject<HTMLElement | null>, count: number, lineHeight: number): WindowList {
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
