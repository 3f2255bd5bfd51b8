import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { formatProblems } from '../../reports/problem.ts';
import { loadProfile } from '../contract/profile.ts';
import { readTarget } from '../contract/target.ts';
import { loadWorld } from '../contract/world.ts';
import { readWaivers } from '../evidence/read-waivers.ts';
import { readTraffic } from '../load/traffic.ts';
import type { Problem } from '../model.ts';
import { lintScenarios } from '../scenario/lint.ts';
import { parseScenario } from '../scenario/parse.ts';
import { loadAim, loadSpec, readScenarios } from './inputs.ts';
import { firstFailure, shownInReadme } from './pictures.ts';

/** What README and docs say is run: examples are read, commands and flags exist, links lead somewhere. */

const ROOT = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'assay-documentation-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const below = (path: string): string[] =>
  readdirSync(join(ROOT, path)).flatMap((name) => (name.endsWith('.md') ? [`${path}/${name}`] : []));
const pages = ['README.md', 'CHANGELOG.md', ...below('docs'), ...below('harness/decisions')].filter(
  (page) => page !== 'docs/specification.md',
);
const blocksOf = (page: string, language: string): string[] =>
  [...textOf(page).matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, block]) => block ?? '');

function assay(words: readonly string[]): { readonly status: number | null; readonly stdout: string } {
  const env = { PATH: process.env.PATH ?? '' };
  return spawnSync(process.execPath, ['harness/cli/assay.js', ...words], { cwd: ROOT, env, encoding: 'utf8' });
}

describe('examples', () => {
  const spec = loadSpec();
  const aim = loadAim({ target: 'fake' }, spec);
  const env = new Proxy({}, { get: () => 'a value of the environment' });

  function asScenario(text: string): Problem[] {
    const { scenario, problems } = parseScenario(text, 'example.yaml', 'example');
    return [...problems, ...(scenario ? lintScenarios([scenario], aim) : [])];
  }

  function asFile(text: string, load: (file: string) => { readonly problems: Problem[] }): Problem[] {
    const file = join(folder, 'example.yaml');
    writeFileSync(file, text);
    return load(file).problems;
  }

  /** A list of steps is part of a scenario whose earlier steps are left out. */
  function asSteps(text: string): Problem[] {
    const whole = stringify({ scenario: 'An example', steps: parse(text) as unknown });
    return parseScenario(whole, 'example.yaml', 'example').problems;
  }

  function problemsOf(text: string): Problem[] {
    const [first] = text.split('\n').filter((line) => !line.startsWith('#'));
    switch (/^(- |[a-z]+:)/.exec(first ?? '')?.[0]) {
      case 'scenario:':
        return asScenario(text);
      case '- ':
        return asSteps(text);
      case 'target:':
        return readTarget(text, 'fixtures/targets/example.yaml', env).problems;
      case 'world:':
        return asFile(text, loadWorld);
      case 'profile:':
        return asFile(text, loadProfile);
      case 'waivers:':
        return readWaivers(text, 'example.yaml', spec.contract.register).problems;
      case 'traffic:':
        return readTraffic(text, 'example.yaml', { ...aim, ...readScenarios([], aim) }).problems;
      default:
        return [{ severity: 'error', message: `nobody knows what this is: ${first}` }];
    }
  }

  const examples = pages.flatMap((page) =>
    blocksOf(page, 'yaml').map((text, i) => ({ name: `${page}, ${i + 1}`, text })),
  );

  test('there are some of each kind', () => {
    const kinds = new Set(
      examples.map(({ text }) => /^(- |scenario|target|waivers|world|profile|traffic)/m.exec(text)?.[0]),
    );
    expect([...kinds].toSorted()).toEqual(['- ', 'profile', 'scenario', 'target', 'traffic', 'waivers', 'world']);
  });

  test.each(examples)('$name has no mistake', ({ text }) => {
    expect(formatProblems(problemsOf(text))).toBe('');
  });

  test('the message about a variable that is not set is the one shown', () => {
    const [target = ''] = blocksOf('docs/targets.md', 'yaml');
    const [shown = ''] = blocksOf('docs/targets.md', 'text');
    expect(formatProblems(readTarget(target, 'acme.yaml', {}).problems)).toContain(shown);
  });

  test('the message about a mistake in a scenario is the one of the golden file', () => {
    const [shown = ''] = blocksOf('docs/writing-scenarios.md', 'text');
    expect(textOf('fixtures/golden/bad-scenarios/verb-unknown.expected.txt')).toContain(shown);
  });

  test('the first failing run is as the README shows it', () => {
    const { status, printed } = firstFailure(join(folder, 'run'));
    expect(status).toBe(1);
    expect(`${printed}\n`).toBe(shownInReadme(textOf('README.md')).shown);
  });
});

describe('commands', () => {
  const helps = new Map<string, string>();
  function helpOf(command: string): string {
    const help = helps.get(command) ?? assay([command, '--help']).stdout;
    helps.set(command, help);
    return help;
  }

  const lines = pages.flatMap((page) => blocksOf(page, 'sh').flatMap((block) => block.split('\n')));
  const commands = lines.flatMap((line) => {
    const [, words] = /npx assay ([^#&]*)/.exec(line) ?? [];
    return words === undefined ? [] : [words.trim()];
  });

  test('there are some', () => {
    expect(new Set(commands.map((words) => words.split(' ')[0])).size).toBeGreaterThanOrEqual(6);
  });

  test.each(commands)('assay %s', (words) => {
    const [command = '', ...rest] = words.split(' ');
    const help = helpOf(command);
    expect(help).toContain(`Usage: assay ${command} `);
    for (const flag of rest.filter((word) => word.startsWith('--'))) expect(help).toContain(`${flag} `);
    for (const path of rest.filter((word) => word.startsWith('scenarios/')))
      expect(existsSync(join(ROOT, path))).toBe(true);
  });

  test('every npm script that is named exists', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
    const named = pages.flatMap((page) => [...textOf(page).matchAll(/npm (test|run ([a-z-]+))/g)]);
    expect(named.flatMap(([words, test, name = test]) => (name && name in scripts ? [] : [words]))).toEqual([]);
  });

  test('the README names the variable of every flag, and no other', () => {
    const flags = ['run', 'fake', 'listen'].flatMap(
      (command) => helpOf(command).match(/(?<=^ .*)--[a-z-]+(?= )/gm) ?? [],
    );
    const variables = new Set(flags.map((each) => `ASSAY_${each.slice(2).toUpperCase().replaceAll('-', '_')}`));
    variables.delete('ASSAY_HELP');
    expect([...new Set(textOf('README.md').match(/\bASSAY_[A-Z_]+/g))].toSorted()).toEqual([...variables].toSorted());
  });
});

test.each(pages)('every link of %s leads somewhere', (page) => {
  const links = [...textOf(page).matchAll(/\]\(([^)#]+)/g)].map(([, link]) => link ?? '');
  const dead = links.filter((link) => !/^https?:/.test(link) && !existsSync(join(ROOT, dirname(page), link)));
  expect(dead).toEqual([]);
});

test.each(pages)('every file that %s names in backquotes exists', (page) => {
  const named = [...textOf(page).matchAll(/`((?:harness|fixtures|scenarios|docs|reports)\/[\w./-]+\.\w+)`/g)];
  expect(named.flatMap(([, file = '']) => (existsSync(join(ROOT, file)) ? [] : [file]))).toEqual([]);
});
