import type { DefectKind, Depth } from '../model.ts';

/** From least to most. */
export const DEPTHS: readonly Depth[] = ['quick', 'standard', 'thorough'];

/** Whether cases that are walked from depth `own` on are walked at depth `asked`. */
export function isWalkedAt(own: Depth, asked: Depth): boolean {
  return DEPTHS.indexOf(own) <= DEPTHS.indexOf(asked);
}

const QUICK_KINDS: ReadonlySet<DefectKind> = new Set(['omit', 'wrong-type', 'bad-token', 'bad-credentials']);

/** Which faulty requests of a matrix are tried at `quick`, by their kinds in order: the first of each usual kind. */
export function quickOf(kinds: readonly (DefectKind | undefined)[]): readonly boolean[] {
  return kinds.map((kind, i) => kind !== undefined && QUICK_KINDS.has(kind) && kinds.indexOf(kind) === i);
}
