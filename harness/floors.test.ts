import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadContract } from './contract/contract.ts';

/** The house (docs/house.md): what each folder may import besides itself. Tests may look anywhere. */
const HOUSE: Readonly<
  Record<string, { readonly floor: number; readonly packages: readonly string[]; readonly folders?: readonly string[] }>
> = {
  harness: { floor: 0, packages: ['node:crypto', 'node:fs', 'node:path', 'node:url', 'node:zlib'], folders: [] },
  'harness/values': { floor: 1, packages: ['json-p3'], folders: [] },
  'harness/words': { floor: 2, packages: [], folders: ['values'] },
  'harness/wire': { floor: 2, packages: [], folders: ['values'] },
  'harness/kci': { floor: 3, packages: ['fast-xml-parser'], folders: ['values', 'wire'] },
  'harness/journey': { floor: 4, packages: [], folders: ['values', 'wire', 'kci'] },
  'harness/verdict': { floor: 4, packages: [], folders: ['values', 'wire', 'kci'] },
  'harness/record': { floor: 5, packages: [], folders: ['values', 'wire', 'kci', 'journey'] },
  'harness/source': { floor: 5, packages: ['yaml', 'ajv', 'ajv-formats', 'node:fs', 'node:module', 'node:vm'] },
  'harness/contract': {
    floor: 6,
    packages: ['ajv', 'node:fs', 'node:path', 'node:crypto', 'node:util'],
  },
  'harness/scenario': { floor: 6, packages: ['node:fs', 'node:path'] },
  'harness/plan': { floor: 7, packages: ['@faker-js/faker'], folders: ['contract', 'scenario'] },
  'harness/judge': { floor: 7, packages: [], folders: ['contract'] },
  'harness/fake': {
    floor: 7,
    packages: ['msw', 'node:zlib'],
    folders: ['contract'],
  },
  'harness/run': { floor: 8, packages: [], folders: ['contract', 'judge'] },
  'harness/traffic': { floor: 9, packages: ['yaml'], folders: ['contract', 'judge', 'scenario', 'run', 'fake'] },
  'harness/io': { floor: 8, packages: ['node:*', 'undici'], folders: [] },
  'harness/load': { floor: 9, packages: ['node:*', 'yaml', 'json-p3', 'k6'] },
  'harness/evidence': {
    floor: 9,
    packages: ['node:crypto', 'node:sqlite'],
    folders: ['contract', 'judge'],
  },
  'harness/prove': { floor: 9, packages: ['node:worker_threads', 'node:crypto', 'node:events'] },
  'harness/workbench': {
    floor: 9,
    packages: ['node:crypto', 'node:events', 'node:url'],
    folders: ['io', 'reports'],
  },
  'harness/workbench/page': { floor: 10, packages: ['preact'], folders: ['workbench', 'evidence', 'reports'] },
  'harness/application': { floor: 10, packages: ['node:*'] },
  'harness/application/open': { floor: 10.1, packages: ['node:*', 'msw'] },
  'harness/application/cases': { floor: 10.2, packages: ['node:*'] },
  'harness/application/folder': { floor: 10.2, packages: ['node:*'] },
  'harness/application/follow': { floor: 10.3, packages: ['node:*', 'log-update'] },
  'harness/application/report': { floor: 10.3, packages: ['node:*'] },
  'harness/application/stored': { floor: 10.4, packages: ['node:*'] },
  'harness/application/traffic': { floor: 10.5, packages: ['node:*'] },
  'harness/application/cleanup': { floor: 10.5, packages: ['node:*'] },
  'harness/application/certify': { floor: 10.6, packages: ['node:*'] },
  'harness/application/clients': { floor: 10.7, packages: ['node:*'] },
  'harness/application/loads': { floor: 10.6, packages: ['*'] },
  'harness/application/proofs': { floor: 10.6, packages: ['*'] },
  'harness/application/ui': { floor: 10.7, packages: ['node:*'] },
  'harness/explain': { floor: 11, packages: [] },
  'harness/setup': { floor: 11, packages: ['node:*'] },
  'harness/setup/profile': { floor: 11.1, packages: ['node:*'] },
  'harness/setup/init': { floor: 11.1, packages: ['node:*', 'yaml'] },
  'harness/setup/doctor': { floor: 11.2, packages: ['node:*'] },
  'harness/cli': { floor: 12, packages: ['*'], folders: ['*'] },
  'harness/tools': { floor: 13, packages: ['*'], folders: ['*'] },
  'reports/app': { floor: 7, packages: ['preact'] },
  reports: {
    floor: 6,
    packages: [
      'node:util',
      'node:crypto',
      'node:zlib',
      'node:module',
      'node:url',
      'fast-xml-parser',
      'preact',
      'preact-render-to-string',
      'htm',
      'ctrf',
      'esbuild',
    ],
  },
};

