import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { shippedPath } from '../../home.ts';
import { assay, emptyFolder } from '../../testing/command.ts';

/** What `npm pack` would put into the package. */
function packedIn(cwd: string): readonly string[] {
  const words = ['pack', '--dry-run', '--json', '--offline', '--ignore-scripts'];
  const printed = execFileSync('npm', words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const packages = JSON.parse(printed) as readonly { readonly files: readonly { readonly path: string }[] }[];
  return packages.flatMap(({ files }) => files).map(({ path }) => path);
}

const packed = packedIn(shippedPath());

test('every schema is in the package, and is found under its name', () => {
  const schemas = readdirSync(shippedPath('fixtures/contract')).filter((name) => name.endsWith('.schema.json'));
  expect(schemas.filter((name) => !packed.includes(`fixtures/contract/${name}`))).toEqual([]);
  const { exports } = JSON.parse(readFileSync(shippedPath('package.json'), 'utf8')) as { readonly exports: object };
  expect(exports).toMatchObject({ './schema/*.json': './fixtures/contract/*.schema.json' });
  expect(import.meta.resolve('assay/schema/target.json')).toMatch(/fixtures\/contract\/target\.schema\.json$/);
});

test('a page of the package leads to files of the package, but for pictures, and pages for those who work on Assay or read its files by programs', () => {
  const pages = packed.filter((path) => path.endsWith('.md'));
  const leads = pages.flatMap((page) =>
    [...readFileSync(shippedPath(page), 'utf8').matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, to = '']) =>
      join(dirname(page), to).replaceAll('\\', '/'),
    ),
  );
  expect(leads.length).toBeGreaterThan(100);
  const left =
    /^docs\/(pictures\/|house\.md|licences\.md|reference\/(certificate|client-scenario|commands|environment|fault|fragment|kci-profile|requirements|seal|traffic|world)\.md)|^harness\/decisions|^CHANGELOG\.md$/;
  expect(leads.filter((to) => !left.test(to) && !packed.some((path) => `${path}/`.startsWith(`${to}/`)))).toEqual([]);
});

test('tests, recorded runs and what runs left are not', () => {
  expect(
    packed.filter((path) => /\.test\.ts$|^fixtures\/golden\/|^reports\/out\/|^harness\/(bench|fuzz)\//.test(path)),
  ).toEqual([]);
});

test.each([['pack'], ['publish']])('npm %s of the folder packs nothing, and says what makes the package', (word) => {
  const { status, stderr } = spawnSync('npm', [word, '--dry-run', '--offline'], {
    cwd: shippedPath(),
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toContain('npm run package                    makes it, and prints its name');
});

test('what runs and loads left is not, wherever they were told to leave it', async () => {
  const copy = emptyFolder();
  const parts = ['harness', 'reports', 'scenarios', 'fixtures', 'docs'];
  for (const name of [...parts, 'package.json', 'CHANGELOG.md', 'README.md', 'LICENSE'])
    cpSync(shippedPath(name), join(copy, name), { recursive: true });

  // As the how-tos say, in the folder of the package.
  const left = join(copy, 'reports/acme');
  const run = (words: readonly string[]) => assay(words, { cwd: copy });
  expect((await run(['certify', '--only', 'orders/minimal-order', '--quiet', '--out', 'reports/acme'])).code).toBe(0);
  const script = ['--target', 'fake-http', '--print-script', 'reports/script'];
  expect((await run(['load', 'smoke', '--quiet', ...script])).code).toBe(0);
  for (const name of [
    'reports/app/acme',
    'harness/acme',
    'harness/cli/acme',
    'scenarios/acme',
    'fixtures/acme',
    'docs/acme',
  ])
    cpSync(left, join(copy, name), { recursive: true });
  expect(readdirSync(left)).toEqual(expect.arrayContaining(['index.html', 'record.ndjson', 'verdict.json']));

  expect(packedIn(copy).toSorted()).toEqual(packed.toSorted());
});

test('every file that a file of the package imports is in it too, tests’ own help aside', () => {
  const sources = packed.filter((path) => /\.[jt]s$/.test(path) && !/(?:^|\/)test-|sample|\/testing\//.test(path));
  const missing = sources.flatMap((path) => {
    const named = readFileSync(shippedPath(path), 'utf8').matchAll(
      /^(?:import|export)\b[^;]*?\bfrom '(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm,
    );
    return [...named]
      .map(([, fixed, lazy]) => join(dirname(path), fixed ?? lazy ?? '').replaceAll('\\', '/'))
      .filter((file) => existsSync(shippedPath(file)) && !packed.includes(file))
      .map((file) => `${path} needs ${file}`);
  });
  expect(missing).toEqual([]);
});
