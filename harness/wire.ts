import type { CapturedBody, Headers, Json, WireFault, WireResponse } from './model.ts';

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const utf8 = new TextEncoder();

/** The first header of that name, whatever its case. */
export function headerOf(headers: Headers, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return headers.find(([each]) => each.toLowerCase() === wanted)?.[1];
}

/** Text as UTF-8 bytes. */
export function bytesOf(text: string): Uint8Array {
  return utf8.encode(text);
}

/** Bytes as text, or undefined where they are not valid UTF-8. A byte order mark is kept. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Whether an exchange broke before a whole response came. */
export function isFault(result: WireResponse | WireFault): result is WireFault {
  return 'fault' in result;
}

/** The JSON of a captured body, or why there is none. An empty body is neither. */
export function jsonOf(body: CapturedBody | null): { readonly json?: Json; readonly problem?: string } {
  if (body === null || body.sizeBytes === 0) return {};
  if (body.text === undefined) return { problem: 'the body is not valid UTF-8' };
  if (body.cut) return { problem: 'the body is longer than what was kept' };
  return parseJson(body.text);
}

/** Parses JSON text, or says why it is none. */
export function parseJson(text: string): { readonly json?: Json; readonly problem?: string } {
  try {
    return { json: JSON.parse(text) as Json };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
