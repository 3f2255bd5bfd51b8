import { getCurrentSpecVersion, validate } from 'ctrf';
import { expect, test } from 'vitest';
import { CTRF_VERSION } from './ctrf.ts';
import { reporters } from './index.ts';
import { Sample } from './testing/sample.ts';
import { hostileInput, sampleInput } from './testing/sample-runs.ts';

const ctrf = reporters.ctrf.render;

test.each([
  ['an ordinary run', sampleInput()],
  ['a run full of hostile text', hostileInput()],
  ['a run without cases', new Sample().end()],
])('%s is valid against the schema of CTRF', (_, input) => {
  expect(validate(JSON.parse(ctrf(input)))).toMatchObject({ valid: true });
});

test('the version written is the one that the schema is of', () => {
  expect(CTRF_VERSION).toBe(getCurrentSpecVersion());
});

test('the schema refuses a member of our own outside extra', () => {
  expect(validate({ ...JSON.parse(ctrf(sampleInput())), seed: 7 }).valid).toBe(false);
});

test('an inconclusive case is other, with its reason, and a case that does not apply is skipped', () => {
  const { results } = JSON.parse(ctrf(sampleInput()));
  const told = results.tests.map((one: { testId: string; status: string; rawStatus: string }) => [
    one.testId,
    one.status,
    one.rawStatus,
  ]);
  expect(told).toEqual([
    ['orders/cease', 'passed', 'passed'],
    ['orders/provide-new#business', 'failed', 'failed'],
    ['orders/negatives~omit:/body/kind', 'failed', 'failed'],
    ['orders/negatives~omit:/body/tenant', 'failed', 'failed'],
    ['orders/negatives~omit:/body/id', 'failed', 'failed'],
    ['appointments/book', 'other', 'inconclusive.no-answer'],
    ['appointments/purpose', 'other', 'inconclusive.world-exhausted'],
    ['orders/ethernet', 'skipped', 'not-applicable.capability-declared-absent'],
    ['appointments/conflict', 'passed', 'passed'],
    ['run', 'failed', 'failed'],
  ]);
  expect(results.summary).toMatchObject({ tests: 10, passed: 2, failed: 5, skipped: 1, pending: 0, other: 2 });
});
