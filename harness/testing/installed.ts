import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { shippedPath } from '../home.ts';
import { packInto } from '../tools/docs/package.ts';

/** Assay as npm puts it into somebody's project. */
export interface Installed {
  /** The project that it is installed in. */
  readonly project: string;
  /** Its folder below `node_modules`. */
  readonly home: string;
  readonly program: string;
  remove(): void;
}

/**
 * Packs this checkout and lays the package into an empty project, as `npm install <tarball>` does, but with the packages
 * that this checkout has: those that the package depends on, and no others.
 */
export async function installed(): Promise<Installed> {
  const project = mkdtempSync(join(tmpdir(), 'assay-installed-'));
  const modules = join(project, 'node_modules');
  mkdirSync(modules);
  execFileSync('tar', ['-xzf', await packInto(project), '-C', modules]);
  const home = join(modules, 'assay');
  renameSync(join(modules, 'package'), home);
  const { dependencies } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  for (const name of Object.keys(dependencies)) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(shippedPath('node_modules', name), join(modules, name));
  }
  return {
    project,
    home,
    program: join(home, 'harness/cli/assay.js'),
    remove: () => rmSync(project, { recursive: true, force: true, maxRetries: 5 }),
  };
}
