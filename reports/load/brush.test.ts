import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type Page, chromium as playwright } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromium } from '../testing/browser.ts';
import { loadHtml } from './html.ts';
import { crossedLoad } from './testing/sample.ts';

describe.skipIf(!existsSync(chromium))(`the curves of a load (needs ${chromium}, or its path in CHROMIUM)`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-load-page-'));
  const errors: string[] = [];
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    writeFileSync(join(folder, 'index.html'), loadHtml(crossedLoad()));
    const args = ['--no-sandbox', '--disable-background-networking'];
    browser = await playwright.launch({ executablePath: chromium, args });
    page = await browser.newPage({ viewport: { width: 1200, height: 1600 } });
    page.on('pageerror', ({ message }) => errors.push(message));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await page.goto(`file://${join(folder, 'index.html')}`);
    await page.locator('.charts.live .chart').last().waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const words = () => page.locator('.range [role=status]').textContent();

  test('each is drawn anew, and can be pointed at: all of them then show that moment', {
    timeout: 20_000,
  }, async () => {
    await page.locator('.chart').first().locator('.tip').nth(3).hover();

    await expect.poll(() => page.locator('.at-moment').allTextContents()).toEqual(Array(5).fill('at 30 s'));
    expect(await page.locator('.chart .tip.here').count()).toBe(5);
    expect(await page.locator('.chart').first().locator('.key').allTextContents()).toEqual([
      'journeys 10/s',
      'requests 25/s',
      'errors 0/s',
    ]);
    expect(errors).toEqual([]);
  });

  test('dragged over, one chooses the time for all; Escape shows the whole again', { timeout: 20_000 }, async () => {
    const tips = page.locator('.chart').nth(2).locator('.tip');
    await tips.nth(2).hover();
    await page.mouse.down();
    await tips.nth(3).hover();
    await page.mouse.up();

    expect(await words()).toBe(
      '20 s to 40 s · 200 journeys · 500 requests · 5 errors (1.00 %) · 200 events · slowest p95 2.4 s, order at 30 s',
    );
    await page.keyboard.press('Escape');
    expect(await words()).toBe('All 7 intervals of 10 s. Drag over a curve to look closer at all of them.');
  });

  test('on a phone no two moments are written over each other, and numbers keep their columns', {
    timeout: 20_000,
  }, async () => {
    const phone = await browser.newPage({ viewport: { width: 390, height: 844 } });
    writeFileSync(join(folder, 'long.html'), loadHtml({ ...crossedLoad(), intervalMs: 25_000 }));
    await phone.goto(`file://${join(folder, 'long.html')}`);
    await phone.locator('.charts.live .chart').last().waitFor();

    await expect.poll(() => phone.locator('.chart svg').first().getAttribute('viewBox')).not.toContain('0 0 560');
    const boxes = await phone
      .locator('.chart')
      .first()
      .locator('.moment')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect()).map(({ left, right }) => [left, right]));
    const gaps = boxes.slice(1).map(([left = 0], i) => left - (boxes[i]?.[1] ?? 0));
    expect(gaps.length).toBeGreaterThan(0);
    expect(Math.min(...gaps)).toBeGreaterThan(0);
    expect(await phone.locator('#durations th', { hasText: 'Median' }).isVisible()).toBe(true);
    await phone.close();
  });

  test('until one is pointed at, there are no values to tell', { timeout: 20_000 }, async () => {
    await page.mouse.move(0, 0);

    await expect.poll(() => page.locator('.at-moment, .key b').count()).toBe(0);
    expect(await page.locator('.key').count()).toBeGreaterThan(0);
  });

  test('on paper there is nothing to point at: each is printed as it is drawn without script', {
    timeout: 20_000,
  }, async () => {
    await page.emulateMedia({ media: 'print' });

    expect(await page.locator('.range:visible, .at-moment:visible').count()).toBe(0);
    expect(await page.locator('.chart svg:visible').count()).toBe(5);
    await page.emulateMedia({ media: 'screen' });
  });

  test('the keyboard chooses, too', { timeout: 20_000 }, async () => {
    await page.getByLabel('From').focus();
    await page.keyboard.press('ArrowRight');

    expect(await words()).toContain('10 s to 1 min');
    await page.getByRole('button', { name: 'Show all' }).click();
    expect(await page.getByRole('button', { name: 'Show all' }).isDisabled()).toBe(true);
  });
});
