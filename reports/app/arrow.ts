/**
 * Goes to the arrow that the address names, where one is there: the browser looked for it before its case was drawn. Told
 * the same address again, it scrolls there, gives it the focus, and marks it as what the link meant.
 */
export function goToArrow(): void {
  if (document.getElementById(location.hash.slice(1))?.matches('.lanes summary')) location.replace(location.hash);
}
