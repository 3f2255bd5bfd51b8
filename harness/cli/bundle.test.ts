import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { cacheCode, cachedBundle, cachedCode, commandOf, inSources, startingBundle } from './bundle.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-bundle-'));
const INDEX = join(folder, 'bundle.json');
let first: string | undefined;

beforeAll(async () => {
  first = await startingBundle(folder);
  return () => rmSync(folder, { recursive: true, force: true });
});

const sources = pathToFileURL(join(import.meta.dirname, 'start.ts')).href;

test('one bundle is made, and later starts load that', async () => {
  expect(first).toMatch(/[\\/]start\.cjs$/);
  expect(await startingBundle(folder)).toBe(first);
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
  expect(cachedBundle(folder)).toBeDefined();
  writeFileSync(INDEX, change(text));
  expect(cachedBundle(folder)).toBeUndefined();
});

test('where none can be written there is none', async () => {
  expect(await startingBundle(join(INDEX, 'below-a-file'))).toBeUndefined();
});

test('a stack trace names the sources', () => {
  const bundle = readFileSync(String(first), 'utf8').split('\n');
  const line = bundle.findLastIndex((each) => each.includes('This is a fault of Assay'));
  const column = bundle[line]?.indexOf('This is a fault of Assay');
  expect(line).toBeGreaterThan(0);
  const stack = `Error: no\n    at main (${pathToFileURL(String(first)).href}:${line + 1}:${column})\n    at other (file:///nowhere.cjs:1:2)`;
  const at = readFileSync(join(import.meta.dirname, 'start.ts'), 'utf8')
    .split('\n')
    .findIndex((each) => each.includes('This is a fault of Assay'));
  expect(inSources(stack)).toMatch(new RegExp(`\\(${sources}:${at + 1}:\\d+\\)\n.*\\(file:///nowhere.cjs:1:2\\)$`));
});

test.each([
  ['whole', (code: Buffer) => code, true],
  ['cut short', (code: Buffer) => code.subarray(0, -1), false],
  ['changed', (code: Buffer) => code.fill(0, 2_000, 2_001), false],
])('compiled code that is %s', (name, change, isKept) => {
  const file = join(folder, `${name}.code`);
  cacheCode(file, Buffer.alloc(4_000, 7));
  writeFileSync(file, change(readFileSync(file)));
  expect(cachedCode(file)?.length).toBe(isKept ? 4_000 : undefined);
});

test.each([
  [['certify', '--target', 'acme'], 'certify'],
  [['certify', '--help'], 'help'],
  [['load', '-h'], 'help'],
  [[], 'help'],
])('what V8 compiled for %j is kept for %s', (words, command) => {
  expect(commandOf(words)).toBe(command);
});
