/** Completes links that lead to a filtered list: without script they lead to the whole of it. */
export function completeLinks(report: HTMLElement): void {
  for (const link of report.querySelectorAll<HTMLAnchorElement>('a[data-filter]')) {
    link.hash = `${link.hash}?${link.dataset.filter}`;
  }
}

/** Marks in the bar which section is in view. */
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
    // A band below the bar: what crosses it is what is being read.
    { rootMargin: '-80px 0px -75% 0px' },
  );
  for (const { hash } of links) {
    const section = document.getElementById(hash.slice(1));
    if (section !== null) observer.observe(section);
  }
}

/** Unfolds all promises while the page is printed, also in browsers whose style sheets cannot. */
export function unfoldForPrint(report: HTMLElement): void {
  let folded: readonly HTMLDetailsElement[] = [];
  addEventListener('beforeprint', () => {
    folded = [...report.querySelectorAll<HTMLDetailsElement>('.place:not([open]), .excused:not([open])')];
    for (const each of folded) each.open = true;
  });
  addEventListener('afterprint', () => {
    for (const each of folded) each.open = false;
  });
}
