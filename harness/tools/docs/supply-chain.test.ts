import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { shippedPath } from '../../home.ts';
import { COPYLEFT, choicesOf, INSTALL_SCRIPTS, licencesPage, lockedPackages, nameAt, PERMISSIVE } from './licences.ts';

/** What is installed with Assay: under which licences, how it is held fast, and what of it runs while it is installed. */

const textOf = (file: string): string => readFileSync(shippedPath(file), 'utf8');
const manifest = JSON.parse(textOf('package.json')) as {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
};
const packages = lockedPackages();
const installed = new Set(packages.map(([path]) => path));

test('every package has a licence under which Assay may be passed on; those that ask for more serve tests alone', () => {
  const others = packages.filter(([, each]) => !choicesOf(each).some((one) => PERMISSIVE.has(one)));
  expect(others.filter(([, { license }]) => license !== 'MPL-2.0')).toEqual([]);
  const names = Object.keys(COPYLEFT);
  expect(others.map(([path]) => nameAt(path)).filter((name) => !names.some((each) => name.startsWith(each)))).toEqual(
    [],
  );
  expect(others.filter(([, { dev, devOptional, optional }]) => !dev && !devOptional && !optional)).toEqual([]);
});

test('docs/licences.md lists what is installed; where it is stale, `npm run licences` writes it', () => {
  expect(textOf('docs/licences.md')).toBe(licencesPage());
});

test('the lock file holds every dependency of the manifest, each at one version', () => {
  const wanted = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  expect(wanted.filter((name) => !installed.has(`node_modules/${name}`))).toEqual([]);
  expect(packages.filter(([, { version }]) => !/^\d+\.\d+\.\d+/.test(version ?? '')).map(([path]) => path)).toEqual([]);
});

test('what is installed is held fast by its digest; only binaries of other machines have none', () => {
  const without = packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
  expect(without.filter(([, { optional }]) => optional !== true).map(([path]) => path)).toEqual([]);
  expect(without.map(([path]) => nameAt(path)).filter((name) => !name.startsWith('@biomejs/cli-'))).toEqual([]);
});

test('no package is installed from anywhere but a registry', () => {
  const elsewhere = packages.filter(
    ([, { resolved }]) => resolved !== undefined && !/^https:\/\/\S+\.tgz$/.test(resolved),
  );
  expect(elsewhere.map(([path]) => path)).toEqual([]);
});

test('install scripts are those that package.json decides on and the README explains, and only that of node runs', () => {
  const scripted = packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameAt(path));
  expect(scripted.toSorted()).toEqual(Object.keys(manifest.allowScripts).toSorted());
  expect(scripted.toSorted()).toEqual(Object.keys(INSTALL_SCRIPTS).toSorted());
  expect(Object.keys(manifest.allowScripts).filter((name) => manifest.allowScripts[name])).toEqual(['node']);
  const [, explained = ''] = /^(.*bring install scripts.*?)\n\n/ms.exec(textOf('README.md')) ?? [];
  expect(scripted.filter((name) => !explained.includes(`\`${name}\``))).toEqual([]);
});
