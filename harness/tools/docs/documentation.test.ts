import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { loadAim, loadSpec, readScenarios } from '../../application/inputs.ts';
import { createProgram } from '../../cli/main.ts';
import { loadProfile } from '../../contract/profile.ts';
import { readTarget } from '../../contract/target.ts';
import { loadWorld } from '../../contract/world.ts';
import { readWaivers } from '../../evidence/waivers.ts';
import { readFaults } from '../../fake/faults.ts';
import { readTrafficProfile } from '../../load/traffic.ts';
import type { Problem } from '../../model.ts';
import { lintScenarios } from '../../scenario/lint.ts';
import { parseScenario } from '../../scenario/parse.ts';
import { blocksOf, textOf, writtenPages } from '../../testing/docs.ts';
import { formatProblems } from '../../words/problem.ts';
import { commandsOf } from '../reference/commands-page.ts';
import { firstFailure, shownInReadme } from './first-failure.ts';

/** What README and docs say is run: examples are read, commands and flags exist, links lead somewhere. */

const ROOT = resolve(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'assay-documentation-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pages = writtenPages();
const reference = readdirSync(join(ROOT, 'docs/reference')).map((name) => `docs/reference/${name}`);
const textsOf = (page: string, language: string): string[] =>
  blocksOf(page).flatMap((block) => (block.language === language ? [block.text] : []));

test('a file that a reader writes finds its schema from where it is written', () => {
  const named = pages.flatMap(blocksOf).flatMap(({ marks, text }) => {
    const schema = /^# yaml-language-server: \$schema=(.*)$/m.exec(text)?.[1];
    return marks.file === undefined || schema === undefined ? [] : [join(ROOT, dirname(marks.file), schema)];
  });
  expect(named.length).toBeGreaterThan(2);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});

describe('examples', () => {
  const spec = loadSpec();
  const aim = loadAim({ target: 'fake' }, spec);
  const env = new Proxy({}, { get: () => 'a value of the environment' });

  function asScenario(text: string): Problem[] {
    const { scenario, problems } = parseScenario(text, join(folder, 'example.yaml'), 'example');
    return [...problems, ...(scenario ? lintScenarios([scenario], aim) : [])];
  }

  function asFile(text: string, load: (file: string) => { readonly problems: Problem[] }): Problem[] {
    const file = join(folder, 'example.yaml');
    writeFileSync(file, text);
    return load(file).problems;
  }

  /** A fragment is read where it is used; the scenario after it on its page may do so, too. */
  function asFragment(text: string): Problem[] {
    mkdirSync(join(folder, 'fragments'), { recursive: true });
    writeFileSync(join(folder, 'fragments', 'booked-slot.yaml'), text);
    const use = { use: './fragments/booked-slot.yaml', with: { site: '$site' } };
    return asScenario(stringify({ scenario: 'An example', given: { site: '$world.newLine' }, steps: [use] }));
  }

  /** A list of steps is part of a scenario whose earlier steps are left out. */
  function asSteps(text: string): Problem[] {
    const whole = stringify({ scenario: 'An example', steps: parse(text) as unknown });
    return parseScenario(whole, 'example.yaml', 'example').problems;
  }

  /** Some keys of a file stand in one that comes with Assay. */
  function within(file: string, text: string): string {
    return stringify({ ...(parse(textOf(file)) as object), ...(parse(text) as object) });
  }

  function problemsOf(text: string): Problem[] {
    const [first] = text.split('\n').filter((line) => !line.startsWith('#'));
    switch (/^(- |[a-z]+:)/.exec(first ?? '')?.[0]) {
      case 'scenario:':
        return asScenario(text);
      case 'fragment:':
        return asFragment(text);
      case '- ':
        return asSteps(text);
      case 'target:':
        // A world that its page shows is judged by itself.
        return readTarget(text.replace(/^world: \.\/.*$/m, 'world: fake'), 'fixtures/targets/example.yaml', env)
          .problems;
      case 'world:':
        return asFile(text, loadWorld);
      case 'profile:':
        return asFile(text, loadProfile);
      case 'restore:':
        return readTarget(within('fixtures/targets/fake.yaml', text), 'fixtures/targets/example.yaml', env).problems;
      case 'roles:':
        return asFile(within('fixtures/worlds/example-sandbox.yaml', text), loadWorld);
      case 'rules:':
        return asFile(within('fixtures/kci/supplier.yaml', text), loadProfile);
      case 'area:':
        return readFaults(text, 'example.yaml').problems;
      case 'waivers:':
        return readWaivers(text, 'example.yaml', spec.contract).problems;
      case 'traffic:':
        return readTrafficProfile(text, 'example.yaml', { ...aim, ...readScenarios([], aim) }).problems;
      default:
        return [{ severity: 'error', message: `nobody knows what this is: ${first}` }];
    }
  }

  // Keys that a reader changes in a file are judged with that file, where the page is run.
  const examples = pages.flatMap((page) =>
    blocksOf(page).flatMap(({ language, line, text, marks }) =>
      language === 'yaml' && marks.edit === undefined ? [{ name: `${page}:${line}`, text }] : [],
    ),
  );

  test('there are some of each kind', () => {
    const kinds = new Set(examples.map(({ text }) => /^(- |[a-z]+)/m.exec(text)?.[0]));
    expect([...kinds].toSorted()).toEqual([
      '- ',
      'area',
      'fragment',
      'profile',
      'restore',
      'roles',
      'rules',
      'scenario',
      'target',
      'traffic',
      'waivers',
      'world',
    ]);
  });

  test.each(examples)('$name has no mistake', ({ text }) => {
    expect(formatProblems(problemsOf(text))).toBe('');
  });

  test('the message about a mistake in a scenario is the one of the golden file', () => {
    const [shown = ''] = textsOf('docs/writing-scenarios.md', 'text');
    expect(textOf('fixtures/golden/bad-scenarios/verb-unknown.expected.txt')).toContain(shown);
  });

  test('the first failing run is as the README shows it', () => {
    const { status, printed } = firstFailure(join(folder, 'run'));
    expect(status).toBe(1);
    expect(`${printed}\n`).toBe(shownInReadme(textOf('README.md')).shown);
  });
});

describe('commands', () => {
  const known = new Map(commandsOf(createProgram()).map(({ name, command }) => [name, command]));
  const words = pages.flatMap((page) =>
    [
      ...textOf(page)
        .replaceAll('\\\n', ' ')
        .matchAll(/npx assay ([^#&`<;|\n]*)/g),
    ].map(([, after = '']) => after.trim()),
  );
  const commands = [...new Set(words)].filter((each) => /^[a-z]/.test(each));

  test('there are some', () => {
    expect(new Set(commands.map((each) => each.split(' ')[0])).size).toBeGreaterThanOrEqual(15);
  });

  test.each(commands)('assay %s', (line) => {
    // What stands behind -- is of another command.
    const [first = '', second = '', ...rest] = (line.split(' -- ', 1)[0] ?? '').split(/\s+/);
    const command = known.get(`${first} ${second}`) ?? known.get(first);
    expect(command, `there is no command "${first}"`).toBeDefined();
    const flags = command?.options.flatMap(({ long, short }) => [long, short]) ?? [];
    for (const flag of [second, ...rest].filter((word) => /^--?[a-z]/.test(word))) expect(flags).toContain(flag);
    for (const path of [second, ...rest].filter((word) => /^(scenarios|fixtures)\//.test(word)))
      expect(existsSync(join(ROOT, path))).toBe(true);
  });

  test('every npm script that is named exists', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
    const named = pages.flatMap((page) => [...textOf(page).matchAll(/npm (test|run ([a-z-]+))/g)]);
    expect(named.flatMap(([words, test, name = test]) => (name && name in scripts ? [] : [words]))).toEqual([]);
  });
});

test.each([...pages, ...reference])('every link of %s leads somewhere', (page) => {
  const links = [...textOf(page).matchAll(/\]\(([^)#\s]*)(?:#([^)]+))?\)/g)].map(([, to = '', anchor]) => ({
    to,
    anchor,
  }));
  const dead = links.filter(({ to, anchor }) => {
    if (/^https?:/.test(to)) return false;
    const file = to === '' ? page : join(dirname(page), to);
    if (!existsSync(join(ROOT, file))) return true;
    return anchor !== undefined && file.endsWith('.md') && !anchorsOf(file).includes(anchor);
  });
  expect(dead).toEqual([]);
});

/** What the headings of a page are linked by. */
function anchorsOf(page: string): readonly string[] {
  return [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test.each(pages)('every file that %s names in backquotes exists', (page) => {
  const named = [...textOf(page).matchAll(/`((?:harness|fixtures|scenarios|docs|reports)\/[\w./-]+\.\w+)`/g)];
  expect(named.flatMap(([, file = '']) => (existsSync(join(ROOT, file)) ? [] : [file]))).toEqual([]);
});
