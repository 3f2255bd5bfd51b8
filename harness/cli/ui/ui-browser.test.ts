import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { chromium, startBrowser } from '../../../reports/testing/browser.ts';
import { HOSTILE } from '../../../reports/testing/sample-runs.ts';
import { shippedPath } from '../../home.ts';
import { assay, emptyFolder } from '../../testing/command.ts';
import { startWorkbench } from '../../testing/workbench.ts';

let browser: Browser;

/** A browser as a user has it who was never here. Whatever its pages print as an error fails the test at its end. */
async function openBrowser(): Promise<{ readonly context: BrowserContext; readonly errors: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  onTestFinished(() => context.close());
  context.setDefaultTimeout(40_000);
  const errors: string[] = [];
  context.on('weberror', (error) => errors.push(String(error.error())));
  context.on('request', (request) => {
    if (new URL(request.url()).hostname !== '127.0.0.1') errors.push(`it called ${request.url()}`);
  });
  return { context, errors };
}

/** A waiver file for one of two cases that lose their last event. */
const KNOWN = `waivers:${['kci.sequence', 'kci.once']
  .map(
    (check) => `
  - check: ${check}
    case: orders/provide-new#business
    reason: Mended in the release of March.
    owner: gateway team
    expires: 2999-12-31`,
  )
  .join('')}
`;

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong with what the page shows now. */
async function wrongWith(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  return page.evaluate(
    `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`,
  );
}

