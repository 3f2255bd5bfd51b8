import { neutral } from '../../harness/words/text.ts';

/** Measures texts in terminal columns, and fits them to a width. */

/** East Asian wide and full-width characters, and emoji: two columns each. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{16fe0}-\u{18aff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
/** Marks drawn over the character before them. */
const OVER = /\p{M}/u;
const PLAIN = /^[\x20-\x7e]*$/;

/** The number of columns of a one-line text. */
export function columnsOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let columns = 0;
  for (const character of text) columns += widthOf(character);
  return columns;
}

/** The number of columns of a painted text, without the escape sequences. */
export function seenColumns(painted: string): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: paint is made of escape sequences
  return columnsOf(painted.replace(/\u001b\[\d+m/g, ''));
}

function widthOf(character: string): number {
  if (OVER.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

/** The text on one line, neutralised, in at most `columns` columns; `mark` shows that something was cut. */
export function cutTo(text: string, columns: number, mark = '…'): string {
  const line = neutral(text);
  if (columnsOf(line) <= columns) return line;
  let room = columns - columnsOf(mark);
  let kept = '';
  for (const character of line) {
    room -= widthOf(character);
    if (room < 0) break;
    kept += character;
  }
  return columns < columnsOf(mark) ? mark.slice(0, Math.max(0, columns)) : `${kept}${mark}`;
}

/** The text as by `cutTo`, padded with spaces. */
export function fill(text: string, columns: number, mark = '…'): string {
  const line = cutTo(text, columns, mark);
  return `${line}${' '.repeat(Math.max(0, columns - columnsOf(line)))}`;
}

/** A painted line wrapped between words; all lines but the first are indented. */
export function wrapped(line: string, columns: number, indent: number): string {
  let room = columns;
  const pieces = line.split(/(?<=\S) (?=\S)/).map((word, at) => {
    const wide = seenColumns(word) + (at === 0 ? 0 : 1);
    const fits = at === 0 || wide <= room;
    room = (fits ? room : columns - indent + 1) - wide;
    if (at === 0) return word;
    return fits ? ` ${word}` : `\n${' '.repeat(indent)}${word}`;
  });
  return pieces.join('');
}
