import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Test support: pages as a real browser has them. */

/** Where the browser is; tests that need it are skipped where it is not. */
export const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** The title and the elements of a page once a browser has opened it. */
export function opened(page: string): { title: string; dom: string } {
  const folder = mkdtempSync(join(tmpdir(), 'assay-page-'));
  try {
    const file = join(folder, 'index.html');
    writeFileSync(file, page);
    const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync'];
    const flags = [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      ...quiet,
      `--user-data-dir=${join(folder, 'profile')}`,
    ];
    const dom = execFileSync(chromium, [...flags, '--dump-dom', `file://${file}`], {
      encoding: 'utf8',
      maxBuffer: 50_000_000,
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 25_000,
    });
    return { title: /<title>([\s\S]*?)<\/title>/.exec(dom)?.[1] ?? '', dom };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
