/** Pseudorandom numbers by name: the same name gives the same numbers on every machine and in k6. Not for secrets. */

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

/** An endless sequence of numbers in [0, 1): the sfc32 generator, seeded with hashes of `name`. */
export function random(name: string): () => number {
  // Kept as signed 32-bit integers: larger numbers would be on the heap.
  let a = hash32(`a${name}`) | 0;
  let b = hash32(`b${name}`) | 0;
  let c = hash32(`c${name}`) | 0;
  let counter = 1;
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4294967296;
  };
  for (let i = 0; i < 12; i++) next();
  return next;
}

/** A whole number in [from, to], both included; the range may exceed 32 bits. */
export function integerBetween(next: () => number, from: number, to: number): number {
  // Two draws give 53 bits, so that wide ranges are covered evenly.
  const fraction = (Math.floor(next() * 0x200000) * 0x100000000 + Math.floor(next() * 0x100000000)) / 2 ** 53;
  return from + Math.floor(fraction * (to - from + 1));
}

const HEX_OF_BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

const digit = (next: () => number): number => Math.floor(next() * 16);
const hex2 = (next: () => number): string => HEX_OF_BYTES[digit(next) * 16 + digit(next)] as string;
const hex4 = (next: () => number): string => hex2(next) + hex2(next);

/** A UUID (in the form of version 4): each draw gives one digit, the last one the variant. */
export function uuid(next: () => number): string {
  const start = `${hex4(next)}${hex4(next)}-${hex4(next)}`;
  const third = hex4(next).slice(1);
  const fourth = hex4(next).slice(1);
  const end = hex4(next) + hex4(next) + hex4(next);
  return `${start}-4${third}-${'89ab'[Math.floor(next() * 4)]}${fourth}-${end}`;
}
