/** The element with this id; throws if the page lacks it. */
export function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page lacks its element ${id}`);
  return found;
}

/** Opens everything that is folded around an element, and makes it focusable. */
export function unfold(found: HTMLElement): void {
  for (let at: HTMLElement | null = found; at !== null; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement) at.open = true;
  }
  if (!found.matches('a, button, summary, [tabindex]')) found.tabIndex = -1;
}

/** Completes links to filtered lists: without script they lead to the whole list. */
export function completeLinks(report: HTMLElement): void {
  for (const link of report.querySelectorAll<HTMLAnchorElement>('a[data-filter]')) {
    link.hash = `${link.hash}?${link.dataset.filter}`;
  }
}

/** Marks the section in view in the bar. */
export function markSection(report: HTMLElement): void {
  const links = [...report.querySelectorAll<HTMLAnchorElement>('nav a')];
  const seen = new Set<Element>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) seen.add(target);
        else seen.delete(target);
      }
      const first = links.find(({ hash }) => [...seen].some(({ id }) => `#${id}` === hash));
      for (const link of links) {
        if (link === first) link.setAttribute('aria-current', 'true');
        else link.removeAttribute('aria-current');
      }
    },
    // A band below the bar: the section that crosses it is being read.
    { rootMargin: '-80px 0px -75% 0px' },
  );
  for (const { hash } of links) {
    const section = document.getElementById(hash.slice(1));
    if (section !== null) observer.observe(section);
  }
}

/** Runs `act` once, as soon as a reader comes near an element of the page, if it exists. */
export function whenNear(id: string, act: () => void): void {
  const near = document.getElementById(id);
  if (near === null) return;
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      act();
    },
    { rootMargin: '600px' },
  );
  observer.observe(near);
}

/** Unfolds all promises for printing, even in browsers whose style sheets cannot. */
export function unfoldForPrint(report: HTMLElement): void {
  let run: readonly HTMLDetailsElement[] = [];
  addEventListener('beforeprint', () => {
    run = [...report.querySelectorAll<HTMLDetailsElement>('.place:not([open]), .excused:not([open])')];
    for (const each of run) each.open = true;
  });
  addEventListener('afterprint', () => {
    for (const each of run) each.open = false;
  });
}

const STOPS =
  'article.finding, .excused > summary, .place:not([hidden]) > summary, .place[open]:not([hidden]) tbody tr:not([hidden])';
/** The height of the bar of sections at the top of the window, in pixels. */
const BAR = 60;

/** The next stop of the keys j and k, from the focus or from the top of the window: a failure or a promise. */
export function nextStop(report: HTMLElement, by: 1 | -1): HTMLElement | undefined {
  const all = [...report.querySelectorAll<HTMLElement>(STOPS)];
  const from = focused();
  const way = by === 1 ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING;
  const isThere = (each: HTMLElement): boolean => {
    if (from === null) return each.getBoundingClientRect().top >= BAR === (by === 1);
    return !each.contains(from) && (from.compareDocumentPosition(each) & way) !== 0;
  };
  const found = by === 1 ? all.find(isThere) : all.findLast(isThere);
  if (found !== undefined) unfold(found);
  return found;
}

/** The focused element, if it is visible. */
function focused(): Element | null {
  const from = document.activeElement;
  if (from === null || from === document.body) return null;
  const { top, bottom } = from.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight ? from : null;
}
