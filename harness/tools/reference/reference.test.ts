import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createProgram } from '../../cli/main.ts';
import { shippedPath } from '../../home.ts';
import { commandsOf, examplesOf } from './commands-page.ts';
import { OTHERS } from './environment-page.ts';
import { ENDINGS } from './exit-words.ts';
import { referencePages } from './pages.ts';

const pages = referencePages();
const commands = commandsOf(createProgram());

test.each([...pages])('docs/reference/%s is as `npm run reference` writes it', (name, text) => {
  expect(readFileSync(shippedPath('docs/reference', name), 'utf8')).toBe(text);
});

test('there is no other page in docs/reference', () => {
  expect(readdirSync(shippedPath('docs/reference')).toSorted()).toEqual([...pages.keys()].toSorted());
});

test('links inside a page lead to its headings', () => {
  const anchorOf = (heading: string): string =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
  const dead = [...pages].flatMap(([name, text]) => {
    const anchors = new Set([...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading)));
    return [...text.matchAll(/\]\(#([^)]+)\)/g)].flatMap(([, to = '']) => (anchors.has(to) ? [] : [`${name}#${to}`]));
  });
  expect(dead).toEqual([]);
});

test('it is said of every command what it ends with, and of no other', () => {
  expect(Object.keys(ENDINGS).toSorted()).toEqual(commands.map(({ name }) => name).toSorted());
});

test.each(commands.map(({ name, command }) => [name, command] as const))(
  'the examples in the help of %s are words that it takes',
  (name, command) => {
    const known = command.options.flatMap(({ long, short }) => [long, short]);
    const examples = examplesOf(command);
    expect(examples.length).toBeGreaterThan(0);
    const unknown = examples.flatMap(([words]) => {
      if (!words.startsWith('assay ')) return [];
      const called = [name, ...commands.map((each) => each.name)].filter((each) => words.startsWith(`assay ${each}`));
      if (called.length === 0) return [words];
      if (!called.includes(name)) return [];
      return words.split(' ').filter((word) => /^--?[a-z]/.test(word) && !known.includes(word));
    });
    expect(unknown).toEqual([]);
  },
);

test('every variable that the code reads is told of', () => {
  const folders = ['harness/cli', 'harness/load', 'harness/prove', 'reports'];
  const files = folders.flatMap((folder) =>
    readdirSync(shippedPath(folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|(?:^|\/)test-/.test(name) && !name.startsWith('out/'))
      .map((name) => shippedPath(folder, name)),
  );
  const read = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?<!\$)\benv\.([A-Z][A-Z0-9_]+)\b/g)].map(([, name = '']) => name),
  );
  const told = [...Object.keys(OTHERS).flatMap((names) => names.split(', ')), ...UNTOLD];
  expect([...new Set(read)].filter((name) => !told.includes(name))).toEqual([]);
});

/** Of the system, and of terminals that are recognised by them; `NAME` and its like stand in messages. */
const UNTOLD = ['PATH', 'TERM_PROGRAM', 'WT_SESSION', 'NAME'];
