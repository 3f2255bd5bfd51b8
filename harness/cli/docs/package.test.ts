import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { own } from '../places.ts';

/** What `npm pack` would put into the package. */
const packed = (
  JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--offline', '--ignore-scripts'], {
      cwd: own(),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  ) as readonly { readonly files: readonly { readonly path: string }[] }[]
)
  .flatMap(({ files }) => files)
  .map(({ path }) => path);

test('every schema is in the package, and is found under its name', () => {
  const schemas = readdirSync(own('fixtures/contract')).filter((name) => name.endsWith('.schema.json'));
  expect(schemas.filter((name) => !packed.includes(`fixtures/contract/${name}`))).toEqual([]);
  const { exports } = JSON.parse(readFileSync(own('package.json'), 'utf8')) as { readonly exports: object };
  expect(exports).toMatchObject({ './schema/*.json': './fixtures/contract/*.schema.json' });
  expect(import.meta.resolve('assay/schema/target.json')).toMatch(/fixtures\/contract\/target\.schema\.json$/);
});

test('tests, recorded runs and what runs left are not', () => {
  expect(
    packed.filter((path) => /\.test\.ts$|^fixtures\/golden\/|^reports\/out\/|^harness\/(bench|fuzz)\//.test(path)),
  ).toEqual([]);
});

test('every file that a file of the package imports is in it too, tests’ own help aside', () => {
  const sources = packed.filter((path) => /\.[jt]s$/.test(path) && !/(?:^|\/)test-|sample|\/testing\//.test(path));
  const missing = sources.flatMap((path) => {
    const named = readFileSync(own(path), 'utf8').matchAll(
      /^(?:import|export)\b[^;]*?\bfrom '(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm,
    );
    return [...named]
      .map(([, fixed, lazy]) => join(dirname(path), fixed ?? lazy ?? '').replaceAll('\\', '/'))
      .filter((file) => existsSync(own(file)) && !packed.includes(file))
      .map((file) => `${path} needs ${file}`);
  });
  expect(missing).toEqual([]);
});
