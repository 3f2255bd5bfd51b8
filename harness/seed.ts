/**
 * Chance by name: the same name gives the same numbers, on every machine and in k6.
 * Nothing here is for secrets.
 */

/** FNV-1a with a final avalanche, over UTF-16 code units: 32 bits, unsigned. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** An endless row of numbers in [0, 1), the sfc32 generator started from the hashes of `name`. */
export function random(name: string): () => number {
  let a = hash32(`a${name}`);
  let b = hash32(`b${name}`);
  let c = hash32(`c${name}`);
  let counter = 1;
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 4294967296;
  };
  for (let i = 0; i < 12; i++) next();
  return next;
}

/** A whole number in [from, to], both included; the range may exceed 32 bits. */
export function integerBetween(next: () => number, from: number, to: number): number {
  // Two draws give 53 bits, so that wide ranges are reached evenly.
  const fraction = (Math.floor(next() * 0x200000) * 0x100000000 + Math.floor(next() * 0x100000000)) / 2 ** 53;
  return from + Math.floor(fraction * (to - from + 1));
}

const HEX = '0123456789abcdef';

/** A UUID (version 4 in form) drawn from `next`. */
export function uuid(next: () => number): string {
  const hex: string[] = [];
  for (let i = 0; i < 32; i++) hex.push(HEX[Math.floor(next() * 16)] as string);
  hex[12] = '4';
  hex[16] = '89ab'[Math.floor(next() * 4)] ?? '8';
  const text = hex.join('');
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20)}`;
}
