/** The most characters of a quoted text, by default. */
export const MAX_CHARACTERS = 120;

/** The text, cut to this many characters with an ellipsis; never within a surrogate pair. */
export function cut(text: string, most = MAX_CHARACTERS): string {
  return text.length > most ? `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…` : text;
}
