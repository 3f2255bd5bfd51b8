import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { chromium, startBrowser } from '../../reports/testing/browser.ts';
import { freePort } from '../io/free-port.ts';
import { emptyFolder, startAssay } from '../testing/command.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

test.skipIf(!existsSync(chromium))(
  'a person sees on a page what the client is to do next, sees it done, and says how it ended',
  { timeout: 90_000 },
  async () => {
    const port = await freePort();
    const cases = ['access-denied', 'invalid-request'].flatMap((each) => ['--only', `client/token-refused#${each}`]);
    const words = ['certify-client', '--attach', '--port', `${port}`, ...cases];
    const out = join(emptyFolder(), 'run');
    const run = startAssay([...words, '--webhook', 'http://127.0.0.1:9/kcis', '--out', out]);
    await run.printed(/is a page that says/);
    const browser = await startBrowser();
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    const shows = (text: string) => page.getByText(text).first().waitFor({ timeout: 20_000 });
    const ask = () =>
      fetch(`http://127.0.0.1:${port}/IdentityModule/v1.0/oauth/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa('northwind-client:northwind-made-up-secret')}` },
      });

    await page.goto(`http://127.0.0.1:${port}/_assay/`);
    await shows('Case 1 of 2: client/token-refused#access-denied');
    await shows('order orderType: CEASE');
    await page.evaluate(axe);
    const wrong = () => page.evaluate('axe.run(document).then(({ violations }) => violations.map(({ id }) => id))');
    expect(await wrong()).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await wrong()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await ask();
    await page.getByRole('button', { name: 'could not be done' }).click();
    await shows('Case 2 of 2: client/token-refused#invalid-request');
    await shows('client/token-refused#access-denied: token 403');
    // What is said of a case that is over says nothing of the next.
    const late = { done: false, case: 'client/token-refused#access-denied' };
    await fetch(`http://127.0.0.1:${port}/_assay/task`, { method: 'POST', body: JSON.stringify(late) });
    await ask();
    await shows('token 400');
    await shows('No case is open');
    expect(await wrong()).toEqual([]);
    expect((await run.ended).code).toBe(0);
    expect(errors).toEqual([]);
  },
);
