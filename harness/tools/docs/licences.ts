import { readFileSync, writeFileSync } from 'node:fs';
import { shippedPath } from '../../home.ts';

/**
 * What docs/licences.md says of everything that is installed with Assay: `npm run licences` writes it, a test compares it.
 */

/** A package as the lock file has it. */
interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly hasInstallScript?: boolean;
}

/** Each may be used, changed and passed on as this project is. */
export const PERMISSIVE: ReadonlySet<string> = new Set([
  'MIT',
  'Apache-2.0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
]);

/**
 * Whoever changes files under another licence must publish those files. Why these are here, by the beginning of their
 * names.
 */
export const COPYLEFT: Readonly<Record<string, string>> = {
  'axe-core': 'looks in tests whether reports can be read by everybody; it is in no report',
  lightningcss: 'which only vite below vitest loads',
};

/** What a package does when it is installed, and whether it needs to: `allowScripts` of package.json says the same. */
export const INSTALL_SCRIPTS: Readonly<Record<string, string>> = {
  node: 'is the Node 24 that every script runs on; its script fetches the binary for this machine: **allowed**',
  esbuild:
    'bundles the script for k6, and tsx needs it; its script only checks the binary and shortens the way to it: **denied**',
};

/** The packages of the lock file, by where they are installed. */
export function lockedPackages(): readonly (readonly [path: string, locked: Locked])[] {
  const { packages } = JSON.parse(readFileSync(shippedPath('package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked>>;
  };
  return Object.entries(packages).filter(([path]) => path !== '');
}

/** The name of a package that is installed there. */
export const nameAt = (path: string): string => path.replace(/^.*node_modules\//, '');

/** The licences one of which may be chosen. */
export const choicesOf = ({ license = 'none' }: Locked): readonly string[] =>
  license.replace(/^\(|\)$/g, '').split(' OR ');

/** The page. */
export function licencesPage(packages = lockedPackages()): string {
  const lines = packages.map(
    ([path, each]) => `| ${nameAt(path)} | ${each.version} | ${each.license ?? 'none'} | ${purposeOf(each)} |`,
  );
  const rows = [...new Set(lines)].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
  const others = Object.entries(COPYLEFT).map(([name, why]) => `- \`${name}\`: ${why}.`);
  const scripts = Object.entries(INSTALL_SCRIPTS).map(([name, what]) => `- \`${name}\` ${what}.`);
  return `# Licences

<!-- written by \`npm run licences\` from package-lock.json -->
Assay is under [Apache-2.0](../LICENSE). The lock file holds ${rows.length} packages with it.
All are under licences that let everybody use, change and pass them on, but for two under MPL-2.0, whose
changed files would have to be published; both serve building and testing alone, and nothing changes them:

${others.join('\n')}

## Install scripts

${scripts.join('\n')}

## Packages

| Package | Version | Licence | For |
|---|---|---|---|
${rows.join('\n')}
`;
}

function purposeOf({ dev, devOptional, optional, os }: Locked): string {
  if (os) return 'one kind of machine';
  if (dev || devOptional) return 'building and testing';
  return optional ? 'some machines' : 'running';
}

if (import.meta.main) writeFileSync(shippedPath('docs', 'licences.md'), licencesPage());
