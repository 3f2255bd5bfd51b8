/**
 * Only this many last characters of each literal are looked up: tokens often begin alike (the head of a JWT), but end
 * differently. Shorter literals, of which there are few, use a regular expression.
 */
const WINDOW = 16;
/** The number of characters looked at together. */
const BLOCK = 3;
const LAST = WINDOW - BLOCK;
const BITS = 17;
const NONE: readonly string[] = [];

/**
 * Finds which of many literals a text may hold; several times as fast as a regular expression, however many there are. Uses
 * the algorithm of Wu and Manber (1994): for each block of characters it knows how far to skip, since no literal has the
 * block earlier.
 */
export function createLiteralFinder() {
  const skips = new Uint8Array(2 ** BITS).fill(LAST + 1);
  const byEnd = new Map<string, string[]>();
  const short: string[] = [];
  let anyShort: RegExp | null = null;

  return {
    add: (literal: string): void => {
      if (literal.length < WINDOW) {
        short.push(literal);
        anyShort = new RegExp(short.map(RegExp.escape).join('|'));
        return;
      }
      const end = literal.slice(-WINDOW);
      const others = byEnd.get(end);
      if (others) others.push(literal);
      else byEnd.set(end, [literal]);
      for (let from = 0; from <= LAST; from += 1) {
        const block = blockAt(end, from);
        skips[block] = Math.min(skips[block] as number, LAST - from);
      }
    },
    /** Includes every literal in the text; others only if they are short. */
    candidatesIn: (text: string): readonly string[] => {
      const found = anyShort?.test(text) ? short : NONE;
      if (byEnd.size === 0) return found;
      // Literals with the same end are collected once, however often the text has that end.
      let ends: Set<readonly string[]> | undefined;
      const end = text.length - BLOCK;
      for (let at = LAST; at <= end; ) {
        const skip = skips[blockAt(text, at)] as number;
        const ended = skip === 0 ? byEnd.get(text.slice(at - LAST, at + BLOCK)) : undefined;
        if (ended) ends = (ends ?? new Set()).add(ended);
        at += Math.max(1, skip);
      }
      return ends ? [...found, ...[...ends].flat().filter((literal) => text.includes(literal))] : found;
    },
  };
}

function blockAt(text: string, at: number): number {
  const mixed = (text.charCodeAt(at) << 11) ^ (text.charCodeAt(at + 1) << 6) ^ text.charCodeAt(at + 2);
  return mixed & (2 ** BITS - 1);
}
