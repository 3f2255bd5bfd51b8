/** The candidate closest to a word, at most two edits away; undefined if there is none. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  let best: string | undefined;
  // A short word is two edits away from nearly everything.
  let bound = word.length <= 3 ? 2 : 3;
  for (const candidate of candidates) {
    const distance = editsBetween(word.toLowerCase(), candidate.toLowerCase(), bound);
    if (distance < bound) {
      best = candidate;
      bound = distance;
    }
  }
  return best;
}

/** The advice `did you mean "order"?`, if one of the words is that close. */
export function didYouMean(word: string, words: readonly string[]): { readonly fix?: string } {
  const like = nearest(word, words);
  return like === undefined ? {} : { fix: `did you mean "${like}"?` };
}

/** The names that begin with most of a word and end differently. */
export function begunAs(word: string, names: readonly string[]): readonly string[] {
  for (let length = word.length - 1; length > word.length / 2; length -= 1) {
    const like = names.filter((name) => name.startsWith(word.slice(0, length)));
    if (like.length > 0) return like;
  }
  return [];
}

/**
 * The number of insertions, deletions, substitutions and swaps of neighbours that turn one word into the other; `bound` if
 * it is as many or more.
 */
function editsBetween(from: string, to: string, bound: number): number {
  if (Math.abs(from.length - to.length) >= bound) return bound;
  let before: number[] = [];
  let above = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1];
      let cost = Math.min((above[j] ?? bound) + 1, (row[j - 1] ?? bound) + 1, (above[j - 1] ?? bound) + (same ? 0 : 1));
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? bound) + 1);
      row.push(cost);
    }
    before = above;
    above = row;
  }
  return Math.min(above[to.length] ?? bound, bound);
}
