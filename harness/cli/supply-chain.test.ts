import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { own } from './places.ts';

/** What is installed with Assay: under which licences, how it is held fast, and what of it runs while it is installed. */

interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
}

const textOf = (file: string): string => readFileSync(own(file), 'utf8');
const lock = JSON.parse(textOf('package-lock.json')) as { readonly packages: Readonly<Record<string, Locked>> };
const manifest = JSON.parse(textOf('package.json')) as {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
};
const packages = Object.entries(lock.packages).filter(([path]) => path !== '');
const nameOf = (path: string): string => path.replace(/^.*node_modules\//, '');

/** Each may be used, changed and passed on as this project is. */
const PERMISSIVE = new Set([
  'MIT',
  'Apache-2.0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'CC0-1.0',
]);
/** Changes to their own files would have to be published; nothing here does. Only vite, below vitest, loads it. */
const WEAK_COPYLEFT = new Set(['MPL-2.0']);

const choicesOf = ({ license = 'none' }: Locked): readonly string[] => license.replace(/^\(|\)$/g, '').split(' OR ');

test('every package has a licence under which Assay may be passed on', () => {
  const others = packages.filter(([, each]) => !choicesOf(each).some((one) => PERMISSIVE.has(one)));
  expect(others.filter(([, each]) => !choicesOf(each).some((one) => WEAK_COPYLEFT.has(one)))).toEqual([]);
  expect(others.map(([path]) => nameOf(path)).filter((name) => !name.startsWith('lightningcss'))).toEqual([]);
});

test('the lock file holds every dependency of the manifest, each at one version', () => {
  const wanted = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
  expect(wanted.filter((name) => !lock.packages[`node_modules/${name}`])).toEqual([]);
  expect(packages.filter(([, { version }]) => !/^\d+\.\d+\.\d+/.test(version ?? '')).map(([path]) => path)).toEqual([]);
});

test('what is installed is held fast by its digest; only binaries of other machines have none', () => {
  const without = packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
  expect(without.filter(([, { optional }]) => optional !== true).map(([path]) => path)).toEqual([]);
  expect(without.map(([path]) => nameOf(path)).filter((name) => !name.startsWith('@biomejs/cli-'))).toEqual([]);
});

test('no package is installed from anywhere but a registry', () => {
  const elsewhere = packages.filter(
    ([, { resolved }]) => resolved !== undefined && !/^https:\/\/\S+\.tgz$/.test(resolved),
  );
  expect(elsewhere.map(([path]) => path)).toEqual([]);
});

test('install scripts are those that package.json decides on and the README explains, and only that of node runs', () => {
  const scripted = packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path));
  expect(scripted.toSorted()).toEqual(Object.keys(manifest.allowScripts).toSorted());
  expect(Object.keys(manifest.allowScripts).filter((name) => manifest.allowScripts[name])).toEqual(['node']);
  const [, explained = ''] = /^(.*bring install scripts.*?)\n\n/ms.exec(textOf('README.md')) ?? [];
  expect(scripted.filter((name) => !explained.includes(`\`${name}\``))).toEqual([]);
});
