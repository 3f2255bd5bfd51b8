import type { CapturedBody } from '../model.ts';
import { bytesOf, decodeUtf8 } from './wire.ts';

/** The most bytes kept of a body; enough for any normal one. */
const KEPT_BYTES = 1024 * 1024;

/**
 * A body as the record holds it: text if it is UTF-8, else base64. Only the first part of a very long body, without a split
 * character at its end.
 */
export function captureBody(body: Uint8Array, keepBytes: number = KEPT_BYTES): CapturedBody {
  const sizeBytes = body.byteLength;
  const isCut = sizeBytes > keepBytes;
  const kept = isCut ? body.subarray(0, keepBytes) : body;
  const text = isCut ? beginningOf(kept) : decodeUtf8(kept);
  const content = text === undefined ? { base64: Buffer.from(kept).toString('base64') } : { text };
  return isCut ? { ...content, sizeBytes, cut: true } : { ...content, sizeBytes };
}

function beginningOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}

/** Captures a body that is text already. */
export function captureText(text: string): CapturedBody {
  const sizeBytes = Buffer.byteLength(text);
  return sizeBytes > KEPT_BYTES ? captureBody(bytesOf(text)) : { text: text.toWellFormed(), sizeBytes };
}
