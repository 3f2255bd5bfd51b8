/** `A`, `A or B`, `A, B or C`; or with `and` before the last. */
export function either(words: readonly string[], last: 'or' | 'and' = 'or'): string {
  return words.length < 2 ? (words[0] ?? 'nothing') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}
