import { quote } from './check.ts';
import type { Answer } from './exchange.ts';

/** What came back in a few words: `202 with {"status":"OK"}`, `202 with no body`. */
export function saidBy({ response: { status, body }, json }: Answer): string {
  if (body.sizeBytes === 0) return `${status} with no body`;
  return `${status} with ${json === undefined && body.text === undefined ? 'bytes that are no text' : quote(json ?? body.text)}`;
}
