import { getHeapStatistics } from 'node:v8';
import { expect, test } from 'vitest';
import { keepHeapSmall } from './memory.ts';

test('what nobody needs any more is collected once enough of it has come together', () => {
  const tidy = keepHeapSmall();
  const before = getHeapStatistics().used_heap_size;
  let kept: unknown[] = [];
  let most = 0;
  // Each lot outlives what V8 collects for itself, and is thrown away together.
  for (let lot = 0; lot < 30; lot++) {
    kept = Array.from({ length: 100_000 }, (_, i) => ({ lot, i }));
    tidy();
    most = Math.max(most, getHeapStatistics().used_heap_size - before);
  }

  expect(kept).toHaveLength(100_000);
  expect(most / 1024 / 1024).toBeLessThan(200);
});
