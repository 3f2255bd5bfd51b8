import { existsSync } from 'node:fs';
import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { chromium, opened } from '../testing/browser.ts';
import { HOSTILE } from '../testing/sample-runs.ts';
import { loadHtml } from './html.ts';
import { brokenLoad, crossedLoad, heldLoad, hostileLoad, lateLoad } from './testing/sample.ts';

/** Text of the page's body without tags. */
const readable = (page: string): string =>
  page
    .replace(/^[\s\S]*<body>/, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

test('the page tells the outcome, thresholds, durations, failures, errors and the slowest journeys', () => {
  const text = readable(loadHtml(crossedLoad()));

  for (const words of [
    'Thresholds crossed',
    '2 of 4 thresholds crossed, 2 journeys failed: order: p95 &lt; 2s; kci.missing: 0.',
    'order: p95 &lt; 2s 2.7 s crossed',
    'availability: p95 &lt; 2s 360 ms met',
    'order 100 90.0 ms 900 ms 1.8 s 2.7 s 3.6 s 5.4 s',
    'order …: COMPLETED came where COMMITTED is expected 2 × kci.sequence',
    'For example in orders/cease@12 : order 7: COMPLETED came where COMMITTED is expected',
    'order, from when due 100 90.4 ms 904 ms 1.8 s 2.7 s 3.6 s 5.4 s',
    'kci.missing For example in orders/provide-new@7 : order 1000007: COMMITTED is awaited since ACKNOWLEDGED at 2026-03-16T09:00:31.000Z',
    'orders/provide-new@9 : order 1000009: COMMITTED is awaited since ACKNOWLEDGED at 2026-03-16T09:00:31.000Z',
    'order 504 SUPPLIER_TIMED_OUT 4',
    '1 min 4 s orders/cease@12 +900 ms order 202 900 ms',
    'Assay&#39;s own runner, seed 7',
  ]) {
    expect(text.replaceAll("'", '&#39;')).toContain(words);
  }
});

test('there is a curve for arrivals, events, every operation and their lag, with its limit', () => {
  const whole = loadHtml(crossedLoad());
  const page = whole.slice(0, whole.indexOf('<script'));

  expect([...page.matchAll(/<figcaption><b>([^<]*)<\/b>/g)].map(([, title]) => title)).toEqual([
    'Arrivals, requests and errors',
    'Events, and orders that await some',
    'availability',
    'order',
    'Events, after the acceptance of their order',
  ]);
  expect(page.match(/class="limit"/g)).toHaveLength(2);
  expect(page).not.toMatch(/NaN|Infinity|undefined/);
});

test('what was not measured is not drawn: neither events that nobody received nor a limit that nothing was held to', () => {
  const load = crossedLoad();
  const { 'kci.received': _, ...counts } = load.metrics.counts;
  const thresholds = load.thresholds.map((each) => ({ ...each, outcome: 'unmeasured' as const }));
  const whole = loadHtml({ ...load, metrics: { ...load.metrics, counts }, thresholds });
  const page = whole.slice(0, whole.indexOf('<script'));

  expect(page).not.toContain('Events, and orders that await some</b>');
  expect(page).not.toContain('class="limit"');
});

test('a load that held, or broke off, has its page, too', () => {
  expect(readable(loadHtml(heldLoad()))).toContain('All thresholds are met: 2.');
  const broken = loadHtml(brokenLoad());
  expect(readable(broken)).toContain(
    'The load is incomplete: k6 ended after 0.2 s (killed). Thresholds: 0 of 1 met, 1 not measured.',
  );
  expect(broken).not.toMatch(/NaN|Infinity|undefined/);
});

test('a load whose generator did not keep up says what failed first, and gives no colour to what it could not measure', () => {
  const text = readable(loadHtml(lateLoad()));

  expect(text).toContain(
    'Incomplete 1 of 4 thresholds crossed, 2 journeys failed: kci.missing: 0. The load is incomplete: the generator did not keep up: 806 of 2000 arrivals (40 %) were not begun. Thresholds: 2 of 4 met, 1 not measured.',
  );
  expect(text).toContain('the generator was 2690 ms late not measured');
});

test('hostile text stays text: escaped where it is markup, visible where it is not', () => {
  const page = loadHtml(hostileLoad(HOSTILE));

  expect(page.match(/<script>document|<img|<svg onload/g)).toBeNull();
  expect(page.replace(/[\n\t]/g, '').match(/[\p{Cc}\p{Cf}\p{Cs}]/gu)).toBeNull();
});

test('every element is closed', () => {
  for (const verdict of [crossedLoad(), brokenLoad(), hostileLoad(HOSTILE)]) {
    const page = loadHtml(verdict);
    const body = page.slice(page.indexOf('<div class="page">'), page.indexOf('</body>'));
    const xml = body.replace(/<script[\s\S]*$/, '').replace(/ (open|hidden)(?=[ >])/g, ' $1=""');
    expect(XMLValidator.validate(xml, { allowBooleanAttributes: true })).toBe(true);
  }
});

test('the same load makes the same bytes', () => {
  expect(loadHtml(crossedLoad())).toBe(loadHtml(crossedLoad()));
});

describe.skipIf(!existsSync(chromium))(`in a browser (needs ${chromium}, or its path in CHROMIUM)`, () => {
  test('the page opens, draws its curves, and runs nothing of what a gateway said', () => {
    const { title, dom } = opened(loadHtml(hostileLoad(HOSTILE)));

    expect(title).toMatch(/^Incomplete: /);
    expect(dom.match(/<svg/g)?.length).toBeGreaterThanOrEqual(3);
    expect(dom.match(/<img|<svg onload/g)).toBeNull();
    // The page's own app and what it reads.
    expect(dom.match(/<script/g)).toHaveLength(2);
  });
});
