import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, type Page, chromium as playwright } from 'playwright-core';

/** Test support: pages in a real browser. */

/** The path of the browser; tests that need it are skipped if it does not exist. */
export const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** The title and the elements of a page after a browser has opened it. */
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
      UNSEEN,
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

/** Turns off hidden features of browser windows: suggestions for the address bar are half of a window's work. */
const UNSEEN = '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup';

/** Starts a browser that makes no network requests of its own. */
export const startBrowser = (): Promise<Browser> =>
  playwright.launch({ executablePath: chromium, args: ['--no-sandbox', '--disable-background-networking', UNSEEN] });

/** A browser for the tests of one file; it opens pages as files. */
export interface Visitor {
  /** Opens a page at a place in it (`#cases`), with these browser options. */
  visit(html: string, hash?: string, options?: BrowserContextOptions): Promise<Page>;
  /** Errors of all pages. */
  readonly errors: readonly string[];
  close(): Promise<void>;
}

/** Starts a browser that opens pages as files, each text once. */
export async function visitor(): Promise<Visitor> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-pages-'));
  const files = new Map<string, string>();
  const errors: string[] = [];
  const browser = await startBrowser();
  return {
    errors,
    async visit(html, hash = '', options = {}) {
      const file = files.get(html) ?? join(folder, `${files.size + 1}.html`);
      if (!files.has(html)) writeFileSync(file, html);
      files.set(html, file);
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
      const page = await context.newPage();
      page.setDefaultTimeout(10_000);
      page.on('pageerror', ({ message }) => errors.push(message));
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      await page.goto(`${pathToFileURL(file).href}${hash}`);
      return page;
    },
    async close() {
      await browser.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
