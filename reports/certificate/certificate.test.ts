import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { issued } from '../testing/certificate-sample.ts';
import { hostileInput, sampleInput } from '../testing/sample-runs.ts';
import { certificateHtml } from './html.ts';

const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium';

const readable = (page: string): string =>
  page
    .replace(/^[\s\S]*<body>|<script>[\s\S]*?<\/script>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

test('it says what was certified, against what, and what came of every promise', () => {
  const text = readable(certificateHtml(issued()));
  for (const words of [
    'Not certified',
    'The gateway of Acme did not keep the specification: 2 promises broken in 4 cases; 1 promise of the specification proven in 2 cases.',
    `Contract ${'cd'.repeat(32)}`,
    `KCI profile some ${'ab'.repeat(32)}`,
    'Refuted 2 promises: at least one check found the promise broken.',
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

test('every row of the register is in it, and as JSON it holds the same', () => {
  const one = issued();
  expect(one.promises.map(({ id }) => id)).toEqual(sampleInput().verdict.requirements.map(({ id }) => id));
  expect(JSON.parse(JSON.stringify(one))).toEqual(one);
  expect(certificateHtml(one)).toBe(certificateHtml(issued()));
});

test('a run that did not look at everything is certified in part', () => {
  const { verdict, ...rest } = sampleInput();
  const { counts } = verdict;
  const partly = {
    ...verdict,
    outcome: 'certified',
    counts: { ...counts, rows: { ...counts.rows, untested: 7 } },
  } as const;
  const text = readable(certificateHtml(issued({ ...rest, verdict: partly })));
  expect(text).toContain('Certified in part');
  expect(text).toContain('none broken. 7 promises of the specification were not looked at.');
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
  function chrome(page: string, ...words: readonly string[]): { readonly dom: string; readonly pdf: string } {
    const folder = mkdtempSync(join(tmpdir(), 'assay-certificate-'));
    try {
      const file = join(folder, 'certificate.html');
      writeFileSync(file, page);
      const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'];
      const pdf = join(folder, 'certificate.pdf');
      const dom = execFileSync(
        chromium,
        [
          ...flags,
          `--user-data-dir=${join(folder, 'profile')}`,
          ...words.map((word) => word.replace('PDF', pdf)),
          `file://${file}`,
        ],
        { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], timeout: 25_000 },
      );
      return { dom, pdf: existsSync(pdf) ? readFileSync(pdf, 'latin1') : '' };
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  }

  test('no script of the target runs, and should escaping ever fail, the policy still stops it', () => {
    const page = certificateHtml(issued(hostileInput(), SCRIPT));
    const title = (of: string): string | undefined =>
      /<title>([\s\S]*?)<\/title>/.exec(chrome(of, '--dump-dom').dom)?.[1];
    const leaky = page.replace('</main>', '</main><script>document.title = "pwned"</script>');
    expect(title(leaky)).toMatch(/^Not certified: /);
    expect(title(leaky.replace(/<meta http-equiv[^>]*>/, ''))).toBe('pwned');
  });

  test('it prints as a document of a few pages', () => {
    const { pdf } = chrome(certificateHtml(issued()), '--print-to-pdf=PDF', '--no-pdf-header-footer');
    expect(pdf.slice(0, 5)).toBe('%PDF-');
    expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(3);
  });
});
