const COPIED_MS = 1_500;

/** Puts a button into everything that can be copied, even if drawn later; a click copies the text around it. */
export function copyOnClick(): void {
  if (navigator.clipboard === undefined) return;
  addEverywhere();
  new MutationObserver(addEverywhere).observe(document.body, { childList: true, subtree: true });
  document.addEventListener('click', async ({ target }) => {
    if (!(target instanceof HTMLButtonElement) || !target.matches('.copier')) return;
    await navigator.clipboard.writeText(textAround(target));
    target.textContent = 'Copied';
    setTimeout(() => {
      target.textContent = 'Copy';
    }, COPIED_MS);
  });
}

function addEverywhere(): void {
  for (const text of document.querySelectorAll('.copy:not(:has(> .copier))')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copier';
    button.textContent = 'Copy';
    text.append(button);
  }
}

function textAround(button: HTMLElement): string {
  const text = button.parentElement?.cloneNode(true) as HTMLElement;
  text.querySelector('.copier')?.remove();
  return text.textContent ?? '';
}
