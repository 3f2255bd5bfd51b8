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
    await page.locator('.uplot').last().waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const words = () => page.locator('.range [role=status]').textContent();

  test('each is drawn anew, and can be pointed at: all of them then show that moment', {
    timeout: 20_000,
  }, async () => {
    const plots = page.locator('.uplot .u-over');
    await plots.first().hover();

    await expect.poll(() => plots.count()).toBe(5);
    const shown = await page.locator('.u-legend .u-series:first-child .u-value').allTextContents();
    expect(new Set(shown)).toEqual(new Set(['30 s']));
    expect(errors).toEqual([]);
  });

  test('dragged over, one chooses the time for all; Escape shows the whole again', { timeout: 20_000 }, async () => {
    const box = await page.locator('.uplot .u-over').nth(2).boundingBox();
    if (box === null) throw new Error('the third curve is not shown');
    await page.mouse.move(box.x + box.width * 0.34, box.y + 40);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.6, box.y + 40, { steps: 4 });
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
    await phone.addInitScript(() => {
      const written: [number, number, number][] = [];
      Object.assign(globalThis, { written });
      const fillText = CanvasRenderingContext2D.prototype.fillText;
      CanvasRenderingContext2D.prototype.fillText = function (text, x, y, ...rest) {
        written.push([x, y, this.measureText(text).width]);
        fillText.call(this, text, x, y, ...rest);
      };
    });
    writeFileSync(join(folder, 'long.html'), loadHtml({ ...crossedLoad(), intervalMs: 25_000 }));
    await phone.goto(`file://${join(folder, 'long.html')}`);
    await phone.locator('.uplot').last().waitFor();

    const gaps = await phone.evaluate(() => {
      const { written } = globalThis as unknown as { written: [number, number, number][] };
      return written.flatMap(([x, y, width], nth) => {
        const [nextX, nextY, nextWidth] = written[nth + 1] ?? [0, -1, 0];
        return nextY === y && nextX > x ? [nextX - nextWidth / 2 - (x + width / 2)] : [];
      });
    });
    expect(gaps.length).toBeGreaterThan(0);
    expect(Math.min(...gaps)).toBeGreaterThan(0);
    expect(await phone.locator('#durations th', { hasText: 'Median' }).isVisible()).toBe(true);
    await phone.close();
  });

  test('until one is pointed at, there are no values to tell', { timeout: 20_000 }, async () => {
    await page.mouse.move(0, 0);

    await expect.poll(() => page.locator('.u-legend .u-value:visible').count()).toBe(0);
    expect(await page.locator('.u-legend th:visible').count()).toBeGreaterThan(0);
  });

  test('on paper there is nothing to point at: each is printed as it is drawn without script', {
    timeout: 20_000,
  }, async () => {
    await page.emulateMedia({ media: 'print' });

    expect(await page.locator('.range:visible, .uplot:visible').count()).toBe(0);
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
