import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startBrowser } from '../../../reports/testing/browser.ts';
import { readRun } from '../../application/stored/stored-run.ts';
import { shippedPath } from '../../home.ts';
import { firstFailure, shownInReadme } from './first-failure.ts';
import { terminalPage, watched } from './terminal-picture.ts';

// `npm run pictures`: the pictures of the docs and the output that the README shows, made anew by the commands they show.

const FAULTS = ['booking-double', 'kci-completed-before-committed'];
const CASE = 'orders/provide-new#residential';

const folder = mkdtempSync(join(tmpdir(), 'assay-pictures-'));
const pictures = shippedPath('docs', 'pictures');

function assay(...words: readonly string[]): string {
  const env = { PATH: process.env.PATH ?? '', NO_COLOR: '1' };
  const { stdout, stderr, error } = spawnSync(process.execPath, [shippedPath('harness/cli/assay.js'), ...words], {
    env,
    cwd: shippedPath(),
    encoding: 'utf8',
  });
  if (error !== undefined || stdout === '') throw new Error(`assay ${words.join(' ')}: ${error?.message ?? stderr}`);
  return stdout;
}

/** A page of its own, wide or of the size asked for, by day unless said otherwise. */
async function openPage(browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 }, deviceScaleFactor: 1, ...options });
  await page.goto(address);
  await page.waitForTimeout(500);
  return page;
}

const picture = (name: string) => ({ path: join(pictures, `${name}.png`) });

async function reportPictures(browser: Browser): Promise<void> {
  const out = join(folder, 'certified');
  assay('certify', ...FAULTS.flatMap((fault) => ['--fault', fault]), '--out', out);
  const address = `file://${join(out, 'index.html')}`;
  const day = await openPage(browser, address);
  await day.screenshot(picture('report'));
  await day.evaluate("location.hash = '#promises'");
  await day.waitForTimeout(300);
  await day.screenshot(picture('promises'));
  await day.evaluate("location.hash = '#recorder'");
  await day.locator('.lane-row').first().waitFor();
  await day.waitForTimeout(300);
  await day.screenshot(picture('recorder'));
  await day.setViewportSize({ width: 1280, height: 1100 });
  await day.evaluate("location.hash = '#failure-1'");
  await day.locator('#failure-1').getByText('What to send the supplier').click();
  await day.waitForTimeout(300);
  await day.screenshot(picture('finding'));
  const journey = await openPage(browser, `${address}#case:${encodeURIComponent(CASE)}`);
  await journey.screenshot({ ...picture('journey'), fullPage: true });
  const night = await openPage(browser, address, { viewport: { width: 390, height: 860 }, colorScheme: 'dark' });
  await night.screenshot(picture('report-by-night'));
}

/** A certification as a terminal shows it near its end: some cases failed, some orders still await events. */
async function terminalPicture(browser: Browser): Promise<void> {
  const out = join(folder, 'watched');
  assay('certify', '--fault', 'booking-double', '--out', out);
  const lines = watched(readRun(out), 0.9, { width: 104, height: 24, colour: true, unicode: true });
  const file = join(folder, 'terminal.html');
  writeFileSync(file, terminalPage('npx assay certify --target acme.yaml', lines));
  const page = await openPage(browser, `file://${file}`);
  await page.locator('pre').screenshot(picture('terminal'));
}

async function loadPicture(browser: Browser): Promise<void> {
  const out = join(folder, 'load');
  assay('simulate', 'mass-delay', '--out', out);
  const page = await openPage(browser, `file://${join(out, 'index.html')}`);
  await page.locator('.charts.live .chart').last().waitFor();
  await page.screenshot({ ...picture('load'), fullPage: true });
}

async function workbenchPicture(browser: Browser): Promise<void> {
  const words = [shippedPath('harness/cli/assay.js'), 'ui', '--port', '0', '--runs', join(folder, 'runs')];
  const ui = spawn(process.execPath, words, { cwd: shippedPath(), stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const page = await openPage(browser, await addressOf(ui));
    await page.getByRole('searchbox').fill('provide-new');
    await page.getByRole('button', { name: /^Choose only these$/ }).click();
    await page.getByLabel('Faults of the fake').fill('kci-lost-completion');
    await page.screenshot(picture('workbench'));
    await page.getByRole('button', { name: /^Run \d+ cases$/ }).click();
    await page.getByRole('heading', { name: 'Not every case passed', level: 1 }).waitFor();
    await page.screenshot(picture('workbench-run'));
  } finally {
    ui.kill('SIGINT');
  }
}

/** Where a workbench is, as it says once it listens. */
function addressOf(ui: ChildProcess): Promise<string> {
  const { stdout } = ui;
  if (stdout === null) throw new Error('the workbench has no output');
  let printed = '';
  return new Promise((found, failed) => {
    stdout.setEncoding('utf8').on('data', (more: string) => {
      printed += more;
      const address = /http:\S+#token=\S+/.exec(printed)?.[0];
      if (address !== undefined) found(address);
    });
    ui.on('exit', () => failed(new Error(`the workbench ended, having said ${printed}`)));
  });
}

mkdirSync(pictures, { recursive: true });
const readme = shippedPath('README.md');
const { before, after } = shownInReadme(readFileSync(readme, 'utf8'));
writeFileSync(readme, `${before}${firstFailure(join(folder, 'first')).printed}\n${after}`);

const browser = await startBrowser();
try {
  const first = await openPage(browser, `file://${join(folder, 'first', 'index.html')}`, {
    viewport: { width: 1100, height: 1200 },
  });
  await first.screenshot(picture('first-failure'));
  await reportPictures(browser);
  await terminalPicture(browser);
  await loadPicture(browser);
  await workbenchPicture(browser);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
