import { alternatives } from '../../harness/words/text.ts';

/** What a mistake of the library of faults shows first, and the requirements that this breaches. */
export interface Signature {
  /** The mistake in a sentence: `Orders are not acknowledged`. */
  readonly title: string;
  /** As it is told: without the check that saw it. */
  readonly kind: string;
  readonly rows: readonly string[];
  /** Every case that was walked for it failed. */
  readonly whole?: true;
}

/** The least overlap of the requirements that two mistakes breach, as a part of the smaller set. */
const LEAST_COMMON = 0.5;
/** So many mistakes that show alike say something, and more nothing. */
const MOST_ALIKE = 2;

/**
 * Which mistakes of the library show as a cause does, in words: `as in a gateway where orders are not acknowledged`. `kinds`
 * are all that the cause shows. What is wrong now and then is told from what `neverPassed`.
 */
export function likenessOf(
  {
    kinds,
    rows,
    neverPassed = false,
  }: { readonly kinds: readonly string[]; readonly rows: readonly string[]; readonly neverPassed?: boolean },
  library: readonly Signature[],
): string | undefined {
  const alike = library.flatMap(({ title, kind: its, rows: those, whole }) => {
    const common = those.filter((row) => rows.includes(row)).length;
    const isAlike = kinds.includes(alternatives(its)) && common >= LEAST_COMMON * Math.min(those.length, rows.length);
    const share = common / Math.max(1, those.length + rows.length - common);
    return isAlike ? [{ title, share, fits: neverPassed === (whole ?? false) }] : [];
  });
  const best = Math.max(0, ...alike.map(({ share }) => share));
  const nearest = alike.filter(({ share }) => share === best);
  const fitting = nearest.filter(({ fits }) => fits);
  const titles = [...new Set((fitting.length > 0 ? fitting : nearest).map(({ title }) => title))];
  if (titles.length === 0 || titles.length > MOST_ALIKE) return undefined;
  return `as in a gateway where ${titles.map(inside).join(', or where ')}`;
}

/** A sentence within another: it begins small, unless it begins with a name. */
function inside(title: string): string {
  return /^[A-Z][a-z]/.test(title) || /^A /.test(title) ? title[0]?.toLowerCase() + title.slice(1) : title;
}
