import { hash } from 'node:crypto';

/** Four words for each text: three of its digest, and its number plus one; 0 means free. */
const WORDS = 4;
const FIRST_ROOM = 1024;

/**
 * Remembers which texts there have been, without keeping them. A text takes 16 to 48 bytes, whatever its length: 96 bits of
 * its SHA-256. Two of ten million texts share these bits once in 10^15 loads, so the texts need not be compared.
 */
export function createSeen() {
  let table = new Uint32Array(WORDS * FIRST_ROOM);
  let count = 0;

  /** Where the text is, or would be. */
  const placeOf = ({ 0: one = 0, 1: two = 0, 2: three = 0 }: Uint32Array): number => {
    const room = table.length / WORDS;
    for (let at = one % room; ; at = (at + 1) % room) {
      const place = at * WORDS;
      if (table[place + 3] === 0) return place;
      if (table[place] === one && table[place + 1] === two && table[place + 2] === three) return place;
    }
  };
  const grow = (): void => {
    const full = table;
    table = new Uint32Array(full.length * 2);
    for (let from = 0; from < full.length; from += WORDS) {
      if (full[from + 3] !== 0) table.set(full.subarray(from, from + WORDS), placeOf(full.subarray(from, from + 3)));
    }
  };

  return {
    /** Notes a text under a number, and returns the number under which it was first noted; undefined if it is new. */
    note: (text: string, number: number): number | undefined => {
      const digest = digestOf(text);
      const place = placeOf(digest);
      const known = table[place + 3] ?? 0;
      if (known !== 0) return known - 1;
      table.set(digest, place);
      table[place + 3] = number + 1;
      count += 1;
      if (count * WORDS * 4 > table.length * 3) grow();
      return undefined;
    },
    has: (text: string): boolean => table[placeOf(digestOf(text)) + 3] !== 0,
  };
}

function digestOf(text: string): Uint32Array {
  const digest = hash('sha256', text, 'buffer');
  return Uint32Array.of(digest.readUInt32LE(0), digest.readUInt32LE(4), digest.readUInt32LE(8));
}
