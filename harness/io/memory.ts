import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The factor by which a heap may exceed what is in use. */
const GROWTH = 1.3;
/** What a small heap may exceed it by. */
const GROWTH_MB = 48;

/**
 * Keeps this thread's heap small: V8 lets a heap with much garbage grow to many times what is in use. The returned function
 * is to be called now and then; it collects garbage once there is enough. A smaller `growthMb` costs time if much memory is
 * in use, and almost none if little is.
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
 * Makes V8 collect every heap of this process once it exceeds what is in use by `percent`. For work that makes garbage all
 * the time: V8 would let such heaps grow to several times what is in use.
 */
export function growSlowly(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`);
}

/** Runs `make` under the flags that Assay was started with: V8 recognises by them what it compiled. */
export function withUsualFlags<T>(make: () => T): T {
  setFlagsFromString('--no-expose-gc');
  setFlagsFromString('--heap-growing-percent=0');
  return make();
}

function used(): number {
  return getHeapStatistics().used_heap_size;
}
