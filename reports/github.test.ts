import { expect, test } from 'vitest';
import { annotations, data, property, stepSummary } from './github.ts';
import { failed, Sample } from './testing/sample.ts';
import { hostileInput, sampleInput } from './testing/sample-runs.ts';

test('a failure is annotated at its place in the scenario, with colons and commas escaped', () => {
  expect(annotations(sampleInput()).split('\n')[1]).toBe(
    '::error file=scenarios/orders/provide-new.yaml,line=12,col=13,title=ORD-04 orders/provide-new#business%2C step order::order answered 202 with a body%0Aexpected 202 with no body%0Aactual 202 with {"status":"OK"}%0Anpx assay certify --seed 7 --only \'orders/provide-new#business\'',
  );
});

test('cases that fail alike are counted, each once however often it does', () => {
  const run = new Sample();
  const finding = { summary: 'broken', expected: 'x', actual: 'y' };
  for (const id of ['orders/one', 'orders/two']) {
    const findings = ['first', 'second'].map((step) => failed(id, 'http.body', finding, { step }));
    run.case(id, 'A case', 'failed', { findings });
  }
  expect(annotations(run.end())).toContain('%0Aactual y%0A1 other case alike%0A');
});

test('at most ten errors are annotated', () => {
  const run = new Sample();
  for (let i = 0; i < 15; i += 1) {
    const finding = { summary: 'broken', kind: `broken ${i}`, expected: 'x', actual: 'y' };
    run.case(`orders/case-${i}`, 'A case', 'failed', { findings: [failed(`orders/case-${i}`, 'http.body', finding)] });
  }
  expect(annotations(run.end()).trim().split('\n').length).toBe(10);
});

test('hostile text starts no workflow command of its own', () => {
  const lines = annotations(hostileInput()).trimEnd().split('\n');
  expect(lines.every((line) => line.startsWith('::error '))).toBe(true);
  expect(lines.join('')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

test('what a target has encoded already is shown as it came', () => {
  expect(data('100 %\n%0A::error::no')).toBe('100 %25%0A%250A::error::no');
  expect(property('a%2C,b\nc')).toBe('a%252C%2Cb\\nc');
});

test('the step summary tells verdict, failures and what could not be tested', () => {
  const text = stepSummary(sampleInput());
  expect(text.split('\n')[0]).toBe('## Not certified, 4 of 9 cases failed, and the run as a whole: acme');
  expect(text).toContain('| ORD-04 | orders/provide-new&#35;business, step order | 202 with no body |');
  expect(text).toContain(
    '- appointments/purpose: the world of the target had none left to use, the world has no contestedSlots left',
  );
});

test('hostile text makes no markup, link or cell in the step summary', () => {
  const text = stepSummary(hostileInput());
  expect(text).not.toMatch(/<script|<img|<svg|\]\(https|\| a \||\p{Cf}/u);
});

test('a step summary stays below what GitHub takes', () => {
  const run = new Sample();
  for (let i = 0; i < 2_000; i += 1) {
    const finding = {
      summary: 'broken',
      kind: `broken ${i}`,
      expected: `${'é'.repeat(900)}${'x'.repeat(i)}`,
      actual: 'y',
    };
    run.case(`orders/case-${i}`, 'A case', 'failed', { findings: [failed(`orders/case-${i}`, 'http.body', finding)] });
  }
  const text = stepSummary(run.end());
  expect(Buffer.byteLength(text)).toBeLessThan(1_048_576);
  expect(text).toMatch(/\d+ more lines did not fit; the HTML report has them all\.\n$/);
});