describe.skipIf(!existsSync(chromium))('the workbench in a browser', { timeout: 150_000 }, () => {
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser?.close());

  test('a user chooses, checks, runs, watches, has failures again, opens the report, compares and looks back', async () => {
    const { url, token } = await startWorkbench(emptyFolder());
    const { context, errors } = await openBrowser();
    const page = await context.newPage();
    const status = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor();
    const run = (name: RegExp) => page.getByRole('button', { name }).click();
    const ended = (words: string) => page.getByRole('heading', { name: words, level: 1 }).waitFor();

    await page.goto(`${url}/#token=${token}`);
    await status(/^All [\d,]+ cases chosen$/);
    expect(page.url()).not.toContain(token);
    const command = page.locator('.command');
    await page.getByText('Address and variables').click();
    await page.getByLabel('Variables').fill('A=b\nC=d e');
    await page.getByLabel('File of them').fill('./acme.env');
    await page.getByLabel('Base URL').focus();
    await expect
      .poll(() => command.textContent())
      .toBe("npx assay certify --target fake --env-file ./acme.env --var A=b --var 'C=d e' --seed 1");
    await page.getByRole('alert').getByText('./acme.env').waitFor();
    expect(await wrongWith(page)).toEqual([]);
    await page.getByLabel('Variables').fill('');
    await page.getByLabel('File of them').fill('');
    await page.getByLabel('Base URL').focus();
    await status(/^All [\d,]+ cases chosen$/);
    await page.getByRole('searchbox').fill('provide-new#');
    await run(/^Choose only these$/);
    await status(/^2 of [\d,]+ cases chosen, 2 found$/);
    const fault = page.getByLabel('Faults of the fake');
    await fault.fill('kci-lost');
    await status(/^\d+ faults have this; none of them is chosen yet\.$/);
    await expect.poll(() => page.getByRole('button', { name: /^Run 2 cases$/ }).isEnabled()).toBe(false);
    await fault.fill('kci-lost-complete');
    await status(/ Did you mean kci-lost-completion\?$/);
    await fault.fill('kci-lost-comp');
    await status('Enter takes kci-lost-completion.');
    await fault.press('Enter');
    await expect
      .poll(() => command.textContent())
      .toBe('npx assay run --target fake --fault kci-lost-completion --seed 1 --only orders/provide-new');
    expect(await wrongWith(page)).toEqual([]);

    await page.getByRole('link', { name: 'Check the set-up' }).click();
    await run(/^Look$/);
    await status(/^\d+ not checked, \d+ ok\. The set-up stands\.$/);
    await page.getByText('it answers, and with no web page and no redirect').waitFor();
    expect(await wrongWith(page)).toEqual([]);

    await page.getByRole('navigation').getByRole('link', { name: 'What to run' }).click();
    await run(/^Run 2 cases$/);
    await ended('Not every case passed');
    await expect
      .poll(() => page.locator('.sum').textContent())
      .toMatch(/^2 of 2 cases, a part of [\d,]+\s+0 passed\s+2 failed\s*$/);
    await page.getByText('and 1 more case of this kind').click();
    await expect.poll(() => page.getByText(/^orders\/provide-new#/).count()).toBeGreaterThan(1);
    expect(await page.locator('.troubles > li').count()).toBe(1);
    await page.getByText('ACKNOWLEDGED', { exact: true }).first().waitFor();
    await expect.poll(() => page.getByRole('region', { name: 'Orders' }).locator('.lane-row').count()).toBe(2);
    expect(await wrongWith(page)).toEqual([]);

    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name: 'Its journey' }).first().click();
    const report = await opened;
    await report.getByRole('heading', { name: /booked slot/, level: 1 }).waitFor();
    expect(await report.evaluate('origin')).toBe('null');
    await report.close();

    await run(/^Run the failed cases again$/);
    await page.getByText('--only').filter({ hasText: 'orders/provide-new#business' }).waitFor();
    await ended('Not every case passed');
    await page.getByRole('navigation').getByRole('link', { name: 'What to run' }).click();
    await page.getByRole('button', { name: 'Take kci-lost-completion away' }).click();
    await run(/^Run 2 cases$/);
    await ended('Every case of this part passed');

    await page.getByRole('navigation').getByRole('link', { name: 'Runs' }).click();
    await page.getByRole('row').nth(3).waitFor();
    expect(await page.locator('tbody .tag').allInnerTexts()).toEqual([
      expect.stringMatching(/^Passed, \d+ of [\d,]+ cases$/),
      expect.stringMatching(/^Failed, /),
      expect.stringMatching(/^Failed, /),
    ]);
    await page.getByRole('checkbox').nth(0).check();
    await page.getByRole('checkbox').nth(2).check();
    expect(await wrongWith(page)).toEqual([]);
    await page.getByRole('link', { name: 'Compare the two' }).click();
    await status('The later run is not worse.');
    await page.getByRole('heading', { name: /^Fixed failures/ }).waitFor();
    expect(await wrongWith(page)).toEqual([]);

    await page.getByRole('navigation').getByRole('link', { name: 'History' }).click();
    // The two that failed are the same to the byte, and so are one.
    await page.getByRole('img', { name: /^Share of passed cases over 2 runs: first 0 %, last 100 %$/ }).waitFor();
    await expect.poll(() => page.getByRole('cell', { name: '50 %' }).count()).toBe(2);
    expect(await wrongWith(page)).toEqual([]);
    expect(errors).toEqual([]);
  });

  test('a user makes a load, runs under waivers, stops a run and goes on with it', async () => {
    const cwd = emptyFolder();
    const target = readFileSync(shippedPath('fixtures/targets/fake-http.yaml'), 'utf8');
    writeFileSync(join(cwd, 'acme.yaml'), target.replace('load: allowed', ''));
    writeFileSync(join(cwd, 'known.yaml'), KNOWN);
    const { url, token } = await startWorkbench('runs', [], { cwd });
    const { context, errors } = await openBrowser();
    const page = await context.newPage();
    const go = (name: string) => page.getByRole('navigation').getByRole('link', { name }).click();
    const run = (name: RegExp) => page.getByRole('button', { name }).click();
    const ended = (words: string) => page.getByRole('heading', { name: words, level: 1 }).waitFor();

    await page.goto(`${url}/#token=${token}`);
    await go('Load');
    await page.getByLabel('Target', { exact: true }).selectOption('./acme.yaml');
    await page.getByRole('alert').getByText('does not allow load').waitFor();
    expect(await page.getByRole('button', { name: 'Begin the load' }).isDisabled()).toBe(true);
    await page.getByLabel('Target', { exact: true }).selectOption('fake');
    await page.getByLabel('Sent by').selectOption('simulate');
    await page.getByText('50 journeys in 10 s').waitFor();
    await expect
      .poll(() => page.locator('.command').textContent())
      .toBe('npx assay simulate smoke --target fake --seed 1');
    expect(await wrongWith(page)).toEqual([]);
    await run(/^Begin the load$/);
    await ended('Thresholds met');
    await page.getByText('50 of 50 journeys begun').waitFor();
    await page.getByText(/^It took /).waitFor();
    await page.getByRole('cell', { name: 'kci.missing: 0' }).waitFor();
    expect(await wrongWith(page)).toEqual([]);
    await page.getByRole('link', { name: 'See the run' }).click();
    await page.getByRole('heading', { name: 'load smoke on fake Thresholds met' }).waitFor();
    expect(await wrongWith(page)).toEqual([]);

    await go('Load');
    await page.getByLabel('Faults of the fake').fill('kci-lost-completion');
    await run(/^Begin the load$/);
    await ended('Thresholds crossed');
    await go('History');
    await page.getByRole('link', { name: 'with the one before' }).waitFor();
    expect(await wrongWith(page)).toEqual([]);
    await page.getByRole('link', { name: 'with the one before' }).click();
    await page.getByText('The later load is worse.').waitFor();
    await page.getByText(/^kci.missing: 0: 0 → \d+$/).waitFor();
    expect(await wrongWith(page)).toEqual([]);
    await go('Runs');
    const boxes = page.getByRole('checkbox', { name: /^Compare / });
    await expect.poll(() => boxes.count()).toBe(2);
    for (const box of await boxes.all()) await box.check();
    await page.getByRole('link', { name: 'Compare the two' }).waitFor();

    await go('What to run');
    await page.getByRole('searchbox').fill('provide-new#');
    await run(/^Choose only these$/);
    await page.getByLabel('Faults of the fake').fill('kci-lost-completion');
    await page.getByLabel('Waivers').selectOption('./known.yaml');
    await run(/^Run 2 cases$/);
    await ended('Not every case passed');
    await page.getByRole('link', { name: 'See the run' }).click();
    await page.locator('.command').getByText('known.yaml').waitFor();
    await expect.poll(() => page.locator('.troubles > li').count()).toBe(2);
    await page.getByRole('region', { name: 'Causes' }).getByText('Verify the fix: run 2 cases').first().waitFor();
    expect(await wrongWith(page)).toEqual([]);

    await go('What to run');
    await page.getByLabel('on real time, through a socket').check();
    await run(/^Run 2 cases$/);
    await page.getByText(/await.? their last KCI/).waitFor();
    await run(/^Stop$/);
    await ended('Stopped before its end');
    await go('Runs');
    await run(/^Go on with /);
    await page.locator('.command').getByText('--resume').waitFor();
    await page.getByRole('region', { name: 'Progress' }).waitFor();
    await run(/^Stop$/);
    await ended('Stopped before its end');
    expect(errors).toEqual([]);
  });

  test('whatever a gateway says is text on every screen', async () => {
    const runs = emptyFolder();
    for (const name of ['before', 'after'])
      cpSync(shippedPath('fixtures/golden/runs/lost-completion'), join(runs, name), { recursive: true });
    const edit = (name: string, change: (text: string) => string): void => {
      const file = join(runs, 'after', name);
      writeFileSync(file, change(readFileSync(file, 'utf8')));
    };
    const inJson = JSON.stringify(HOSTILE).slice(1, -1);
    const inBody = JSON.stringify(inJson).slice(1, -1);
    edit('record.ndjson', (text) =>
      text.replaceAll('\\"reasonCode\\":\\"COMMITTED\\"', () => `\\"reasonCode\\":\\"${inBody}\\"`),
    );
    edit('plan.json', (text) => text.replaceAll('A new line is installed', () => inJson));
    edit('record.ndjson', (text) => text.replace('"target":"fake"', () => `"target":"${inJson}"`));
    for (const name of ['before', 'after']) await assay(['report', join(runs, name), '--quiet']);
    const { url, token } = await startWorkbench(runs);
    const { context, errors } = await openBrowser();
    const page = await context.newPage();
    // Whoever goes on before the page listens is followed, too.
    await page.addInitScript(`new MutationObserver((_, watch) => {
      if (!document.querySelector('nav')) return;
      watch.disconnect();
      history.replaceState(null, '', '#runs');
    }).observe(document, { childList: true, subtree: true })`);
    await page.goto(`${url}/#token=${token}`);
    const secondRun = () => page.getByRole('row').nth(2);
    await secondRun().waitFor();

    const screens = [
      ['runs', secondRun],
      ['run/after', () => page.getByRole('heading', { level: 1, name: 'Failed' })],
      ['compare/before/after', () => page.getByRole('heading', { name: /^New failures/ })],
      ['history', () => page.getByRole('img', { name: /^Share of passed cases/ })],
    ] as const;
    for (const [screen, shown] of screens) {
      await page.evaluate(`location.hash = '#${screen}'`);
      await shown().first().waitFor();
      expect(await page.locator('main').textContent()).toContain('document.title = "pwned"');
      expect(await page.locator('img[src="x"], svg[onload], main script').count()).toBe(0);
      expect(await page.locator('main').textContent()).not.toMatch(/[[\p{Cc}\p{Cf}]--[\n\t]]/v);
    }
    expect(await page.title()).not.toContain('pwned');
    expect(errors).toEqual([]);
  });

  test('problems of a file are told as the command line words them, and gone when the file is mended', async () => {
    const folder = emptyFolder();
    const target = join(folder, 'acme.yaml');
    const good = readFileSync(shippedPath('fixtures/targets/fake.yaml'), 'utf8');
    writeFileSync(target, good.replace('base-url: embedded', 'base-ulr: embedded'));
    const { url, token, stop } = await startWorkbench(join(folder, 'runs'), ['--target', target]);
    const { context, errors } = await openBrowser();
    const page = await context.newPage();

    await page.goto(url);
    await page.getByRole('heading', { name: 'This page needs its token' }).waitFor();
    await page.goto(`${url}/#token=${token}`);
    await page.reload();
    const alert = page.getByRole('alert');
    await alert.waitFor();
    await expect.poll(() => alert.textContent()).toContain('unknown key "base-ulr"');
    await expect.poll(() => alert.textContent()).toContain('did you mean "base-url"?');
    expect(await wrongWith(page)).toEqual([]);

    writeFileSync(target, good);
    await page.getByRole('button', { name: 'Read the files again' }).click();
    await page
      .getByRole('status')
      .filter({ hasText: /^All [\d,]+ cases chosen$/ })
      .waitFor();

    await stop('SIGINT');
    await page.getByRole('navigation').getByRole('link', { name: 'Watch' }).click();
    await page.getByText('The workbench does not answer: “assay ui” was ended.').first().waitFor();
    expect(errors).toEqual([]);
  });
});
