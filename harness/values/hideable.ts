/** A UUID as it is written, in either case. */
export const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Base64 of fewer bytes is too short to be told from other text. */
const FEWEST_CHARACTERS = 5;
const FEWEST_HEX_DIGITS = 16;

/**
 * Why a text cannot be looked for in evidence as a secret: it may stand there without being one, in a number, a time or an
 * id, and in its place these would be none any more. Undefined where it can.
 */
export function whyNotHidden(text: string): string | undefined {
  if (text.length < FEWEST_CHARACTERS) return `it has fewer than ${FEWEST_CHARACTERS} characters`;
  if (!/[\p{L}\p{N}]/u.test(text)) return 'it has neither letters nor digits';
  if (/^[\d\sTZGMUCeE:.,+-]*$/.test(text)) return 'it could be a number or a time';
  const isPartOfId = /^[\da-f-]*$/i.test(text) && !UUID.test(text);
  if (isPartOfId && (text.includes('-') || text.length < FEWEST_HEX_DIGITS)) return 'it could be a part of an id';
  return undefined;
}
