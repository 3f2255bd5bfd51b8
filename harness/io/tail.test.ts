import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tail } from './lines.ts';

function growing(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-tail-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'record.ndjson');
}

test('a file is read line by line while it grows, a line only when it is whole', () => {
  const file = growing();
  const following = tail(file);
  expect(following.read()).toEqual([]);

  writeFileSync(file, 'one\ntw');
  expect(following.read()).toEqual(['one']);
  expect(following.read()).toEqual([]);

  appendFileSync(file, 'o\nthrée\n');
  expect(following.read()).toEqual(['two', 'thrée']);
  following.close();
});

test('more than fits into one read comes at once', () => {
  const file = growing();
  const lines = Array.from({ length: 30_000 }, (_, i) => `${i} ${'é'.repeat(50)}`);
  writeFileSync(file, `${lines.join('\n')}\n`);
  const following = tail(file);
  expect(following.read()).toEqual(lines);
  following.close();
});
