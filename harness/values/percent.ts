/** Text with its URL encoding removed; undefined if the encoding is invalid. */
export function percentDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
