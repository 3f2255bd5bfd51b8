/**
 * Text from a target is hostile until made harmless: it may hold ANSI sequences that repaint a terminal, marks that reverse
 * the reading direction, or characters that XML does not allow. Neutralised characters stay visible, as escapes.
 */

/** Control, format (bidi marks, zero width, soft hyphen, tags), lone surrogates, line and paragraph separators. */
export const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const UNSEEN_BUT_BREAKS = /[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]--[\n\t]]/gv;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escapeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
}

/** The text with every invisible character as an escape (`\u001b`); newlines and tabs are kept. */
export function visible(text: string): string {
  // Skips plain ASCII, most of a page, at a third of the cost.
  return text.replace(/[^\n\t -~]+/g, (run) =>
    run.replace(UNSEEN_BUT_BREAKS, (found) => SHORT[found] ?? escapeOf(found)),
  );
}

/** The text on one line, with every invisible character as an escape, so that it cannot pose as a line of ours. */
export function oneLine(text: string): string {
  return text.replace(UNSEEN, (found) => SHORT[found] ?? escapeOf(found));
}

/** The text on one line, without anything that a CI service's log reader takes for a command. */
export function neutral(text: string): string {
  return oneLine(text).replaceAll('##[', '#\\u0023[').replaceAll('##vso[', '#\\u0023vso[');
}

/** The first `max` characters, and how many more there are. Never cuts a character in two. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = /[\ud800-\udbff]/.test(text.charAt(max - 1)) ? max - 1 : max;
  return `${text.slice(0, end)}… (${count(text.length - end, 'character')} more)`;
}

/** The text with a capital first letter, to begin a sentence. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `1 case`, `1,204 cases`. */
export function count(n: number, noun: string, plural = `${noun}s`): string {
  return `${thousands(n)} ${n === 1 ? noun : plural}`;
}

/** The first names, and how many more there are: `a, b and 7 more`. */
export function fewOf(names: readonly string[], most: number, between = ', '): string {
  const rest = names.length - most;
  return `${names.slice(0, most).join(between)}${rest > 0 ? ` and ${thousands(rest)} more` : ''}`;
}

/** A whole number with thousands separators: `1,257`. */
export function thousands(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, ',');
}

const MAX_LENGTH = 400;

/** A foreign text as part of our line: harmless, and of limited length. */
export function brief(hostile: string): string {
  return neutral(clip(hostile, MAX_LENGTH));
}

/** Alternatives as they are read: `200 or 202` for `200 | 202`. */
export function alternatives(text: string): string {
  return text.replaceAll(' | ', ' or ');
}

/** `A`, `A or B`, `A, B or C`; or with `and` before the last. */
export function either(words: readonly string[], last: 'or' | 'and' = 'or'): string {
  return words.length < 2 ? (words[0] ?? 'nothing') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}
