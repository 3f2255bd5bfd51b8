import type { DefectKind, Depth } from '../model.ts';

/** From the least to the most. */
export const DEPTHS: readonly Depth[] = ['quick', 'standard', 'thorough'];

/** Whether what is walked from `own` on is walked at `asked`. */
export function isWalkedAt(own: Depth, asked: Depth): boolean {
  return DEPTHS.indexOf(own) <= DEPTHS.indexOf(asked);
}

const QUICK_KINDS: ReadonlySet<DefectKind> = new Set(['omit', 'wrong-type', 'bad-token', 'bad-credentials']);

/** Of the faulty requests of a matrix, by their kinds in order, which are tried quickly: of the usual kinds the first. */
export function quickOf(kinds: readonly (DefectKind | undefined)[]): readonly boolean[] {
  return kinds.map((kind, i) => kind !== undefined && QUICK_KINDS.has(kind) && kinds.indexOf(kind) === i);
}
