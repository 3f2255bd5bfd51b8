import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findScenarios, loadScenarios } from './load.ts';
import { GOOD } from './testing/sample.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scenarios-of-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function write(path: string, content: string | Uint8Array): string {
  const file = join(folder, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, content);
  return file;
}

test('files are found below a folder, in the order of their ids', () => {
  write('scenarios/orders/new.yaml', GOOD);
  write('scenarios/availability/new-line.yml', GOOD);
  write('scenarios/traffic/busy-hour.yaml', 'traffic: x');
  write('scenarios/orders/README.md', '# Orders');

  const { files, problems } = findScenarios([join(folder, 'scenarios')]);

  expect(problems).toEqual([]);
  expect(files.map(({ id }) => id)).toEqual(['availability/new-line', 'orders/new']);
});

test('packages and hidden folders are not looked through', () => {
  write('mine/node_modules/x/orders.yaml', GOOD);
  write('mine/.github/workflows/nightly.yaml', GOOD);
  write('mine/deep/er/new.yaml', GOOD);

  expect(findScenarios([join(folder, 'mine')]).files.map(({ id }) => id)).toEqual(['deep/er/new']);
});

test('an id is the same however its file is named', () => {
  const file = write('scenarios/orders/new.yaml', GOOD);

  expect(findScenarios([file]).files).toEqual([{ file, id: 'orders/new' }]);
  expect(findScenarios([join(folder, 'scenarios/orders'), file]).files).toEqual([{ file, id: 'orders/new' }]);
});

test('outside a folder named scenarios, the id is the path below the folder given', () => {
  const file = write('mine/new.yaml', GOOD);

  expect(findScenarios([folder]).files).toEqual([{ file, id: 'mine/new' }]);
  expect(findScenarios([file]).files).toEqual([{ file, id: 'new' }]);
});

test('traffic profiles are no scenarios, however they are named', () => {
  const file = write('scenarios/traffic/busy-hour.yaml', 'traffic: x');
  const paths = [file, join(folder, 'scenarios/traffic')];

  const { files, problems } = findScenarios(paths);

  expect(files).toEqual([]);
  expect(problems.map(({ message }) => message)).toEqual(paths.map((path) => `"${path}" is no scenario but traffic`));
});

test('what is not there, empty or unreadable is a problem, and the rest is loaded', () => {
  write('a/good.yaml', GOOD);
  write('a/bad.yaml', 'scenario: 7\n');
  const binary = write('a/binary.yaml', new Uint8Array([0xff, 0xfe, 0x00]));
  const huge = write('a/huge.yaml', ' '.repeat(1_000_001));
  mkdirSync(join(folder, 'empty'));

  const { scenarios, problems } = loadScenarios([join(folder, 'a'), join(folder, 'empty'), join(folder, 'none')]);

  expect(scenarios.map(({ id }) => id)).toEqual(['good']);
  expect(problems.map(({ message, why }) => [message, why])).toEqual([
    [`no scenario below "${join(folder, 'empty')}"`, 'a scenario is a .yaml file'],
    [`no file or folder "${join(folder, 'none')}"`, undefined],
    ['"steps" is missing', 'the file must have it: What the tenant does, in order. Each step has exactly one verb.'],
    ['7 is not a text', 'The behaviour as a plain sentence; the title of its cases in every report.'],
    [`cannot read ${binary}`, 'it is not UTF-8 text; have it saved as UTF-8'],
    [`"${huge}" is too large for a scenario`, 'it has 1000001 bytes, and 1000000 are the most'],
  ]);
});
