import { defineConfig } from 'vitest/config';

const COMMANDS = 'harness/{application,cli,docs,explain,reference,setup}/**/*.test.ts';

export default defineConfig({
  test: {
    projects: [
      // Most tests are of functions that keep nothing: they share one set of loaded modules.
      {
        extends: true,
        test: { name: 'parts', include: ['{harness,reports}/**/*.test.ts'], exclude: [COMMANDS], isolate: false },
      },
      { extends: true, test: { name: 'commands', include: [COMMANDS] } },
    ],
    // Many certify the whole: a bound for what hangs, never a measure of speed.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    setupFiles: ['harness/testing/property-seed.ts'],
    // Many tests wait for processes of their own, so that a processor kept free would only idle.
    maxWorkers: '100%',
  },
});
