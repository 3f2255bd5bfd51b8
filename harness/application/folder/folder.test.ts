import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder } from '../../testing/command.ts';
import { clearFolder, newFolder } from './folder.ts';

const NOW = new Date('2026-03-16T09:00:00Z');

test('a run goes where it was asked to', () => {
  expect(newFolder('reports/acme', 'fake', NOW)).toBe('reports/acme');
});

test('runs of one second get a folder each, named after the time and the target', () => {
  const runs = join(emptyFolder(), 'out');
  const make = (): string => basename(newFolder(undefined, 'our gateway/x', NOW, runs));
  expect([make(), make()]).toEqual(['2026-03-16T09-00-00-our-gateway-x', '2026-03-16T09-00-00-our-gateway-x-2']);
  expect(readdirSync(runs)).toHaveLength(2);
});

test('an earlier run is taken out of its folder, and nothing else', () => {
  const folder = emptyFolder();
  for (const name of ['record.ndjson', 'verdict.json', 'junit.xml', 'notes.md']) writeFileSync(join(folder, name), '');
  expect(clearFolder(folder)).toBe('run');
  expect(readdirSync(folder)).toEqual(['notes.md']);
  expect(clearFolder(folder)).toBeUndefined();
});

test('so is an earlier load, which a run in its folder would be taken for', () => {
  const folder = emptyFolder();
  for (const name of ['load.json', 'failed.ndjson', 'orders.ndjson', 'index.html'])
    writeFileSync(join(folder, name), '');
  expect(clearFolder(folder)).toBe('load');
  expect(readdirSync(folder)).toEqual([]);
});

test('where a folder stands in the place of the record, nothing is written', () => {
  const folder = emptyFolder();
  mkdirSync(join(folder, 'record.ndjson'));
  expect(() => clearFolder(folder)).toThrow(`cannot write ${join(folder, 'record.ndjson')}`);
  expect(existsSync(join(folder, 'plan.json'))).toBe(false);
});
