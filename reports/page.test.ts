import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { certificateHtml } from './certificate/html.ts';
import { reporters } from './index.ts';
import { loadHtml } from './load/html.ts';
import { brokenLoad, crossedLoad, heldLoad } from './load/testing/sample.ts';
import { proofHtml } from './proof/html.ts';
import { chromium, type Visitor, visitor } from './testing/browser.ts';
import { issued } from './testing/certificate-sample.ts';
import { sampleProof } from './testing/proof-sample.ts';
import { failed, Sample } from './testing/sample.ts';
import { hostileInput, sampleInput } from './testing/sample-runs.ts';
import { scaleInput } from './testing/scale-sample.ts';

const html = reporters.html.render;
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const BUSINESS = '#case:orders%2Fprovide-new%23business';
const PHONE = { viewport: { width: 390, height: 844 } };

/** As deep as fields of the specification lie. */
const FIELDS = ['body/serviceOrderItem/serviceSpecification/id', 'body/serviceOrderItem/serviceSpecification/name'];

/** A run of a scenario and of what was made of it by leaving fields out: titles that differ at their end alone. */
function refusalsInput() {
  const run = new Sample();
  const title = 'An order with one fault is refused, and accepted without it';
  run.case('orders/refusals', title, 'passed');
  for (const field of FIELDS) run.case(`orders/refusals~omit:/${field}`, `${title}: order without ${field}`, 'passed');
  return run.end();
}

/** A run that fails for so many causes, each in many cases. */
function failingInput(causes: number) {
  const run = new Sample();
  run.row('ORD-04', 'Endpoints 4', 'Response 202 with no body.', 'breached');
  for (let nth = 0; nth < causes; nth++) {
    for (const each of ['one', 'two', 'three', 'four', 'five', 'six', 'seven']) {
      const id = `orders/kind-${nth}#${each}`;
      const seq = run.exchange(id, 'order', { id: nth }, 202, { status: 'OK', at: 'length'.repeat(20) });
      const finding = {
        summary: `order answered in the way ${nth}`,
        expected: '202 with no body',
        actual: '{"status":"OK"}',
      };
      run.case(id, 'An order is placed', 'failed', {
        findings: [failed(id, 'http.empty-body', finding, { seq, step: 'order' })],
      });
    }
  }
  return run.end();
}

/** A load with orders, one of which left its course. */
function loadWithOrders(): string {
  const { record, profile } = sampleInput();
  const mark = { seq: 1, name: 'FINISHED', atMs: 9_000, how: 'right' } as const;
  const lanes = ['7', '8'].map((order) => ({ case: `orders/cease@${order}`, order, marks: [mark] }));
  const missing = { names: ['FINISHED'], why: 'FINISHED did not come' };
  return loadHtml(crossedLoad(), {
    record,
    profile,
    lanes: [...lanes, { case: 'orders/new@9', order: '9', marks: [], missing }],
  });
}

/** What axe finds against the rules of WCAG 2.2 AA and best practice, each with the first place. */
async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate<string[]>(`axe.run(document, { runOnly: { type: 'tag', values: ${JSON.stringify(TAGS)} } }).then(
    ({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`);
}

/** How much of a page moved by itself (Cumulative Layout Shift). */
const shift = (page: Page) =>
  page.evaluate<number>(`new Promise((done) => {
    let sum = 0;
    new PerformanceObserver((list) => { for (const { value } of list.getEntries()) sum += value; })
      .observe({ type: 'layout-shift', buffered: true });
    requestAnimationFrame(() => requestAnimationFrame(() => done(sum)));
  })`);

const focused = (page: Page) =>
  page.evaluate<string>(`document.activeElement.id || document.activeElement.textContent`);
/** Waits until the part of the address after `#` is this; the page may follow its address a moment later. */
const hasAddress = (page: Page, hash: string) =>
  expect.poll(() => decodeURIComponent(new URL(page.url()).hash)).toBe(hash);
const openAll = (page: Page) =>
  page.evaluate(`for (const each of document.querySelectorAll('details')) each.open = true`);

