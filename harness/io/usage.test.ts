import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ownUsage, usageOf } from './usage.ts';

test.skipIf(!existsSync('/proc/self/stat'))('of a process others are told what it is told itself', () => {
  const told = usageOf(process.pid);
  const own = ownUsage();

  expect(told?.processorMs).toBeGreaterThan(0);
  expect(Math.abs(own.processorMs - (told?.processorMs ?? 0))).toBeLessThan(1_000);
  expect(own.memoryBytes / (told?.memoryBytes ?? 0)).toBeCloseTo(1, 0);
});

test('of a process that is gone nothing is told', () => {
  expect(usageOf(2 ** 30)).toBeUndefined();
});
