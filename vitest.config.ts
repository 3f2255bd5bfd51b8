import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['harness/**/*.test.ts', 'reports/**/*.test.ts'], testTimeout: 30_000 },
});