describe.skipIf(!existsSync(chromium))(`the page of a run (needs ${chromium}, or its path in CHROMIUM)`, () => {
  const report = html(sampleInput());
  let browser: Visitor;

  beforeAll(async () => {
    browser = await visitor();
  });
  afterAll(() => browser?.close());

  test.each([
    ['by day', '', {}],
    ['by night', '', { colorScheme: 'dark' }],
    ['on a phone', '#cases?outcome=failed', { ...PHONE, colorScheme: 'dark' }],
    ['with filters', '#promises?outcome=breached&level=stated', {}],
    ['with a case', BUSINESS, {}],
    ['with a case, on a phone by night', BUSINESS, { ...PHONE, colorScheme: 'dark' }],
  ] as const)('axe finds nothing against WCAG 2.2 AA: %s, all unfolded', async (_, hash, options) => {
    // Tests may put axe into the page, which its own policy would not let in.
    const page = await browser.visit(report, hash, { ...options, bypassCSP: true });
    await page
      .locator(hash === BUSINESS ? '#case-view .lanes' : '.case-line')
      .first()
      .waitFor();
    await openAll(page);

    expect(await axeFindings(page)).toEqual([]);
    await page.context().close();
  });

  test.each([
    ['a certificate', certificateHtml(issued())],
    ['a proof', proofHtml(sampleProof(), ['survived: order-in-doubt'])],
    ['a load', loadHtml(crossedLoad())],
    ['a load that held', loadHtml(heldLoad())],
    ['a load that was broken off', loadHtml(brokenLoad())],
    ['a load with its orders', loadWithOrders()],
  ])('axe finds nothing on %s either, by day and on a phone by night', async (_, text) => {
    for (const options of [{}, { ...PHONE, colorScheme: 'dark' as const }]) {
      const page = await browser.visit(text, text.includes('id="recorder"') ? '#recorder' : '', {
        ...options,
        bypassCSP: true,
      });
      if (text.includes('id="recorder"')) await page.locator('.lane-row').first().waitFor();
      await openAll(page);
      expect(await axeFindings(page)).toEqual([]);
      await page.context().close();
    }
  });

  test('the orders of a load are one picture and one list, those first that left their course', async () => {
    const page = await browser.visit(loadWithOrders(), '#recorder');
    await expect.poll(() => page.locator('.lane-row .lane-name').allTextContents()).toEqual(['9', '7', '8']);
    expect(await page.locator('#recorder > p').textContent()).toMatch(
      /Of 100 orders, these are shown: 1 with a broken sequence, and 2 of the others\.$/,
    );
    await page.locator('.lane-box').focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.locator('.lane-detail [role=status]').textContent()).toContain('orders/cease@7');
    expect(await page.locator('.lane-detail a').count()).toBe(0);
    await page.context().close();
  });

  test('a board with much in every cell is no wider than a phone, and breaks no word on any window', async () => {
    const { verdict, ...input } = sampleInput();
    const rest = { shown: 62, of: 70, checks: [], rows: [] };
    const board = ['Amendments', 'Cancellations', 'Token and access'].flatMap((tag) =>
      (['correct', 'complete', 'on-time', 'isolated'] as const).map((quality, i) => ({
        tag,
        quality,
        ...rest,
        outcome: i === 1 ? ('unproven' as const) : ('safe' as const),
      })),
    );
    const page = await browser.visit(html({ ...input, verdict: { ...verdict, board } }), '', PHONE);
    const right = await page.locator('#board').evaluate((each) => each.getBoundingClientRect().right);
    expect(right).toBeLessThanOrEqual(390);
    // A word that is broken has a rectangle for each of its lines.
    const broken = `[...document.querySelectorAll('#board td > *:first-child')].filter((word) => {
      const range = document.createRange();
      range.selectNodeContents(word);
      return range.getClientRects().length > 1;
    }).length`;
    for (const width of [390, 640, 840, 960, 1100, 1200, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      expect([width, await page.evaluate(broken)]).toEqual([width, 0]);
    }
    await page.context().close();
  });

  test('nothing moves by itself while it opens, and no error is reported', async () => {
    for (const hash of ['', '#cases', BUSINESS]) {
      const page = await browser.visit(report, hash);
      await page
        .locator(hash === BUSINESS ? '#case-view .lanes' : '.case-line')
        .first()
        .waitFor();
      expect(await shift(page)).toBe(0);
      await page.context().close();
    }
    expect(browser.errors).toEqual([]);
  });

  test('without script verdict, failures and promises stand there, and what needs script does not', async () => {
    const page = await browser.visit(report, '', { javaScriptEnabled: false });

    await expect
      .poll(() => page.locator('h1').textContent())
      .toBe('Not certified 4 of 9 cases failed, and the run as a whole');
    await expect.poll(() => page.locator('#failure-1').isVisible()).toBe(true);
    await expect.poll(() => page.locator('[id="promise:ORD-04"]').isVisible()).toBe(true);
    await expect.poll(() => page.locator('#case-told .case').first().isVisible()).toBe(true);
    await expect.poll(() => page.locator('.tools').first().isVisible()).toBe(false);
    await page.context().close();
  });

  test('cases are found by words and by outcome, and the address says by which', async () => {
    const page = await browser.visit(report);
    const lines = page.locator('.case-line .title');
    await page.locator('#case-search').fill('order negatives');
    await expect.poll(() => lines.count()).toBe(3);
    await hasAddress(page, '#cases?q=order+negatives');
    await page.getByRole('search', { name: 'Cases' }).getByRole('button', { name: 'passed' }).click();
    await expect.poll(() => page.locator('#cases [role=status]').textContent()).toBe('0 of 9 cases');
    await hasAddress(page, '#cases?outcome=passed&q=order+negatives');
    await page.getByRole('button', { name: 'Show all' }).last().click();
    await expect.poll(() => lines.count()).toBe(9);
    await page.context().close();

    const sent = await browser.visit(report, '#cases?outcome=inconclusive&reason=no-answer');
    await expect.poll(() => sent.locator('.case-line code').allTextContents()).toEqual(['appointments/book']);
    await sent.context().close();
  });

  test('a case is found by an id that stands in its story alone, and names what to look for in logs', async () => {
    const page = await browser.visit(report, '#cases');
    await page.locator('#case-search').fill('talk-orders/provide-new#business');
    await expect.poll(() => page.locator('.case-line').count()).toBe(1);
    await page.locator('.case-line').click();
    await page.locator('#case-view .finding summary').first().click();
    await expect
      .poll(() => page.locator('#case-view .finding pre').first().textContent())
      .toContain('request: POST https://');
    expect(await page.locator('#case-view .finding a.id').first().textContent()).toBe('ORD-04');
    await page.context().close();
  });

  test('cases are put in another order, by keys alone, and the address says in which', async () => {
    const page = await browser.visit(report, '#cases?outcome=inconclusive,not-applicable');
    const ids = page.locator('.case-line code');
    await ids.first().waitFor();
    await expect
      .poll(() => ids.allTextContents())
      .toEqual(['appointments/book', 'appointments/purpose', 'orders/ethernet']);
    const order = page.getByRole('combobox', { name: 'Order', exact: true });
    await order.focus();
    for (const option of ['failed first', 'longest first', 'by title']) {
      await page.keyboard.press('ArrowDown');
      await expect.poll(() => order.locator('option:checked').textContent()).toBe(option);
    }
    await expect
      .poll(() => ids.allTextContents())
      .toEqual(['appointments/book', 'orders/ethernet', 'appointments/purpose']);
    await hasAddress(page, '#cases?outcome=inconclusive,not-applicable&sort=title');

    await page.getByRole('button', { name: 'Show all' }).last().click();
    await hasAddress(page, '#cases?sort=title');
    await expect.poll(() => ids.first().textContent()).toBe('orders/provide-new#business');
    await ids.first().click();
    await page.locator('#case-view h1').waitFor();
    await page.getByRole('link', { name: 'Next' }).click();
    await hasAddress(page, '#case:orders/cease');
    await expect.poll(() => page.locator('#case-view h1').textContent()).toBe('A service is ceased');
    await page.keyboard.press('Escape');
    await hasAddress(page, '#cases?sort=title');
    await page.context().close();

    const sent = await browser.visit(report, '#cases?sort=outcome');
    await sent.locator('.case-line').first().waitFor();
    await expect
      .poll(() => sent.locator('.case-line .tag').allTextContents())
      .toEqual([
        ...Array<string>(4).fill('failed'),
        ...Array<string>(2).fill('inconclusive'),
        ...Array<string>(2).fill('passed'),
        'not applicable',
      ]);
    await sent.context().close();
  });

  test.each([
    ['wide', {}],
    ['on a phone', PHONE],
  ] as const)('the list shows what tells the cases of a scenario apart: %s', async (_, options) => {
    const page = await browser.visit(html(refusalsInput()), '#cases', options);
    await page.locator('.case-line').first().waitFor();

    await expect
      .poll(() => page.locator('.case-line .told').allTextContents())
      .toEqual([
        'An order with one fault is refused, and accepted without it',
        ...FIELDS.map((field) => `order without ${field} An order with one fault is refused, and accepted without it`),
      ]);
    expect(
      await page.evaluate(`[...document.querySelectorAll('.case-line .told')].map((told) => {
      const text = document.createRange();
      text.selectNode(told.firstChild);
      const { right, bottom } = text.getBoundingClientRect();
      const box = told.getBoundingClientRect();
      return right <= box.right && bottom <= box.bottom;
    })`),
    ).toEqual([true, true, true]);
    await page.context().close();
  });

  test('promises are found by outcome, level, section and words, and the address says by which', async () => {
    const page = await browser.visit(report, '#promises?outcome=breached');
    const rows = page.locator('.place tbody tr:visible th');
    await expect.poll(() => rows.allTextContents()).toEqual(['ORD-04', 'ERR-03']);
    await page.locator('#row-tools select').selectOption('Errors');
    await expect.poll(() => rows.allTextContents()).toEqual(['ERR-03']);
    await page.locator('#row-tools').getByRole('button', { name: 'breached' }).click();
    await page.locator('#row-tools').getByRole('button', { name: 'silent' }).click();
    await expect.poll(() => rows.allTextContents()).toEqual(['SIL-01']);
    await hasAddress(page, '#promises?level=silent&section=Errors');
    await page.locator('#row-tools .plain').click();
    await page.locator('#row-search').fill('appointmentPurpose');
    await expect.poll(() => rows.allTextContents()).toEqual(['SLT-09']);
    await page.context().close();
  });

  test('links lead to a case, a promise and a finding, whatever is folded around them', async () => {
    const toCase = await browser.visit(report, BUSINESS);
    await toCase.locator('#case-view h1').waitFor();
    await expect.poll(() => toCase.title()).toBe('A new line is installed with a booked morning slot');
    await toCase.locator('#case-view a', { hasText: 'ORD-04' }).first().click();
    // The address changes at once, and the page after it.
    await toCase.locator('[id="promise:ORD-04"]').waitFor();
    await expect.poll(() => toCase.title()).toBe('Not certified, 4 of 9 cases failed, and the run as a whole: acme');
    await toCase.context().close();

    const toRow = await browser.visit(report, '#promise:KCI-01');
    await expect.poll(() => toRow.locator('[id="promise:KCI-01"]').isVisible()).toBe(true);
    expect(await focused(toRow)).toBe('promise:KCI-01');
    await toRow.context().close();

    const toFinding = await browser.visit(report, '#failure-2');
    expect(await focused(toFinding)).toBe('failure-2');
    await toFinding.locator('.legend a', { hasText: '2 inconclusive' }).click();
    await hasAddress(toFinding, '#cases?outcome=inconclusive');
    await toFinding.context().close();

    const toNothing = await browser.visit(report, '#case:orders%2Fgone');
    await toNothing.locator('#case-view h1').waitFor();
    await expect.poll(() => toNothing.locator('#case-view h1').textContent()).toBe('This run has no such case');
    await toNothing.context().close();
  });

  test('keys lead from failure to failure, into a case, to the next and back to where one was', async () => {
    const page = await browser.visit(report);
    await page.locator('.case-line').first().waitFor();
    await page.keyboard.press('j');
    expect(await focused(page)).toBe('failure-1');
    await page.keyboard.press('j');
    expect(await focused(page)).toBe('failure-2');
    await page.keyboard.press('k');
    expect(await focused(page)).toBe('failure-1');
    await page.keyboard.press('Enter');
    await page.locator('#case-view h1').waitFor();
    await hasAddress(page, '#case:orders/negatives~omit:/body/kind');
    await page.keyboard.press('j');
    await page.waitForURL(/tenant/);
    await page.keyboard.press('Escape');
    await page.locator('#report').waitFor();

    await page.keyboard.press('/');
    await expect.poll(() => page.evaluate(`document.activeElement.id`)).toBe('case-search');
    await page.keyboard.type('cease');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await expect.poll(() => page.getByRole('dialog').isVisible()).toBe(true);
    await page.getByLabel('Single keys are on').uncheck();
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await expect.poll(() => page.getByRole('dialog').isVisible()).toBe(false);
    await page.context().close();
  });

  test('the sections are two stops of the Tab key away, and on a phone all of them are seen', async () => {
    const page = await browser.visit(report, '', PHONE);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('sections');
    // The page may set the focus there once more, after its script has read where the link led.
    const next = async (): Promise<string> => {
      await page.locator('#sections').focus();
      await page.keyboard.press('Tab');
      return focused(page);
    };
    await expect.poll(next).toContain('Failures');
    const links = page.locator('nav.bar a');
    for (const link of await links.all()) {
      const box = await link.boundingBox();
      expect([(box?.x ?? -1) >= 0, (box?.x ?? 0) + (box?.width ?? 999) <= 390]).toEqual([true, true]);
    }
    await page.context().close();
  });

  test('on paper promises that were not met and failures stand open, and nothing that is there to be clicked', async () => {
    const page = await browser.visit(report);
    await page.emulateMedia({ media: 'print' });

    const printed = page.locator('.place tbody tr:visible');
    await expect.poll(() => printed.count()).toBeGreaterThan(0);
    expect(await printed.evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.outcome))).not.toContain(
      'met',
    );
    expect(await page.locator('.place tbody tr[data-outcome=met]').count()).toBeGreaterThan(0);
    await expect.poll(() => page.locator('#failures .finding:visible').count()).toBe(3);
    for (const part of ['nav', '.tools', '.copier', '#cases']) {
      expect(await page.locator(part).first().isVisible(), part).toBe(false);
    }
    expect((await page.pdf({ format: 'A4' })).subarray(0, 5).toString()).toBe('%PDF-');
    expect(await page.locator('table.failing').isVisible()).toBe(true);
    await page.context().close();
  });

  test.each([12, 80])(
    'of a run that fails for %i causes, what comes before the appendix takes six sheets at most',
    async (causes) => {
      const page = await browser.visit(html(failingInput(causes)));
      await page.emulateMedia({ media: 'print' });
      // A4 without its margins.
      await page.setViewportSize({ width: 695, height: 1017 });
      const sheets = await page.evaluate<number>(
        `document.querySelector('#recorder, #promises').getBoundingClientRect().top / 1017`,
      );
      expect(sheets).toBeGreaterThan(1);
      expect(sheets).toBeLessThanOrEqual(6);
      await page.context().close();
    },
  );

  test('six thousand cases are one list, of which a screenful is drawn; the last one opens', async () => {
    const page = await browser.visit(html(scaleInput(6_000)), '#cases');
    await page.locator('.case-line').first().waitFor();
    await expect.poll(() => page.locator('.case-line').count()).toBeLessThan(60);
    await page.evaluate(`scrollTo(0, document.documentElement.scrollHeight)`);
    const last = page.locator('.case-line', { hasText: '#5999' });
    await last.click();
    await page.locator('#case-view .lanes').waitFor();
    await expect.poll(() => page.locator('#case-view .over code').textContent()).toContain('#5999');
    await page.goBack();
    expect(await page.evaluate(`scrollY`)).toBeGreaterThan(150_000);
    await page.context().close();
  });

  test('hostile text is neither run nor hidden where the app draws it', async () => {
    const page = await browser.visit(html(hostileInput()), '#cases');
    await page.locator('.case-line').first().click();
    await page.locator('#case-view .lanes').waitFor();
    await openAll(page);

    const text = (await page.locator('#case-view').textContent()) ?? '';
    expect(text).toContain('<script>document.title = "pwned"</script>');
    expect(text).toContain('\\u202egnp.exe');
    expect(text.replace(/[\n\t]/g, '').match(/[\p{Cc}\p{Cf}\p{Cs}]/gu)).toBeNull();
    await expect.poll(() => page.title()).not.toBe('pwned');
    await expect.poll(() => page.locator('img, svg[onload]').count()).toBe(0);
    await page.context().close();
  });
});
