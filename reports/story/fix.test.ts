import { expect, test } from 'vitest';
import type { Cause } from '../../harness/model.ts';
import type { ReportInput } from '../input.ts';
import { failed, Sample } from '../testing/sample.ts';
import { fixOf } from './fix.ts';
import { failuresIn, runStory } from './run-story.ts';

const FINDING = { summary: 'book answered 500', expected: '200', actual: '500' };

/** So many cases of as many scenarios that fail alike, with what the verdict says of the cause. */
function runOf(count: number, told: Partial<Cause> = {}): ReportInput {
  const run = new Sample();
  const cases = Array.from({ length: count }, (_, i) => `orders/some-${i}#row`);
  for (const id of cases) run.case(id, 'A case', 'failed', { findings: [failed(id, 'http.status', FINDING)] });
  const input = run.end();
  const cause: Cause = {
    kind: 'http.status: book answered 500',
    whose: 'gateway',
    checks: ['http.status'],
    rows: ['APT-01', 'APT-03'],
    cases,
    ifFixed: { cases: cases.slice(1), rows: ['APT-03'] },
    ...told,
  };
  return { ...input, command: 'npx assay run', verdict: { ...input.verdict, causes: [cause] } };
}

function mendingIn(input: ReportInput) {
  const [group] = failuresIn(runStory(input));
  return group && fixOf(group, input);
}

test('what passes once a cause is fixed is counted, and the command walks its cases alone', () => {
  expect(mendingIn(runOf(2))).toEqual({
    words: '1 of 2 cases passes, and 1 of 2 requirements is no longer breached',
    verify: "npx assay run --seed 7 --only 'orders/some-0#row' --only 'orders/some-1#row'",
  });
});

test('what is fixed by nothing alone is said so, and no requirement is counted that stays breached', () => {
  const words = mendingIn(runOf(2, { ifFixed: { cases: [], rows: [] } }))?.words;
  expect(words).toBe('no case passes by that alone');
  // What was not walked to its end may fail in what was not reached, too.
  const unwalked = mendingIn(runOf(2, { ifFixed: { cases: [], rows: [], unwalked: 1 } }))?.words;
  expect(unwalked).toBe('1 of 2 cases may pass (it ended early)');
});

test('of more than four cases the command names the scenarios', () => {
  expect(mendingIn(runOf(4))?.verify).toContain("--only 'orders/some-3#row'");
  const scenarios = Array.from({ length: 5 }, (_, i) => ` --only orders/some-${i}`).join('');
  expect(mendingIn(runOf(5))?.verify).toBe(`npx assay run --seed 7${scenarios}`);
});

test('of cases of more scenarios than a command line can name, all are walked', () => {
  expect(mendingIn(runOf(13))?.verify).toBe('npx assay run --seed 7');
});

test('it is said who must look first where that may be another than the gateway’s owner', () => {
  expect(mendingIn(runOf(2, { whose: 'environment' }))?.whose).toContain('test data');
  expect(mendingIn(runOf(2))?.whose).toBeUndefined();
});

test('of what the verdict knows no cause for, nothing is said', () => {
  expect(mendingIn(runOf(2, { kind: 'another' }))).toBeUndefined();
});
