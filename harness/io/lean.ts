import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How much larger than what is in use a heap may become; a small one may grow by that much more. */
const GROWTH = 1.3;
const GROWTH_BYTES = 48 * 1024 * 1024;

/**
 * Keeps this thread small: V8 lets a heap that lives on garbage grow to many times of what is in use. To be called now
 * and then; it collects what nobody needs any more once enough has come together.
 */
export function stayLean(): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let least = used();
  return () => {
    if (used() < least * GROWTH + GROWTH_BYTES) return;
    collect();
    least = used();
  };
}

function used(): number {
  return getHeapStatistics().used_heap_size;
}
