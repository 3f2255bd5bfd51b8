import encoding from 'k6/encoding';

/** What the runner takes for granted of its surroundings and k6 lacks. Imported for its effect, before all else. */
const missing: Record<string, unknown> = {
  btoa: (text: string): string => encoding.b64encode(latin1(text)),
  Buffer: {
    from: (bytes: Uint8Array) => ({ toString: () => encoding.b64encode(ownBuffer(bytes)) }),
  },
};
for (const [name, value] of Object.entries(missing)) {
  if (!(name in globalThis)) Object.defineProperty(globalThis, name, { value });
}

/** The bytes as a buffer that holds nothing else. */
export function ownBuffer(bytes: Uint8Array): ArrayBuffer {
  const { buffer, byteOffset, byteLength } = bytes;
  const isWhole = byteOffset === 0 && byteLength === buffer.byteLength;
  return (isWhole ? buffer : buffer.slice(byteOffset, byteOffset + byteLength)) as ArrayBuffer;
}

function latin1(text: string): ArrayBuffer {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes.buffer;
}
