/** How long a text is quoted, unless told otherwise. */
export const MOST_CHARACTERS = 120;

/** The text, or as much of it as fits into so many characters with an ellipsis; never cut within a surrogate pair. */
export function cut(text: string, most = MOST_CHARACTERS): string {
  return text.length > most ? `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…` : text;
}
