import { createHash } from 'node:crypto';

/**
 * A hash chain over the lines of a file: each link is the digest of the link before it and of its line. So the links tell
 * of any text whether it is the line that stood at a place, without holding a line.
 */
export type Chain = readonly string[];

/** The lines of a file as bytes, without their line breaks; what follows the last line break is a line if it is anything. */
export function linesOf(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let start = 0; start < bytes.byteLength; ) {
    const at = bytes.indexOf(LINE_BREAK, start);
    const end = at < 0 ? bytes.byteLength : at;
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return lines;
}

const LINE_BREAK = 0x0a;

/** The links of a file's lines, as lower-case hex. */
export function chainOf(bytes: Uint8Array): Chain {
  const links: string[] = [];
  for (const line of linesOf(bytes)) links.push(linkOf(links.at(-1) ?? '', line));
  return links;
}

/** Links as a file holds them, one a line. */
export function chainText(chain: Chain): string {
  return chain.map((link) => `${link}\n`).join('');
}

function linkOf(before: string, line: Uint8Array): string {
  return createHash('sha256').update(before).update('\n').update(line).digest('hex');
}

/** What became of a line, counted from 1 in the file as it was sealed; `at` is its place, or where it would belong, in the file now. */
export interface Tampering {
  readonly line: number;
  readonly at: number;
  readonly what: 'changed' | 'dropped' | 'added' | 'repeated' | 'swapped';
  /** The other line: of a swap the one it changed places with, of a repeat the one it repeats. */
  readonly other?: number;
}

/** Where lines differ from those that were chained, in order, the first few. */
export function tamperings(chain: Chain, bytes: Uint8Array, most = 10): Tampering[] {
  const lines = linesOf(bytes);
  /** Whether the i-th line now is the k-th line that was chained, both from 0. */
  const is = (i: number, k: number): boolean => {
    const line = lines[i];
    return line !== undefined && k < chain.length && linkOf(chain[k - 1] ?? '', line) === chain[k];
  };
  const found: Tampering[] = [];
  let i = 0;
  let k = 0;
  while ((i < lines.length || k < chain.length) && found.length < most) {
    if (is(i, k)) {
      i += 1;
      k += 1;
      continue;
    }
    const [tampering, now, then] = explain({ i, k, is, lines: lines.length, links: chain.length });
    // The other half of a swap has been told of.
    if (tampering.what !== 'swapped' || (tampering.other ?? 0) > tampering.line) found.push(tampering);
    i += now;
    k += then;
  }
  return found;
}

interface Difference {
  readonly i: number;
  readonly k: number;
  readonly is: (i: number, k: number) => boolean;
  readonly lines: number;
  readonly links: number;
}

/** How far ahead a dropped or added line is looked for. */
const AHEAD = 50;

/** What happened where the files part, and how many lines of each it accounts for. */
function explain({ i, k, is, lines, links }: Difference): [Tampering, now: number, then: number] {
  const at = i + 1;
  const line = k + 1;
  if (i >= lines) return [{ line, at, what: 'dropped' }, 0, 1];
  if (is(i, k + 1) && is(i + 1, k)) return [{ line, at, what: 'swapped', other: line + 1 }, 2, 2];
  if (k >= links || is(i + 1, k)) return [added(i, k, is, links), 1, 0];
  if (is(i + 1, k + 1) || (i + 1 === lines && k + 1 === links)) {
    // The line alone is another; it may stand where that one was sealed.
    for (let other = 0; other < links; other += 1) {
      if (other !== k && is(i, other) && is(other + (i - k), k))
        return [{ line, at, what: 'swapped', other: other + 1 }, 1, 1];
    }
    return [{ line, at, what: 'changed' }, 1, 1];
  }
  for (let ahead = 1; ahead <= AHEAD; ahead += 1) {
    if (is(i, k + ahead)) return [{ line, at, what: 'dropped' }, 0, 1];
    if (is(i + ahead, k)) return [added(i, k, is, links), 1, 0];
  }
  return [{ line, at, what: 'changed' }, 1, 1];
}

function added(i: number, k: number, is: Difference['is'], links: number): Tampering {
  for (let other = 0; other < links; other += 1) {
    if (is(i, other)) return { line: k + 1, at: i + 1, what: 'repeated', other: other + 1 };
  }
  return { line: k + 1, at: i + 1, what: 'added' };
}
