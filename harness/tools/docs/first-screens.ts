import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startBrowser } from '../../../reports/testing/browser.ts';
import { shippedPath } from '../../home.ts';

// `npm run first-screens -- <folder>`: what a reader sees first of 20 kinds of failing runs, a picture and a run of each.
// Each must answer in ten seconds: may we go live, what blocks it, who must act?

/** One fault of each kind; two where a run has several causes. */
const KINDS: readonly (readonly string[])[] = [
  ['amendment-answered-201'],
  ['availability-open-to-anybody'],
  ['availability-page'],
  ['booking-double'],
  ['cancellation-reason-unchecked'],
  ['error-without-uuid'],
  ['kci-lost-completion'],
  ['kci-not-acknowledged'],
  ['kci-repeated-with-other-content'],
  ['kci-silence'],
  ['kci-tried-again-with-other-content'],
  ['order-every-fifth-fails'],
  ['order-hangs'],
  ['refused-order-told-of'],
  ['request-id-not-needed'],
  ['service-token-endpoint-elsewhere'],
  ['slots-an-hour-late'],
  ['tenancy-events-shared'],
  ['world-ceased-service-still-active'],
  [
    'booking-double',
    'kci-completed-before-committed',
    'error-without-uuid',
    'token-type-mac',
    'amendment-answered-201',
  ],
];

const [folder = join('out', 'first-screens'), ...only] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const browser = await startBrowser();
try {
  for (const faults of KINDS) {
    const [first = ''] = faults;
    const name = faults.length === 1 ? first : 'several';
    if (only.length > 0 && !only.includes(name)) continue;
    const out = join(folder, name);
    const words = ['certify', '-q', '--out', out, ...faults.flatMap((fault) => ['--fault', fault])];
    spawnSync(process.execPath, [shippedPath('harness/cli/assay.js'), ...words], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
    await page.goto(pathToFileURL(join(out, 'index.html')).href);
    await page.waitForTimeout(300);
    await page.screenshot({ path: join(folder, `${name}.png`) });
    await page.close();
  }
} finally {
  await browser.close();
}
