import { paint, type TextStyle } from '../terminal/screen.ts';

/** Words at the beginning of our lines, and their colours. */
export type Labels = Readonly<Record<string, TextStyle>>;

/**
 * Paints the words at the beginning of lines; the text stays the same. Foreign text cannot begin a line, because it is
 * reduced to one line before it becomes part of a report.
 */
export function paintLabels(text: string, labels: Labels, colour: boolean): string {
  if (!colour) return text;
  const words = Object.keys(labels).toSorted((a, b) => b.length - a.length);
  const pattern = new RegExp(`^( *)(${words.join('|')})(?=[ :]|$)`, 'gm');
  return text.replace(pattern, (_, indent: string, word: string) => indent + paint(labels[word] ?? 'bold', word, true));
}
