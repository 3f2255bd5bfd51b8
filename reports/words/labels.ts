import { paint, type Style } from '../terminal/screen.ts';

/** Words with which lines of ours begin, and their colours. */
export type Labels = Readonly<Record<string, Style>>;

/**
 * Paints the words with which lines begin; the text stays the same. No text of others can begin a line: it is brought onto
 * one line before it becomes part of a report.
 */
export function paintLabels(text: string, labels: Labels, colour: boolean): string {
  if (!colour) return text;
  const words = Object.keys(labels).toSorted((a, b) => b.length - a.length);
  const pattern = new RegExp(`^( *)(${words.join('|')})(?=[ :]|$)`, 'gm');
  return text.replace(pattern, (_, indent: string, word: string) => indent + paint(labels[word] ?? 'bold', word, true));
}
