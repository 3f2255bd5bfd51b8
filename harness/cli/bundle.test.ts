import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { inSources, keptBundle, startingModule } from './bundle.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-bundle-'));
const INDEX = join(folder, 'bundle.json');
let first: string;

beforeAll(async () => {
  first = await startingModule(folder);
  return () => rmSync(folder, { recursive: true, force: true });
});

const sources = pathToFileURL(join(import.meta.dirname, 'start.ts')).href;

test('one bundle is made, and later starts load that', async () => {
  expect(first).toMatch(/\/start\.mjs$/);
  expect(await startingModule(folder)).toBe(first);
  expect(readdirSync(folder)).toHaveLength(2);
});

test.each([
  ['its sources have changed', (text: string) => text.replace('"code":"', '"code":"x')],
  ['a source is gone', (text: string) => text.replace('"harness/cli/start.ts"', '"harness/cli/gone.ts"')],
  ['the index is torn', (text: string) => text.slice(0, 100)],
  ['it is gone', (text: string) => text.replace(/"name":"/, '"name":"none')],
])('a bundle is not loaded where %s', (_, change) => {
  const text = readFileSync(INDEX, 'utf8');
  onTestFinished(() => writeFileSync(INDEX, text));
  expect(keptBundle(folder)).toBeDefined();
  writeFileSync(INDEX, change(text));
  expect(keptBundle(folder)).toBeUndefined();
});

test('where none can be written the sources are loaded', async () => {
  expect(await startingModule(join(INDEX, 'below-a-file'))).toBe(sources);
});

test('a stack trace names the sources', () => {
  const bundle = readFileSync(fileURLToPath(first), 'utf8').split('\n');
  const line = bundle.findIndex((each) => each.includes('This is a fault of Assay'));
  expect(line).toBeGreaterThan(0);
  const stack = `Error: no\n    at main (${first}:${line + 1}:3)\n    at other (file:///nowhere.mjs:1:2)`;
  const at = readFileSync(join(import.meta.dirname, 'start.ts'), 'utf8')
    .split('\n')
    .findIndex((each) => each.includes('This is a fault of Assay'));
  expect(inSources(stack)).toMatch(new RegExp(`\\(${sources}:${at + 1}:3\\)\n.*\\(file:///nowhere.mjs:1:2\\)$`));
});
