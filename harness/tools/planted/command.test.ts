import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { shippedPath } from '../../home.ts';

test('planted faults are tried and counted by class, and one of them once more by its name', () => {
  const words = ['--faults', '40', '--seed', '1', '--only', 'answer-renamed-4'];
  const told = execFileSync(process.execPath, [shippedPath('harness/tools/planted/command.ts'), ...words], {
    encoding: 'utf8',
  });
  expect(told).toBe('  answer-renamed             1 of 1, cause first 1\n');
});
