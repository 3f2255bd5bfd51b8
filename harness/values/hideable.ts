/** A UUID as it is written, in either case. */
export const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Shorter texts, also as base64, cannot be told from other text. */
const MIN_CHARACTERS = 5;
const MIN_HEX_DIGITS = 16;

/**
 * Why a text cannot be replaced in evidence as a secret; undefined if it can. It may stand there without being the secret,
 * in a number, a time or an id, which would then be destroyed.
 */
export function whyNotHidden(text: string): string | undefined {
  if (text.length < MIN_CHARACTERS) return `it has fewer than ${MIN_CHARACTERS} characters`;
  if (!/[\p{L}\p{N}]/u.test(text)) return 'it has neither letters nor digits';
  if (/^[\d\sTZGMUCeE:.,+-]*$/.test(text)) return 'it could be a number or a time';
  const isPartOfId = /^[\da-f-]*$/i.test(text) && !UUID.test(text);
  if (isPartOfId && (text.includes('-') || text.length < MIN_HEX_DIGITS)) return 'it could be a part of an id';
  return undefined;
}
