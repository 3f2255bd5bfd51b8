import { alternatives } from '../../harness/words/text.ts';

/** The first symptom of a mistake in the library of faults, and the requirements that it breaches. */
export interface FaultSignature {
  /** The mistake in a sentence: `Orders are not acknowledged`. */
  readonly title: string;
  /** The kind of failure, without the check that found it. */
  readonly kind: string;
  readonly rows: readonly string[];
  /** Every case that was walked for it failed. */
  readonly whole?: true;
  /** The types of orders that it is about; absent: all. */
  readonly orderTypes?: readonly string[];
  /** The verbs whose answers it is about; absent: all, or events. */
  readonly verbs?: readonly string[];
}

/** The least overlap of the requirements breached by two mistakes, as a share of both sets together. */
const MIN_SHARE = 0.5;

/**
 * The mistake of the library with the same symptoms as a cause, in words: `as in a gateway where orders are not
 * acknowledged`. Where several are as like, it would be a guess. `kinds` are all that the cause shows. `neverPassed` tells
 * a permanent mistake from an intermittent one.
 */
export function likenessOf(
  {
    kinds,
    rows,
    neverPassed = false,
  }: { readonly kinds: readonly string[]; readonly rows: readonly string[]; readonly neverPassed?: boolean },
  library: readonly FaultSignature[],
): string | undefined {
  const alike = library.flatMap(({ title, kind: its, rows: those, whole }) => {
    const common = those.filter((row) => rows.includes(row)).length;
    const share = common / Math.max(1, those.length + rows.length - common);
    const isAlike = kinds.includes(alternatives(its)) && share >= MIN_SHARE;
    return isAlike ? [{ title, share, fits: neverPassed === (whole ?? false) }] : [];
  });
  const best = Math.max(0, ...alike.map(({ share }) => share));
  const nearest = alike.filter(({ share }) => share === best);
  const fitting = nearest.filter(({ fits }) => fits);
  const titles = [...new Set((fitting.length > 0 ? fitting : nearest).map(({ title }) => title))];
  const [title, ...others] = titles;
  return title === undefined || others.length > 0 ? undefined : `as in a gateway where ${inside(title)}`;
}

/** A sentence after `where`: it begins in lower case, unless with a name, and without a `Where` of its own. */
function inside(title: string): string {
  const words = title.replace(/^Where /, '');
  return /^[A-Z][a-z]/.test(words) || /^A /.test(words) ? words[0]?.toLowerCase() + words.slice(1) : words;
}
