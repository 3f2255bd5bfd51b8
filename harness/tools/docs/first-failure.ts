import { spawnSync } from 'node:child_process';
import { shippedPath } from '../../home.ts';

/** What the README shows of a first failing run: `npm run pictures` writes it again, a test compares it. */

const COMMAND = 'run scenarios/orders/provide-new.yaml --fault kci-completed-before-committed';
const MARK = '<!-- first failing run: written by `npm run pictures` -->\n```text\n';

/** A failing run as the README explains it; `folder` is where its reports are left. */
export function firstFailure(folder: string): { readonly status: number | null; readonly printed: string } {
  const words = ['harness/cli/assay.js', ...COMMAND.split(' '), '--out', folder];
  const env = { PATH: process.env.PATH ?? '', NO_COLOR: '1' };
  const { status, stdout } = spawnSync(process.execPath, words, { cwd: shippedPath(), env, encoding: 'utf8' });
  return { status, printed: stdout.trimEnd().replaceAll(folder, 'reports/out/<time>-fake') };
}

/** The block of the README that shows what the run prints, and the text before and after it. */
export function shownInReadme(readme: string): {
  readonly before: string;
  readonly shown: string;
  readonly after: string;
} {
  const start = readme.indexOf(MARK);
  if (start < 0) throw new Error('the README has no block for the first failing run');
  const from = start + MARK.length;
  const to = readme.indexOf('```', from);
  return { before: readme.slice(0, from), shown: readme.slice(from, to), after: readme.slice(to) };
}
