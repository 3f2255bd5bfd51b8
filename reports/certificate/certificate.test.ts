import { existsSync } from 'node:fs';
import { XMLValidator } from 'fast-xml-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromium, type Visitor, visitor } from '../testing/browser.ts';
import { issued } from '../testing/certificate-sample.ts';
import { hostileInput, sampleInput } from '../testing/sample-runs.ts';
import { certificateHtml } from './html.ts';

const readable = (page: string): string =>
  page
    .replace(/^[\s\S]*<body>|<script>[\s\S]*?<\/script>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

test('it says what was certified, against what, and what came of every requirement', () => {
  const text = readable(certificateHtml(issued()));
  for (const words of [
    'Not certified',
    'The gateway of Acme did not keep the specification. Breaches: 2 of 4 requirements of the specification. Met: 1 of 4 requirements, 1 inconclusive.',
    `Contract ${'cd'.repeat(32)}`,
    `KCI profile some ${'ab'.repeat(32)}`,
    'Breached 2 requirements: at least one check found it broken.',
    'ORD-04 Response 202 with no body. Endpoints 4. POST service-orders 3 passed 1 failed',
    'SIL-01 The 409 Conflict on appointment booking: error code and body: not shown. a conflict answered with code SLOT_GONE 1',
    'ERR-09 422 INVALID_REQUEST',
    'The target declares that it lacks: smart-meters.',
    'Each case was walked once; nothing is shown of failures that come and go.',
    'Signed by sha256:34',
  ]) {
    expect(text).toContain(words);
  }
});

test('of a client it says so, and speaks of no gateway', () => {
  const { gateway, ...rest } = issued();
  const of = (own: object): string =>
    readable(certificateHtml({ ...rest, ...(gateway && { client: { ...gateway, ...own } }) }));
  const text = of({});
  expect(text).toContain('Client acme');
  expect(text).toContain('for the client as it was tested: its build is not stated');
  expect(of({ build: '7' })).toContain('for this build of the client alone');
  expect(text).toContain('What the client does where nothing is promised.');
});

test('every row of the register is in it, and as JSON it holds the same', () => {
  const one = issued();
  expect(one.requirements.map(({ id }) => id)).toEqual(sampleInput().verdict.requirements.map(({ id }) => id));
  expect(JSON.parse(JSON.stringify(one))).toEqual(one);
  expect(certificateHtml(one)).toBe(certificateHtml(issued()));
});

test('it says of how many cases it speaks, which have no result, who issued it and until when', () => {
  const one = issued();
  expect(one.scope).toEqual({ cases: 9, of: 9 });
  expect(one.unjudged.map(({ id, reason }) => [id, reason])).toEqual([
    ['appointments/book', 'no-answer'],
    ['appointments/purpose', 'world-exhausted'],
    ['orders/ethernet', 'capability-declared-absent'],
  ]);
  const text = readable(certificateHtml(one));
  for (const words of [
    'Not certified 4 of 9 cases failed',
    'Issued by The Lab',
    'Holds until 2027-03-16',
    'build not stated',
    'orders/ethernet not applicable the target declares that it lacks the capability',
    'npx assay verify &lt;folder of the run> --public-key &lt;key of the issuer>',
  ])
    expect(text).toContain(words);
});

test('of a requirement that was shown in part it says what was not', () => {
  const { verdict, ...rest } = sampleInput();
  const facets = [
    { id: 'order', outcome: 'shown', cases: [] },
    { id: 'amend refused', outcome: 'not-shown', cases: [] },
  ] as const;
  const requirements = verdict.requirements.map((row) => ({ ...row, facets }));
  const text = readable(certificateHtml(issued({ ...rest, verdict: { ...verdict, requirements } })));
  expect(text).toContain('1 of 2; not shown: amend refused');
});

test('what comes and goes is named', () => {
  const { verdict, ...rest } = sampleInput();
  const attempts = (['passed', 'failed', 'passed'] as const).map((outcome, i) => ({
    journey: `a@${i + 1}`,
    outcome,
    startedAt: 0,
    endedAt: 1,
  }));
  const [first, ...others] = verdict.cases;
  const cases = first ? [{ ...first, attempts }, ...others] : [];
  const one = issued({ ...rest, verdict: { ...verdict, cases } });
  expect(one.repeats).toEqual({
    cases: 1,
    least: 3,
    most: 3,
    intermittent: [{ case: 'orders/cease', failed: 1, of: 3 }],
  });
  expect(readable(certificateHtml(one))).toContain(
    '1 case walked 3 times each, with other data each time; 1 case failed now and then. orders/cease : 1 of 3 failed',
  );
});

test('waived failures are named, and count in the outcome', () => {
  const waiver = {
    check: 'http.empty-body',
    case: 'a',
    reason: 'Mended in March.',
    owner: 'gateway team',
    expires: '2026-12-31',
    span: { file: 'w.yaml', line: 1, col: 1, length: 1, excerpt: '' },
  };
  const used = [{ waiver, failures: 1, cases: ['a'] }];
  const waiving = {
    on: '2026-11-21',
    isWhole: true,
    used,
    stale: [],
    expired: [],
    idle: [],
    waivedCases: ['a'],
    open: 0,
  };
  const text = readable(certificateHtml(issued({ ...sampleInput(), waiving })));
  expect(text).toContain('http.empty-body in 1 case, until 2026-12-31 by gateway team: Mended in March.');
  expect(text).toContain('Not certified');
});

const SCRIPT = '<script>document.title = "pwned"</script><img src=x onerror="document.title = 1">\u001b[31m\u202e]]>';

test('hostile text stays text, and every element is closed', () => {
  const page = certificateHtml(issued(hostileInput(), SCRIPT));
  expect(page.match(/<script>document|<img/g)).toBeNull();
  expect(page.replace(/[\n\t]/g, '').match(/[\p{Cc}\p{Cf}\p{Cs}]/gu)).toBeNull();
  const body = page.slice(page.indexOf('<div class="page">'), page.indexOf('</body>'));
  expect(XMLValidator.validate(body, { allowBooleanAttributes: true })).toBe(true);
});

describe.skipIf(!existsSync(chromium))(`in a browser (needs ${chromium}, or its path in CHROMIUM)`, () => {
  let browser: Visitor;

  beforeAll(async () => {
    browser = await visitor();
  });
  afterAll(() => browser?.close());

  test('no script of the target runs, and should escaping ever fail, the policy still stops it', async () => {
    const titleOf = async (html: string): Promise<string> => (await browser.visit(html)).title();
    const leaky = certificateHtml(issued(hostileInput(), SCRIPT)).replace(
      '</main>',
      '</main><script>document.title = "pwned"</script>',
    );
    expect(await titleOf(leaky)).toMatch(/^Not certified, 1 of 3 cases failed: /);
    expect(await titleOf(leaky.replace(/<meta http-equiv[^>]*>/, ''))).toBe('pwned');
  });

  test('printed from a dark screen it is white, no wider than A4, and a few pages long', async () => {
    const viewport = { width: 688, height: 1000 };
    const page = await browser.visit(certificateHtml(issued()), '', { viewport, colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print' });

    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
    const wider = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    expect(wider).toBeLessThanOrEqual(0);
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(3);
  });

  test('printed, a note stands below the sentence that it is about', async () => {
    const { requirements, ...rest } = issued();
    const noted = { ...rest, requirements: requirements.map((row) => ({ ...row, note: 'agreed' })) };
    const page = await browser.visit(certificateHtml(noted));
    await page.emulateMedia({ media: 'print' });

    const cell = page.locator('.promises td', { has: page.locator('p') }).first();
    const [place, note] = await Promise.all(['span', 'p'].map((part) => cell.locator(part).first().boundingBox()));
    expect(note?.y).toBeGreaterThanOrEqual((place?.y ?? Number.NaN) + (place?.height ?? 0));
  });
});