/** What every room may use. */
const BASE: ReadonlySet<string> = new Set(
  ['', '/values', '/words', '/wire', '/kci', '/journey', '/verdict', '/record', '/source'].map(
    (room) => `harness${room}`,
  ),
);

const ROOT = resolve(import.meta.dirname, '..');

function sourcesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((each) => each.isFile() && /\.tsx?$/.test(each.name) && !/\.test\.ts$/.test(each.name))
    .map((each) => relative(ROOT, join(each.parentPath, each.name)))
    .filter((file) => !file.startsWith('reports/out/'));
}

/** The house's folder a file lives in: subfolders belong to it. */
function folderOf(file: string): string {
  return Object.keys(HOUSE)
    .filter((folder) => file.startsWith(`${folder}/`))
    .reduce((longest, each) => (each.length > longest.length ? each : longest), '');
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const statements = /^(?:import|export)\b[^;]*?\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm;
  return [...text.matchAll(statements)].map(([, from, bare, lazy]) => from ?? bare ?? lazy ?? '');
}

/** Files that only tests import: builders and samples. */
const isTestSupport = (file: string): boolean =>
  /(?:^|\/)(?:sample|[a-z-]*-sample|test-[a-z-]+|[a-z-]+-builder)\.ts$/.test(file) || file.includes('/testing/');

const matches = (allowed: readonly string[], name: string): boolean =>
  allowed.some(
    (each) =>
      each === '*' ||
      each === name ||
      name.startsWith(`${each}/`) ||
      (each.endsWith(':*') && name.startsWith(each.slice(0, -1))),
  );

const files = [...sourcesBelow('harness'), ...sourcesBelow('reports')].filter((file) => !isTestSupport(file));

describe('the house', () => {
  test('has a place for every file', () => {
    expect(files.filter((file) => folderOf(file) === '')).toEqual([]);
    expect(files.length).toBeGreaterThan(50);
  });

  test('no file imports from its own floor outside its folder, or from above', () => {
    const breaches = files.flatMap((file) => {
      const home = folderOf(file);
      const rules = HOUSE[home];
      return importsOf(file)
        .filter((name) => name.startsWith('.'))
        .flatMap((name) => {
          const target = relative(ROOT, join(ROOT, dirname(file), name));
          const there = folderOf(target);
          const isLower = (HOUSE[there]?.floor ?? 99) < (rules?.floor ?? 0);
          const isNamed =
            rules?.folders === undefined || BASE.has(there) || matches(rules.folders, there.replace('harness/', ''));
          return there === home || target.startsWith('fixtures/') || (isLower && isNamed)
            ? []
            : [`${file} imports ${target}`];
        });
    });
    expect(breaches).toEqual([]);
  });

  test('no file imports a package its folder may not have', () => {
    const breaches = files.flatMap((file) =>
      importsOf(file)
        .filter((name) => !name.startsWith('.') && !matches(HOUSE[folderOf(file)]?.packages ?? [], name))
        .map((name) => `${file} imports ${name}`),
    );
    expect(breaches).toEqual([]);
  });

  test('the names of the headers that the spec defines stand in the contract only', () => {
    const { contract } = loadContract(join(ROOT, 'fixtures/contract'));
    const names = Object.values(contract.headers);
    // A name that is a plain word is one where it is quoted as it is spelled, or looked up among headers.
    const uses = names.map((name) =>
      name.includes('-')
        ? new RegExp(name, 'i')
        : new RegExp(`(['"\`/])${name}\\1|(?:headers(?:\\.|/)|toLowerCase\\(\\) === ')${name}\\b|\\b${name}: `),
    );
    const breaches = files.filter((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8');
      return uses.some((use) => use.test(text));
    });
    expect(names).toHaveLength(3);
    expect(breaches).toEqual([]);
  });

  test('time and chance come in through ports: what plans, runs and judges reads no clock and rolls no dice', () => {
    // reports/app runs in the reader's browser.
    const pure = files.filter(
      (file) =>
        ((HOUSE[folderOf(file)]?.floor ?? 99) < 8 && folderOf(file) !== 'reports/app') ||
        file.startsWith('harness/run/'),
    );
    const breaches = pure.filter((file) =>
      /Math\.random\(|Date\.now\(|new Date\(\)|performance\.now\(|randomUUID\(|setTimeout\(/.test(
        readFileSync(join(ROOT, file), 'utf8'),
      ),
    );
    expect(breaches).toEqual([]);
  });
});
