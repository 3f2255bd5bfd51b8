import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { html } from '../../html.ts';
import { chromium, type Visitor, visitor } from '../../testing/browser.ts';
import { journeysInput } from '../../testing/sample-journey.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const LONG = '#case:orders%2Flong';
const NEGATIVE = '#case:orders%2Frefusals~omit%3A%2Fbody%2Fid';
const AT_ONCE = '#case:orders%2Fat-once';

describe.skipIf(!existsSync(chromium))(`journeys in a browser (needs ${chromium}, or its path in CHROMIUM)`, () => {
  const report = html(journeysInput());
  let browser: Visitor;

  beforeAll(async () => {
    browser = await visitor();
  }, 30_000);
  afterAll(() => browser?.close());

  test.each([
    ['many events, by day', LONG, { viewport: { width: 1280, height: 900 } }],
    ['requests at once, by night', AT_ONCE, { colorScheme: 'dark' }],
    ['a marked body, on a phone by night', NEGATIVE, { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
  ] as const)(
    'axe finds nothing, best practice included, and nothing is wider than the page: %s',
    async (_, hash, options) => {
      const page = await browser.visit(report, hash, { ...options, bypassCSP: true });
      await page.locator('#case-view .lanes').waitFor();
      await page.evaluate(`for (const each of document.querySelectorAll('#case-view details')) each.open = true`);
      await page.evaluate(AXE);

      const found = await page.evaluate<string[]>(
        `axe.run('#case-view').then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`,
      );
      const wider = await page.evaluate<number>(
        `document.documentElement.scrollWidth - document.documentElement.clientWidth`,
      );
      expect(found).toEqual([]);
      expect(wider).toBeLessThanOrEqual(0);
      await page.context().close();
    },
  );

  test('an arrow is reached and opened by the keyboard, and shows where the body is wrong', async () => {
    const page = await browser.visit(report, NEGATIVE);
    const arrow = page.locator('#case-view .lanes summary').first();
    await arrow.focus();
    await page.keyboard.press('Enter');

    expect(await page.locator('#case-view [aria-label=Response] mark').first().textContent()).toBe('"uuid": 7,');
    expect(await page.locator('#case-view [aria-label=Response] ins').first().textContent()).toBe(
      '  expected a string',
    );
    await page.context().close();
  });

  test('without script the journeys of failed cases, and what to send the supplier, open all the same', async () => {
    const page = await browser.visit(report, '', { javaScriptEnabled: false });
    const card = page.locator('#failure-1');
    await card.locator('.supplier summary').click();
    expect(await card.locator('.supplier pre').isVisible()).toBe(true);

    const told = page.locator('#case-told .case').first();
    await told.locator('summary').first().click();
    await told.locator('.lanes summary').first().click();
    expect(await told.locator('.panel').first().isVisible()).toBe(true);
    await page.context().close();
  });

  test('nothing of it is against the policy of the page', () => {
    expect(browser.errors).toEqual([]);
  });
});
