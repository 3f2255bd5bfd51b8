import type { Rate } from '../verdict/proof.ts';

/** The 97.5 % point of the standard normal distribution: 2.5 % lie beyond it on either side. */
const Z = 1.959963984540054;

/**
 * A share of hits with its 95 % bounds by Wilson's score interval, which also holds for few trials and for shares near
 * 0 and 1, where the usual one collapses to a point. Of no trials nothing is known: 0 to 1.
 */
export function rateOf(hits: number, of: number): Rate {
  if (of === 0) return { hits, of, low: 0, high: 1 };
  const share = hits / of;
  const scale = 1 + Z ** 2 / of;
  const centre = (share + Z ** 2 / (2 * of)) / scale;
  const half = (Z / scale) * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2));
  // All or none are exact bounds, which rounding would miss by a hair.
  return { hits, of, low: hits === 0 ? 0 : centre - half, high: hits === of ? 1 : centre + half };
}
