import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { readLines } from './lines.ts';

function fileOf(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-lines-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'lines');
  writeFileSync(path, text);
  return path;
}

test('lines come back as they were written, longer than a block or empty', () => {
  const line = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.replaceAll('\n', ' ')),
    fc.integer({ min: 200_000, max: 700_000 }).map((length) => 'ü'.repeat(length / 2)),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
      expect([...readLines(fileOf(lines.map((each) => `${each}\n`).join('')))]).toEqual(lines);
    }),
    { numRuns: 20 },
  );
});

test('a last line that was torn off is left out', () => {
  expect([...readLines(fileOf('{"a":1}\n{"a":'))]).toEqual(['{"a":1}']);
});
