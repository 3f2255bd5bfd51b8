import { unfold } from './unfold.ts';

const STOPS =
  'article.finding, .excused > summary, .place:not([hidden]) > summary, .place[open]:not([hidden]) tbody tr:not([hidden])';
/** The height that the bar of sections takes at the top of the window. */
const BAR = 60;

/** What the keys j and k go to from where the focus is, or from the top of the window: failures, promises. */
export function nextStop(report: HTMLElement, by: 1 | -1): HTMLElement | undefined {
  const all = [...report.querySelectorAll<HTMLElement>(STOPS)];
  const found = by === 1 ? all.find(isAhead()) : all.findLast(isBehind());
  if (found !== undefined) unfold(found);
  return found;
}

function isAhead(): (each: HTMLElement) => boolean {
  const from = focused();
  if (from === null) return (each) => topOf(each) >= BAR;
  return (each) => each !== from && (from.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

function isBehind(): (each: HTMLElement) => boolean {
  const from = focused();
  if (from === null) return (each) => topOf(each) < BAR;
  return (each) =>
    !each.contains(from) && (from.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
}

/** What has the focus, if it can be seen. */
function focused(): Element | null {
  const from = document.activeElement;
  if (from === null || from === document.body) return null;
  const { top, bottom } = from.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight ? from : null;
}

const topOf = (each: HTMLElement): number => each.getBoundingClientRect().top;
