/** The element of that id, which the page's maker has put there. */
export function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page lacks its element ${id}`);
  return found;
}

/** Opens everything that is folded around an element, and lets it have the focus. */
export function unfold(found: HTMLElement): void {
  for (let at: HTMLElement | null = found; at !== null; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement) at.open = true;
  }
  if (!found.matches('a, button, summary, [tabindex]')) found.tabIndex = -1;
}
