import type { CapturedBody } from '../model.ts';
import { bytesOf, textOf } from './wire.ts';

/** What is kept of one body; enough for any honest one. */
const keptBytes = 1024 * 1024;

/** A body as the record holds it: text where it is UTF-8, else base64, and only its first part where it is very long. */
export function captureBody(body: Uint8Array, keepBytes: number = keptBytes): CapturedBody {
  const sizeBytes = body.byteLength;
  const isCut = sizeBytes > keepBytes;
  const kept = isCut ? wholeCharacters(body.subarray(0, keepBytes)) : body;
  const text = textOf(kept);
  const content = text === undefined ? { base64: Buffer.from(kept).toString('base64') } : { text };
  return isCut ? { ...content, sizeBytes, cut: true } : { ...content, sizeBytes };
}

/** A body that is text already, as the record holds it. */
export function captureText(text: string): CapturedBody {
  const sizeBytes = Buffer.byteLength(text);
  return sizeBytes > keptBytes ? captureBody(bytesOf(text)) : { text: text.toWellFormed(), sizeBytes };
}

/** Without the first bytes of a UTF-8 character whose other bytes were cut off. */
function wholeCharacters(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= 3 && back <= bytes.byteLength; back += 1) {
    const byte = bytes[bytes.byteLength - back] as number;
    if (byte < 0x80) return bytes;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? bytes.subarray(0, -back) : bytes;
  }
  return bytes;
}
