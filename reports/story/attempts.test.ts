import { readFileSync } from 'node:fs';
import { validate } from 'ctrf';
import { describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import type { CaseOutcome, CaseVerdict } from '../../harness/model.ts';
import { consoleText } from '../console.ts';
import { annotations } from '../github.ts';
import { reporters } from '../index.ts';
import type { ReportInput } from '../input.ts';
import { failed, Sample } from '../testing/sample.ts';
import { shareOf, shownJourneys } from './attempts.ts';

const ctrf = reporters.ctrf.render;

const junit = reporters.junit.render;

const html = reporters.html.render;
const ID = 'orders/cease';

/** A run of one case that was walked as often as outcomes are given; the failed attempts have a finding each. */
function repeated(...outcomes: readonly CaseOutcome[]): ReportInput {
  const run = new Sample();
  run.row('ORD-04', 'Endpoints 4', 'Response 202 with no body.', 'breached');
  const attempts = outcomes.map((outcome, i) => {
    const journey = i === 0 ? ID : `${ID}@${i + 1}`;
    return { journey, outcome, seq: run.exchange(journey, 'order', { id: i }, outcome === 'failed' ? 500 : 202) };
  });
  const findings = attempts
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ journey, seq }) =>
      failed(
        journey,
        'http.status',
        { summary: 'order answered 500', expected: '202', actual: '500' },
        { seq, step: 'order' },
      ),
    );
  run.case(ID, 'A service is ceased', findings.length > 0 ? 'failed' : 'passed', { findings });
  const input = run.end();
  const times = { startedAt: input.verdict.startedAt, endedAt: input.verdict.startedAt + 40 };
  const [only] = input.verdict.cases;
  if (!only) throw new Error('the sample has no case');
  const told: CaseVerdict = { ...only, attempts: attempts.map(({ seq: _, ...each }) => ({ ...each, ...times })) };
  return { ...input, verdict: { ...input.verdict, cases: [told] } };
}

const NOW_AND_THEN = repeated('passed', 'failed', 'passed', 'failed');
const ALWAYS = repeated('failed', 'failed');
const NEVER = repeated('passed', 'passed');

const theCase = ({ verdict }: ReportInput): CaseVerdict => verdict.cases[0] as CaseVerdict;

test('the share of failed attempts is told, and whether it is intermittent', () => {
  expect(shareOf(theCase(NOW_AND_THEN))).toEqual({
    failed: 2,
    of: 4,
    isIntermittent: true,
    words: '2 of 4 attempts failed',
  });
  expect(shareOf(theCase(ALWAYS))?.isIntermittent).toBe(false);
  expect(shareOf(theCase(NEVER))?.words).toBe('none of 2 attempts failed');
  const { attempts: _, ...once } = theCase(NEVER);
  expect(shareOf(once)).toBeUndefined();
});

test('the timelines shown are those of the attempts that did not pass, else that of the first', () => {
  expect(shownJourneys(theCase(NOW_AND_THEN))).toEqual([`${ID}@2`, `${ID}@4`]);
  expect(shownJourneys(theCase(NEVER))).toEqual([ID]);
});

describe('the console', () => {
  test('names the attempt, its share, and all intermittent cases', () => {
    const text = consoleText(NOW_AND_THEN);
    expect(text).toContain(`FAILED  ORD-04  ${ID}@2, step order`);
    expect(text).toContain('\n  attempts  2 of 4 attempts failed: intermittent\n');
    expect(text).toContain(
      `INTERMITTENT  1 case failed now and then; each counts as failed\n  ${ID}: 2 of 4 attempts failed\n`,
    );
  });

  test('does not call intermittent what always failed', () => {
    const text = consoleText(ALWAYS);
    expect(text).toContain('\n  attempts  2 of 2 attempts failed\n');
    expect(text).not.toContain('INTERMITTENT');
  });
});

describe('JUnit', () => {
  const schema = readFileSync(new URL('../../fixtures/contract/junit.xsd', import.meta.url), 'utf8');

  test.each([
    ['now and then', NOW_AND_THEN],
    ['always', ALWAYS],
    ['never', NEVER],
  ])('of a case that failed %s is valid against the schema of the dialect', async (_, input) => {
    expect((await validateXML({ xml: junit(input), schema })).errors.map(({ message }) => message)).toEqual([]);
  });

  test('has the first failed attempt as the failure, and each other as a rerun that failed', () => {
    const xml = junit(NOW_AND_THEN);
    expect(xml).toContain('<failure message="order answered 500 (2 of 4 attempts failed, intermittent)"');
    expect(xml.match(/<rerunFailure /g)).toHaveLength(1);
    expect(xml.match(/<testcase /g)).toHaveLength(1);
    expect(xml).toContain('<property name="assay.intermittent" value="true"/>');
  });
});

test('CTRF has each attempt, and calls flaky what failed now and then', () => {
  const report = JSON.parse(ctrf(NOW_AND_THEN));
  expect(validate(report)).toMatchObject({ valid: true });
  expect(report.results.summary).toMatchObject({ tests: 1, failed: 1, flaky: 1 });
  expect(report.results.tests[0]).toMatchObject({ status: 'failed', flaky: true, retries: 3 });
  expect(report.results.tests[0].retryAttempts.map(({ status }: { status: string }) => status)).toEqual([
    'passed',
    'failed',
    'passed',
    'failed',
  ]);
  expect(JSON.parse(ctrf(ALWAYS)).results.tests[0]).toMatchObject({ flaky: false, retries: 1 });
});

test('the page has a badge on the case, and names every attempt', () => {
  const page = html(NOW_AND_THEN);
  expect(page).toContain('<span class="tag inconclusive">intermittent: 2 of 4 attempts failed</span>');
  expect(page).toContain(`Walked 4 times: ${ID} passed, ${ID}@2 failed, ${ID}@3 passed, ${ID}@4 failed.`);
  expect(html(NEVER)).not.toContain('attempts failed</span>');
});

test('the annotation for GitHub says how often', () => {
  expect(annotations(NOW_AND_THEN)).toContain('order answered 500 (2 of 4 attempts failed, intermittent)%0A');
});
