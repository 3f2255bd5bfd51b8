/** Puts a button behind everything that is there to be copied, also what is drawn later; a click copies the text before it. */
export function copyOnClick(): void {
  if (navigator.clipboard === undefined) return;
  addEverywhere();
  new MutationObserver(addEverywhere).observe(document.body, { childList: true, subtree: true });
  document.addEventListener('click', async ({ target }) => {
    if (!(target instanceof HTMLButtonElement) || !target.matches('.copier')) return;
    await navigator.clipboard.writeText(target.previousElementSibling?.textContent ?? '');
    target.textContent = 'Copied';
    setTimeout(() => {
      target.textContent = 'Copy';
    }, 1_500);
  });
}

function addEverywhere(): void {
  for (const text of document.querySelectorAll('.copy:not(:has(+ .copier))')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copier';
    button.textContent = 'Copy';
    text.after(button);
  }
}
