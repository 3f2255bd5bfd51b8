import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { holdFile, isHeld } from './hold-file.ts';

function place(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-hold-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'lock');
}

test('a file is held by one at a time, and is gone when it is let go', () => {
  const path = place();
  const letGo = holdFile(path);
  expect(holdFile(path)).toBeNull();
  letGo?.();
  expect(existsSync(path)).toBe(false);
  holdFile(path)?.();
});

test('whether a file is held is seen without holding or making it', () => {
  const path = place();
  expect(isHeld(path)).toBe(false);
  expect(existsSync(path)).toBe(false);
  const letGo = holdFile(path);
  expect(isHeld(path)).toBe(true);
  letGo?.();
  expect(isHeld(path)).toBe(false);
});

test('what a killed process left behind holds nobody up', () => {
  const path = place();
  writeFileSync(path, '');
  expect(isHeld(path)).toBe(false);
  expect(existsSync(path)).toBe(true);
  holdFile(path)?.();
});
