import { XMLParser } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import type { Waiver, Waiving } from '../../harness/verdict/waiver.ts';
import { consoleText } from '../console.ts';
import { annotations, stepSummary } from '../github.ts';
import { reporters } from '../index.ts';
import type { ReportInput } from '../input.ts';
import { markupOf } from '../testing/page.ts';
import { sampleInput } from '../testing/sample-runs.ts';

const ctrf = reporters.ctrf.render;

const junit = reporters.junit.render;

const html = reporters.html.render;
const ID = 'orders/provide-new#business';
const waiver: Waiver = {
  check: 'http.empty-body',
  case: ID,
  reason: 'Fixed in <March>',
  owner: 'gateway team',
  expires: '2026-12-31',
  span: { file: 'waivers.yaml', line: 2, col: 12, length: 5, excerpt: '' },
};
const old: Waiver = { ...waiver, check: 'tally', expires: '2026-01-01' };
const waiving: Waiving = {
  on: '2026-11-21',
  isWhole: true,
  used: [{ waiver, failures: 1, cases: [ID] }],
  stale: [{ ...waiver, check: 'kci.once' }],
  expired: [old],
  idle: [],
  waivedCases: [ID],
  open: 3,
};
const waived = (): ReportInput => ({ ...sampleInput(), waiving });
const WORDS = 'until 2026-12-31 by gateway team: Fixed in <March>';

test('a terminal shows the waiver in place of the failure, and those that are not worth their place', () => {
  const text = consoleText(waived());
  expect(text).toContain(`WAIVED  http.empty-body: 1 failure in 1 case\n  ${WORDS}\n  ${ID}\n`);
  expect(text).toContain(
    `WAIVER  expired on 2026-01-01: tally ${ID} (waivers.yaml:2:12), of gateway team\nWAIVER  stale, nothing fails that it covers: kci.once ${ID} (waivers.yaml:2:12), of gateway team`,
  );
  expect(text).toContain('4 failed, 1 of them waived');
  expect(text).not.toContain('Order answered 202 with a body');
  expect(text).toContain('NOT CERTIFIED');
});

test('JUnit shows it as skipped, with the waiver and what failed', () => {
  const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' });
  const xml = parser.parse(junit(waived()), true) as { testsuites: { testsuite: { testcase: unknown }[] } };
  const cases = xml.testsuites.testsuite.flatMap(({ testcase }) => testcase) as Readonly<Record<string, unknown>>[];
  const it = cases.find(({ name }) => String(name).includes(ID));
  expect(it?.failure).toBeUndefined();
  expect(it?.skipped).toMatchObject({
    message: `waived ${WORDS} (failed: order answered 202 with a body)`,
    type: 'waived.http.empty-body',
  });
  const failures = (text: string): number => Number(/failures="(\d+)"/.exec(text)?.[1]);
  expect(failures(junit(sampleInput())) - failures(junit(waived()))).toBe(1);
});

test('CTRF shows it as skipped, and as what it is in the raw status', () => {
  const { results } = JSON.parse(ctrf(waived())) as { results: { tests: { testId: string }[] } };
  expect(results.tests.find(({ testId }) => testId === ID)).toMatchObject({
    status: 'skipped',
    rawStatus: 'failed.waived',
    message: `waived ${WORDS} (failed: order answered 202 with a body)`,
    extra: { 'assay.waived': [WORDS] },
  });
});

test('GitHub shows a warning in place of an error', () => {
  const lines = annotations(waived()).trimEnd().split('\n');
  expect(lines.filter((line) => line.startsWith('::warning '))).toHaveLength(1);
  expect(lines.find((line) => line.startsWith('::warning '))).toContain(`::waived ${WORDS}%0Aorder answered 202`);
  expect(lines).toContain(
    `::error title=Waiver::expired on 2026-01-01: tally ${ID} (waivers.yaml:2:12), of gateway team`,
  );
  expect(stepSummary(waived())).toContain('### Waived');
});

test('the page shows it in a section of its own, and its case with a tag', () => {
  const page = html(waived());
  const section = page.slice(page.indexOf('<section id="waived">'), page.indexOf('<section id="untested">'));
  expect(section).toContain('Order answered 202 with a body');
  expect(section).toContain('by gateway team: Fixed in &lt;March>');
  const failures = page.slice(page.indexOf('<section id="failures">'), page.indexOf('<section id="waived">'));
  expect(failures).not.toContain('Order answered 202 with a body');
  const cases = markupOf(page.slice(page.indexOf('<section id="cases">')));
  expect(cases.match(/<span class="tag waived">waived<\/span>/g)).toHaveLength(1);
  expect(markupOf(html(sampleInput()))).not.toContain('tag waived"');
});
