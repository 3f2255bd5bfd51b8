import type { Randomizer } from '@faker-js/faker';

const SIZE = 624;
const AHEAD = 397;

/**
 * The numbers of `generateMersenne53Randomizer` (MT19937), in whole numbers of 32 bits: the package makes 624 numbers on the
 * heap of each seed, which takes longer than most of what a plan needs them for.
 */
export function mersenne(): Randomizer {
  const states = new Int32Array(SIZE);
  let index = 0;

  const twist = (): void => {
    for (let i = 0; i < SIZE; i++) {
      const mixed = (at(i) & 0x80000000) | (at((i + 1) % SIZE) & 0x7fffffff);
      states[i] = at((i + AHEAD) % SIZE) ^ (mixed >>> 1) ^ (-(mixed & 1) & 0x9908b0df);
    }
    index = 0;
  };
  const at = (i: number): number => states[i] as number;
  const next32 = (): number => {
    if (index === SIZE) twist();
    let drawn = at(index++);
    drawn ^= drawn >>> 11;
    drawn ^= (drawn << 7) & 0x9d2c5680;
    drawn ^= (drawn << 15) & 0xefc60000;
    return (drawn ^ (drawn >>> 18)) >>> 0;
  };
  return {
    next: () => ((next32() >>> 5) * 0x4000000 + (next32() >>> 6)) / 2 ** 53,
    seed: (seed) => {
      states[0] = Number(seed);
      for (let i = 1; i < SIZE; i++) states[i] = Math.imul(1812433253, at(i - 1) ^ (at(i - 1) >>> 30)) + i;
      twist();
    },
  };
}
