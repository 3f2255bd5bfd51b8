import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How much larger than what is in use a heap may become; a small one may grow by that much more. */
const GROWTH = 1.3;
const GROWTH_MB = 48;

/**
 * Keeps this thread small: V8 lets a heap that lives on garbage grow to many times of what is in use. To be called now
 * and then; it collects what nobody needs any more once enough has come together. A smaller `growthMb` costs time where much
 * is in use, and next to none where little is.
 */
export function keepHeapSmall(growthMb: number = GROWTH_MB): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let least = used();
  return () => {
    if (used() < least * GROWTH + growthMb * 1024 * 1024) return;
    collect();
    least = used();
  };
}

/**
 * Has every heap of this process collect once it is so much larger than what is in use, in the midst of its work. For who
 * makes garbage all the time: V8 would let such heaps grow to several times of what is in use.
 */
export function growSlowly(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`);
}

/** What `make` gives under the flags that Assay was started with: V8 tells by them what it compiled. */
export function withUsualFlags<T>(make: () => T): T {
  setFlagsFromString('--no-expose-gc');
  setFlagsFromString('--heap-growing-percent=0');
  return make();
}

function used(): number {
  return getHeapStatistics().used_heap_size;
}
