import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reporters } from '../../index.ts';
import { chromium, type Visitor, visitor } from '../../testing/browser.ts';
import { journeysInput } from '../../testing/sample-journey.ts';

const html = reporters.html.render;
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SHORT = '#case:orders%2Fshort';
const LONG = '#case:orders%2Flong';
const NEGATIVE = '#case:orders%2Frefusals~omit%3A%2Fbody%2Fid';
const AT_ONCE = '#case:orders%2Fat-once';

/** What the margins of the page leave of A4, in pixels of CSS. */
const A4 = { width: 696, height: 1017 };

const pagesIn = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

describe.skipIf(!existsSync(chromium))(`journeys in a browser (needs ${chromium}, or its path in CHROMIUM)`, () => {
  const report = html(journeysInput());
  let browser: Visitor;

  beforeAll(async () => {
    browser = await visitor();
  });
  afterAll(() => browser?.close());

  test.each([
    ['a lifecycle that was left, by night', SHORT, { colorScheme: 'dark' }],
    ['a lifecycle on a phone', SHORT, { viewport: { width: 390, height: 844 } }],
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

    await expect
      .poll(() => page.locator('#case-view [aria-label=Response] mark').first().textContent())
      .toBe('"uuid": 7,');
    await expect
      .poll(() => page.locator('#case-view [aria-label=Response] ins').first().textContent())
      .toBe('  expected a string');
    await page.context().close();
  });

  /** Whether an arrow is marked, can be seen whole below what sticks to the top, and has the focus. */
  const arrived = `(() => {
    const arrow = document.querySelector('.lanes summary:target');
    const names = arrow?.closest('.lanes').querySelector('.names');
    const { top, bottom } = arrow?.getBoundingClientRect() ?? {};
    return arrow !== null && arrow === document.activeElement && top >= names.getBoundingClientRect().bottom - 1 && bottom <= innerHeight && arrow.innerText.trim();
  })()`;

  test('a stop of a track leads to its arrow by the keyboard, which then can be opened, and back leads back', async () => {
    const page = await browser.visit(report, SHORT, { viewport: { width: 1280, height: 420 } });
    const track = page.getByRole('group', { name: /^Lifecycle of .*, order 51$/ });
    await track.getByRole('link', { name: 'CHECKED +3 min #2, in the diagram' }).focus();
    await page.keyboard.press('Enter');

    expect(await page.evaluate(arrived)).toMatch(/^CHECKED #2/);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('#case-view .panel').last().isVisible()).toBe(true);

    await page.goBack();
    await expect.poll(() => track.isVisible()).toBe(true);
    await expect.poll(() => page.locator(':target').count()).toBe(0);
    await page.context().close();
  });

  test('a link into a diagram opens its case there, be it from a finding or from outside', async () => {
    const page = await browser.visit(report, '', { viewport: { width: 1280, height: 420 } });
    await page
      .locator('article.finding')
      .getByRole('link', { name: 'STARTED +1 min 30 s #1, in the diagram' })
      .last()
      .click();
    await page.locator('#case-view .lanes').waitFor();
    expect(await page.evaluate(arrived)).toMatch(/^STARTED #1/);

    const again = await browser.visit(report, new URL(page.url()).hash, { viewport: { width: 1280, height: 420 } });
    await again.locator('#case-view .lanes').waitFor();
    expect(await again.evaluate(arrived)).toMatch(/^STARTED #1/);
    await page.context().close();
    await again.context().close();
  });

  test('no id stands twice in a page with an open case', async () => {
    const page = await browser.visit(report, LONG);
    await page.locator('#case-view .lanes').waitFor();
    const ids = await page.evaluate<string[]>(`[...document.querySelectorAll('[id]')].map(({ id }) => id)`);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
    expect(ids.filter((id) => id.startsWith('case:orders%2Flong:')).length).toBeGreaterThan(20);
    await page.context().close();
  });

  test('without script a stop of a track leads to its arrow likewise, and opens what is folded around it', async () => {
    const page = await browser.visit(report, '', { javaScriptEnabled: false, viewport: { width: 1280, height: 420 } });
    const link = page.locator('article.finding').getByRole('link', { name: 'CHECKED +3 min #2, in the diagram' });
    await link.click();
    const arrow = page.locator('.lanes summary:target');
    expect((await arrow.textContent())?.trim()).toMatch(/^CHECKED #2/);
    expect(await arrow.evaluate((each) => each.getBoundingClientRect().top)).toBeGreaterThan(0);
    await page.context().close();
  });

  test('without script the journeys of failed cases, and what to send the supplier, open all the same', async () => {
    const page = await browser.visit(report, '', { javaScriptEnabled: false });
    const card = page.locator('#failure-1');
    await card.locator('.supplier summary').click();
    await expect.poll(() => card.locator('.supplier pre').isVisible()).toBe(true);

    const told = page.locator('#case-told .case').first();
    await told.locator('summary').first().click();
    await told.locator('.lanes summary').first().click();
    await expect.poll(() => told.locator('.panel').first().isVisible()).toBe(true);
    await page.context().close();
  });

  test('printed from a dark screen it is white, as wide as A4, has its lifelines, and shows what failed opened', async () => {
    const page = await browser.visit(report, NEGATIVE, { viewport: A4, colorScheme: 'dark' });
    await page.locator('#case-view .lanes').waitFor();
    await page.emulateMedia({ media: 'print' });

    await expect.poll(() => page.locator('#case-view .lanes .names').isVisible()).toBe(true);
    await expect.poll(() => page.locator('#case-view .row.bad .panel').isVisible()).toBe(true);
    await expect.poll(() => page.locator('#case-view .row.bad ins').first().isVisible()).toBe(true);
    await expect.poll(() => page.locator('#case-view .row:not(.bad) .panel').first().isVisible()).toBe(false);
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
    const wider = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    expect(wider).toBeLessThanOrEqual(0);
    expect(pagesIn(await page.pdf({ format: 'A4' }))).toBe(1);
    await page.context().close();
  });

  test('nothing of it is against the policy of the page', () => {
    expect(browser.errors).toEqual([]);
  });
});
