/** Work that goes on in steps, each shorter than a frame. */
export type Steps<T> = Generator<void, T, void>;

/** What a step puts in order by itself. */
const RUN = 2_000;
/** What a pass over numbers looks at: that many values have their own place in a table. */
const DIGIT = 65_536;

/** Where each text stands in the alphabet among the others, counted from 0. */
export function* ranksOf(texts: readonly string[]): Steps<readonly number[]> {
  let runs: number[][] = [];
  for (let from = 0; from < texts.length; from += RUN) {
    const run = Array.from({ length: Math.min(RUN, texts.length - from) }, (_, i) => from + i);
    runs.push(run.sort((a, b) => (isBehind(texts, a, b) ? 1 : -1)));
    yield;
  }
  while (runs.length > 1) {
    const longer: number[][] = [];
    for (let i = 0; i < runs.length; i += 2) {
      longer.push(merged(texts, runs[i] ?? [], runs[i + 1] ?? []));
      yield;
    }
    runs = longer;
  }
  const ranks = new Array<number>(texts.length).fill(0);
  for (const [rank, nth] of (runs[0] ?? []).entries()) ranks[nth] = rank;
  return ranks;
}

/**
 * The same places, those of the lowest rank first, equal ones as they stood. Ranks are whole and not below 0. Plain loops over
 * plain numbers: what they save makes the difference between one frame and several.
 */
export function byRank(places: readonly number[], rankOf: (place: number) => number): readonly number[] {
  const ranks = new Float64Array(places.length);
  let order = new Uint32Array(places.length);
  let highest = 0;
  for (let nth = 0; nth < places.length; nth += 1) {
    const rank = rankOf(places[nth] ?? 0);
    ranks[nth] = rank;
    order[nth] = nth;
    if (rank > highest) highest = rank;
  }
  // From the last digit to the first, so that each pass keeps what those before it have put in order.
  for (let unit = 1; unit <= highest; unit *= DIGIT) order = byDigit(order, ranks, unit);
  const sorted: number[] = [];
  for (const nth of order) sorted.push(places[nth] ?? 0);
  return sorted;
}

function byDigit(order: Uint32Array<ArrayBuffer>, ranks: Float64Array, unit: number): Uint32Array<ArrayBuffer> {
  const digitOf = (nth: number): number => Math.floor((ranks[nth] ?? 0) / unit) % DIGIT;
  const next = new Uint32Array(DIGIT + 1);
  for (let nth = 0; nth < ranks.length; nth += 1) {
    const behind = digitOf(nth) + 1;
    next[behind] = (next[behind] ?? 0) + 1;
  }
  for (let digit = 1; digit < DIGIT; digit += 1) next[digit] = (next[digit] ?? 0) + (next[digit - 1] ?? 0);
  const sorted = new Uint32Array(order.length);
  for (const nth of order) {
    const digit = digitOf(nth);
    const at = next[digit] ?? 0;
    sorted[at] = nth;
    next[digit] = at + 1;
  }
  return sorted;
}

function merged(texts: readonly string[], first: readonly number[], second: readonly number[]): number[] {
  const all: number[] = [];
  let [i, j] = [0, 0];
  while (i < first.length && j < second.length) {
    const a = first[i] ?? 0;
    const b = second[j] ?? 0;
    if (isBehind(texts, a, b)) {
      all.push(b);
      j += 1;
    } else {
      all.push(a);
      i += 1;
    }
  }
  return all.concat(first.slice(i), second.slice(j));
}

function isBehind(texts: readonly string[], a: number, b: number): boolean {
  return (texts[a] ?? '') > (texts[b] ?? '');
}
