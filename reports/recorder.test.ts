import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reporters } from './index.ts';
import { chromium, type Visitor, visitor } from './testing/browser.ts';
import { journeysInput } from './testing/sample-journey.ts';
import { scaleInput } from './testing/scale-sample.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PHONE = { viewport: { width: 390, height: 844 } };

describe.skipIf(!existsSync(chromium))(`the recorder of a run (needs ${chromium}, or its path in CHROMIUM)`, () => {
  const trend = [
    { case: 'orders/long', title: 'An order', is: 'new', since: 0, outcomes: ['passed', 'failed'] },
    { case: 'orders/short', title: 'Another', is: 'fixed', since: 0, outcomes: ['failed', 'passed'] },
  ] as const;
  const report = reporters.html.render({ ...journeysInput(), trend });
  let browser: Visitor;
  const visit = async (html: string, options = {}) => {
    const page = await browser.visit(html, '#recorder', { ...options, bypassCSP: true });
    await page.locator('.lane-row').first().waitFor();
    return page;
  };

  beforeAll(async () => {
    browser = await visitor();
  });
  afterAll(() => browser?.close());

  test('keys go from order to order and from event to event, and two deliveries are laid side by side', async () => {
    const page = await visit(report);
    const here = page.locator('.lane-row.here .lane-name');
    const event = page.locator('.lane-detail [role=status] .quiet');
    await page.locator('.lane-box').focus();
    await expect.poll(() => here.textContent()).toBe('41');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => here.textContent()).toBe('51');
    await expect.poll(() => event.textContent()).toContain('STARTED +');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => event.textContent()).toContain('CHECKED');
    await expect.poll(() => event.textContent()).toContain('early');
    await page.keyboard.press('Enter');
    const both = page.getByRole('region', { name: 'Difference of two deliveries' });
    await expect.poll(() => both.getByRole('status').textContent()).toBe('They differ in 2 places.');
    await expect
      .poll(() => both.locator('mark').allTextContents())
      .toEqual(
        ['"what": "STARTED",', '"number": 1', '"what": "CHECKED",', '"number": 2'].map((text) =>
          expect.stringContaining(text),
        ),
      );
    await page.getByLabel('Time').fill('300');
    await expect
      .poll(() => page.locator('.recorder-tools [role=status]').textContent())
      .toMatch(/^At \+.*: of 3 orders /);
    await page.getByRole('combobox', { name: 'Orders' }).selectOption({ index: 1 });
    await expect.poll(() => page.locator('.lane-row').count()).toBe(1);
    expect(browser.errors).toEqual([]);
    await page.context().close();
  });

  test('axe finds nothing, by day, and by night on a phone, and nothing is wider than that', async () => {
    for (const options of [{}, { ...PHONE, colorScheme: 'dark' as const }]) {
      const page = await visit(report, options);
      await page.locator('.lane-detail button').first().click();
      await page.locator('.lane-detail button').nth(1).click();
      await page.getByRole('region', { name: 'Difference of two deliveries' }).waitFor();
      await page.evaluate(AXE);
      expect(
        await page.evaluate(
          `axe.run(document).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`,
        ),
      ).toEqual([]);
      expect(await page.evaluate(`document.documentElement.scrollWidth <= innerWidth`)).toBe(true);
      await page.context().close();
    }
  });

  test('without script, and on paper, the lanes that left their course stand there in words', async () => {
    const bare = await browser.visit(report, '', { javaScriptEnabled: false });
    await expect.poll(() => bare.locator('.told-lanes li').count()).toBe(2);
    await expect.poll(() => bare.locator('#trend').textContent()).toContain('1 newly failing, 1 fixed.');
    await expect.poll(() => bare.locator('.told-lanes p').last().textContent()).toContain('CHECKED +');
    await bare.context().close();

    const page = await visit(report);
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.locator('.told-lanes li:visible').count()).toBe(2);
    await expect.poll(() => page.locator('.lane-box').isVisible()).toBe(false);
    expect(await page.locator('#recorder-told .lane-legend .sign.again').isVisible()).toBe(true);
    await page.context().close();
  });

  test('six thousand orders are one picture and one list, of which a windowful is drawn', async () => {
    const page = await visit(reporters.html.render(scaleInput(6_000)));
    expect(await page.locator('.lane-row').count()).toBeLessThan(20);
    await page.evaluate(`document.querySelector('.lane-box').scrollTop = 1e9`);
    await expect.poll(() => page.locator('.lane-name').last().textContent()).toBe('1005999');
    await page.context().close();
  });
});
