import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { readRoute } from './app/route.ts';
import { reporters } from './index.ts';
import { chromium, opened } from './testing/browser.ts';
import { heldIn, markupOf } from './testing/page.ts';
import { Sample } from './testing/sample.ts';
import { hostileInput, sampleInput } from './testing/sample-runs.ts';

const html = reporters.html.render;

/** Text of the page's body without tags, as a reader without script sees it. */
const readable = (page: string) =>
  markupOf(page)
    .replace(/^[\s\S]*<body>/, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

test('without script the page tells verdict, failures, what could not be tested, and promises', () => {
  const text = readable(html(sampleInput()));
  for (const words of [
    'Not certified',
    'Not certified 4 of 9 cases failed, and the run as a whole It may not go live:',
    'must act. Breaches: 2 of 4 requirements of the specification. Met: 1 of 4 requirements, 1 inconclusive.',
    'order answered 202 with a body',
    'the world of the target had none left to use',
    'A conflict answered with code SLOT_GONE',
    'Response 202 with no body.',
    'Endpoints 4. POST service-orders',
  ]) {
    expect(text).toContain(words);
  }
});

test('a case that failed has its exchanges and deliveries in order', () => {
  const page = html(sampleInput());
  const from = page.indexOf('id="case:orders%2Fprovide-new%23business"');
  const text = readable(page.slice(from, page.indexOf('class="case"', from)));
  expect(text).toMatch(/availability .*GET .*200.*order .*POST .*202.*STARTED/);
});

test('a case that passed lies in the page as data, whole', () => {
  const { run, cases } = heldIn(html(sampleInput()));
  const place = run.cases.ids.indexOf('orders/cease');
  expect(cases.length).toBe(9);
  expect(cases.map(({ verdict }) => verdict.id)).toEqual(run.cases.ids);
  expect(cases[place]?.moments.map(({ kind }) => kind)).toEqual(['exchange', 'arrival', 'arrival', 'wait']);
});

test('what only a reader without script needs stands behind what the list of cases is made of', () => {
  const page = html(sampleInput());
  expect(page.lastIndexOf('<noscript>')).toBeGreaterThan(page.lastIndexOf('</script>'));
});

test('the value at fault is marked in the body of a failed exchange', () => {
  expect(html(sampleInput())).toMatch(/<mark[^>]*>\s*&quot;status&quot;: &quot;OK&quot;<\/mark>/);
});

test('every link inside the page leads somewhere', () => {
  const page = html(sampleInput());
  const ids = new Set([...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));
  const cases = new Set(heldIn(page).run.cases.ids);
  const leadsToCase = (id: string | undefined): boolean => {
    const route = readRoute(`#${id}`);
    return route.to === 'case' && cases.has(route.id);
  };
  const links = [...markupOf(page).matchAll(/href="#([^"?]*)/g)].map(([, id]) => id);
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter((id) => !ids.has(id) && !leadsToCase(id))).toEqual([]);
});

test('no two elements share an id', () => {
  const ids = [...markupOf(html(sampleInput())).matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
});

test('the page asks for nothing from anywhere and allows its own style and script only', () => {
  const page = html(hostileInput());
  const tags = markupOf(page).replace(/="[^"]*"/g, '=""');
  expect(tags.match(/<(?:img|iframe|object|embed|form|base)\b[^>]*|<[a-z]+ [^>]*\b(?:src|style|on\w+)=/gi)).toBeNull();
  const policy = /content="(default-src[^"]*)"/.exec(page)?.[1] ?? '';
  const digest = (text: string | undefined) =>
    `sha256-${createHash('sha256')
      .update(text ?? '')
      .digest('base64')}`;
  const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1];
  const script = /<script>([\s\S]*?)<\/script>/.exec(page)?.[1];
  expect(policy).toBe(
    `default-src 'none'; style-src '${digest(style)}'; script-src '${digest(script)}'; img-src data:; base-uri 'none'; form-action 'none'`,
  );
  expect(page.match(/<script>/gi)?.length).toBe(1);
  expect(page.match(/<script(?!>| type="application\/octet-stream" id="assay-[a-z0-9-]+">)/gi)).toBeNull();
});

test('hostile text stays text: escaped where it is markup, visible where it is not', () => {
  const page = html(hostileInput());
  expect(page.match(/<script>document|<img|<svg onload/g)).toBeNull();
  expect(page).toContain('&lt;script>document.title = &quot;pwned&quot;&lt;/script>');
  expect(page).toContain('\\u001b[2J\\u001b[31mred\\u0000\\u0007');
  expect(page.replace(/[\n\t]/g, '').match(/[\p{Cc}\p{Cf}\p{Cs}]/gu)).toBeNull();
});

test('every element is closed', () => {
  for (const input of [sampleInput(), hostileInput()]) {
    const page = html(input);
    const body = /<body>([\s\S]*)<\/body>/.exec(markupOf(page))?.[1] ?? '';
    const xml = `<body>${body}</body>`
      .replace(/<(input[^>]*?)\/?>/g, '<$1/>')
      .replace(/ (open|hidden|selected|checked)(?=[ >])/g, ' $1=""');
    expect(XMLValidator.validate(xml, { allowBooleanAttributes: true })).toBe(true);
  }
});

test('the same run makes the same bytes', () => {
  expect(html(sampleInput())).toBe(html(sampleInput()));
});

test('seven hundred passed cases make a page that can be sent by mail', () => {
  const run = new Sample();
  for (let i = 0; i < 700; i += 1) {
    const id = `orders/case-${i}`;
    for (let k = 0; k < 5; k += 1)
      run.exchange(id, 'order', { id: i * 10 + k, note: 'x'.repeat(400) }, 200, { a: 'y'.repeat(2_000) });
    for (let k = 0; k < 3; k += 1)
      run.deliver({ what: 'STARTED', of: i * 10, number: k + 1, order: { text: 'z'.repeat(1_000) } });
    run.case(id, 'A case', 'passed');
  }
  expect(Buffer.byteLength(html(run.end()))).toBeLessThan(2_000_000);
});

describe.skipIf(!existsSync(chromium))(`in a browser (needs ${chromium}, or its path in CHROMIUM)`, () => {
  test('the page’s own script runs and no other does', () => {
    const { title, dom } = opened(html(hostileInput()));
    expect(title).toMatch(/^Not certified, /);
    // Our script draws the search among cases.
    expect(dom).toMatch(/<input type="search" id="case-search"/);
    expect(dom.match(/<script>/g)?.length).toBe(1);
  });

  test('should escaping ever fail, the policy still stops what got through', () => {
    const leaky = html(sampleInput()).replace('</main>', '</main><script>document.title = "pwned"</script>');
    const open = leaky.replace(/<meta http-equiv[^>]*>/, '');
    expect(opened(leaky).title).toBe('Not certified, 4 of 9 cases failed, and the run as a whole: acme');
    expect(opened(open).title).toBe('pwned');
  });
});
