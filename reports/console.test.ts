import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { consoleText } from './console.ts';
import { failed, observed, Sample } from './testing/sample.ts';
import { hostileInput, sampleInput } from './testing/sample-runs.ts';

test('a failure tells what was promised, what came, where, and how to repeat it', () => {
  const blocks = consoleText(sampleInput()).split('\n\n');
  expect(blocks.find((each) => each.startsWith('FAILED  ERR-03'))).toBe(
    `FAILED  ERR-03  orders/negatives~omit:/body/kind, step order    scenarios/orders/negatives.yaml:1:13
  an order without kind answered 500
  expected  422 INVALID_REQUEST
            Spec, Errors: "422 INVALID_REQUEST: Validation failed."
  sent      {"of":"kind"}
  actual    500 SUPPLIER_FAULT
  timeline  [order 500]
  replay    npx assay certify --seed 7 --only 'orders/negatives~omit:/body/kind'
  also in   2 other cases: orders/negatives~omit:/body/tenant, orders/negatives~omit:/body/id`,
  );
});

test('in a narrow terminal the place in the scenario stands below the case, and lines but those to copy break between words', () => {
  const text = consoleText(sampleInput(), { width: 60 });
  expect(text).toContain('\n            Spec, Errors: "422 INVALID_REQUEST: Validation\n            failed."\n');
  expect(text).toContain("\n  replay    npx assay certify --seed 7 --only 'orders/negatives~omit:/body/kind'\n");
  expect(text).toContain('orders/negatives~omit:/body/kind, step order\n  scenarios/orders/negatives.yaml:1:13\n');
});

test('the end tells the verdict, the totals and where the reports are', () => {
  const text = consoleText(sampleInput(), { reports: ['out/index.html', 'out/junit.xml'] });
  expect(text.split('\n\n').at(-1)).toBe(
    `NOT CERTIFIED  4 of 9 cases failed, and the run as a whole
  gateway   acme at https://gateway.example, build not stated, KCI profile sample
  failed    3 cases  ERR-03  an order without a field answered 500
             1 case  ORD-04  order answered 202 with a body
            the run  KCI-01  a KCI came for an order that nobody placed
  breaches  2 of 4 requirements of the specification
  met       1 of 4 requirements, 1 inconclusive
  cases     9: 2 passed, 4 failed, 2 inconclusive, 1 not applicable
  checks    36 passed, 5 failed, 1 observed
  traffic   8 requests, 4 webhook deliveries
  run       seed 7, 2026-03-02 09:00:00 UTC, 3 d on its clock
  explain   npx assay explain ERR-03
  reports   out/index.html
            out/junit.xml
`,
  );
});

test('a clock of the gateway that is not ours is told', () => {
  const input = sampleInput();
  const clock = { aheadMs: -94_600, uncertaintyMs: 600 };
  expect(consoleText({ ...input, verdict: { ...input.verdict, clock } })).toContain(
    '\n  clock     the gateway’s is 1 min 35 s behind ours, give or take 1 s\n',
  );
});

test('cases without a verdict are grouped by the reason, and told what to do about it', () => {
  expect(consoleText(sampleInput())).toContain(
    'INCONCLUSIVE  1 case: the world of the target had none left to use (world-exhausted)\n  appointments/purpose: the world has no contestedSlots left\n  fix: what failed may be why; if not: list more addresses of that kind in the world file; some cases need several at once\n',
  );
  const { verdict, ...input } = sampleInput();
  const cases = verdict.cases.filter(({ outcome }) => outcome !== 'failed');
  expect(consoleText({ ...input, verdict: { ...verdict, cases, findings: [] } })).toContain(
    '\n  fix: list more addresses',
  );
});

test('an observation is told by the sentence that leaves the matter open', () => {
  const run = new Sample();
  run.row('SIL-01', 'Errors', 'The 409 Conflict on appointment booking: error code and body: not shown.', 'observed');
  const finding = { summary: 'a conflict answered with code SLOT_GONE', expected: 'nothing', actual: 'SLOT_GONE' };
  run.case('appointments/taken', 'A slot that is gone', 'passed', {
    findings: [observed('appointments/taken', 'error.code', finding)],
  });
  expect(consoleText(run.end())).toContain(
    `OBSERVED  where the specification is silent; never a failure
  SIL-01  The 409 Conflict on appointment booking: error code and body: not shown.
`,
  );
});

test('beside failures, what was observed is only counted', () => {
  const [first] = consoleText(sampleInput()).split('\n\n');
  expect(first).toBe('OBSERVED  1 point on which the specification is silent, seen 1 time; never a failure');
});

test('of one kind of failure nothing is said twice', () => {
  const run = new Sample();
  const finding = { summary: 'order 1234567: COMPLETED did not come', expected: 'COMPLETED', actual: 'nothing' };
  for (const id of ['a', 'b']) run.case(id, id, 'failed', { findings: [failed(id, 'kci.sequence', finding)] });
  const text = consoleText(run.end());
  expect(text).not.toContain('  failed  ');
  expect(text).toContain('\n  explain   npx assay explain ORD-04\n');
});

test('the digest counts the cases that fail alike, without the ids that differ', () => {
  const run = new Sample();
  for (const [id, expected] of Object.entries({ a: 'COMPLETED', b: 'COMMITTED', c: 'both' })) {
    const summary = `order 123456${id.charCodeAt(0)}: ${id === 'c' ? 'nothing' : 'an event'} came`;
    const finding = { summary, expected, actual: 'nothing' };
    run.case(id, id, 'failed', { findings: [failed(id, 'kci.sequence', finding)] });
  }
  expect(consoleText(run.end())).toContain(`
  failed    2 cases  ORD-04  an event came
             1 case  ORD-04  order 12345699: nothing came
`);
});

test('colour changes nothing but the colour', () => {
  const plain = consoleText(sampleInput());
  const coloured = consoleText(sampleInput(), { colour: true });
  expect(coloured).not.toBe(plain);
  expect(stripVTControlCharacters(coloured)).toBe(plain);
});

test('hostile text neither paints, nor turns, nor adds a line', () => {
  const text = consoleText(hostileInput());
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
  expect(text).not.toMatch(/^\s*::|##\[|^\| a/m);
});

test('beyond twenty kinds of failure the rest is counted', () => {
  const run = new Sample();
  for (let i = 0; i < 25; i += 1) {
    const finding = { summary: 'broken', kind: `broken ${i}`, expected: 'x', actual: 'y' };
    run.case(`orders/case-${i}`, 'A case', 'failed', { findings: [failed(`orders/case-${i}`, 'http.body', finding)] });
  }
  const text = consoleText(run.end());
  expect(text.match(/^FAILED/gm)?.length).toBe(20);
  expect(text).toContain('… and 5 more kinds of failure, in the reports');
});
