import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['harness/**/*.test.ts', 'reports/**/*.test.ts'],
    // Many certify the whole: a bound for what hangs, never a measure of speed.
    testTimeout: 120_000,
    setupFiles: ['harness/cli/testing/property-seed.ts'],
    // Many tests wait for processes of their own, so that a processor kept free would only idle.
    maxWorkers: '100%',
  },
});
