import { readFileSync } from 'node:fs';
import { validate } from 'ctrf';
import { XMLParser } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import type { LoadVerdict } from '../../harness/model.ts';
import { HOSTILE } from '../testing/sample-runs.ts';
import { loadCtrf, loadJunit } from './ci.ts';
import { loadReporters } from './index.ts';
import { brokenLoad, crossedLoad, heldLoad, hostileLoad, lateLoad } from './testing/sample.ts';

const LOADS: readonly (readonly [string, LoadVerdict])[] = [
  ['a load that held', heldLoad()],
  ['a load that crossed thresholds', crossedLoad()],
  ['a load that broke off', brokenLoad()],
  ['a load whose generator did not keep up', lateLoad()],
  ['a load full of hostile text', hostileLoad(HOSTILE)],
];

describe('JUnit', () => {
  const schema = readFileSync(new URL('../../fixtures/contract/junit.xsd', import.meta.url), 'utf8');
  const parse = (xml: string) =>
    new XMLParser({
      ignoreAttributes: false,
      attributeNamePrefix: '',
      isArray: (name) => ['testsuite', 'testcase', 'property'].includes(name),
    }).parse(xml);

  test.each(LOADS)('%s is valid against the schema of the dialect', async (_, verdict) => {
    const { errors } = await validateXML({ xml: loadJunit(verdict), schema });

    expect(errors.map(({ message }) => message)).toEqual([]);
  });

  test('parsed back, each threshold is a case, with what was measured where it did not hold', () => {
    const { testsuites } = parse(loadJunit(crossedLoad()));

    expect(testsuites).toMatchObject({ tests: '6', failures: '3', errors: '0', skipped: '0', time: '65.000' });
    const told = testsuites.testsuite[0].testcase.map((one: Record<string, { message?: string } & string>) => [
      one.name,
      one.failure?.message ?? 'passed',
    ]);
    expect(told).toEqual([
      ['The load was made whole [complete]', 'passed'],
      ['order: p95 < 2s [order]', 'order: p95 < 2s was crossed: 2.7 s'],
      ['unexpected-status: < 0.5% [unexpected-status]', 'passed'],
      ['kci.missing: 0 [kci.missing]', 'kci.missing: 0 was crossed: 2'],
      ['availability: p95 < 2s [availability]', 'passed'],
      ['Every journey kept its promises [journeys]', '2 journeys failed'],
    ]);
  });

  test('a load that broke off is an error, and so is no failure of the gateway', () => {
    const { testsuites } = parse(loadJunit(brokenLoad()));

    expect(testsuites).toMatchObject({ failures: '0', errors: '1', skipped: '1' });
    expect(testsuites.testsuite[0].testcase[0].error).toMatchObject({
      type: 'load.incomplete',
      message: 'k6 ended after 0.2 s (killed)',
    });
  });
});

describe('CTRF', () => {
  test.each(LOADS)('%s is valid against the schema', (_, verdict) => {
    expect(validate(JSON.parse(loadCtrf(verdict)))).toMatchObject({ valid: true });
  });

  test('counts thresholds as tests', () => {
    const { results } = JSON.parse(loadCtrf(crossedLoad()));

    expect(results.summary).toMatchObject({ tests: 6, passed: 3, failed: 3, duration: 65_000 });
    expect(results.tests[1]).toMatchObject({
      testId: 'busy-hour/order',
      name: 'order: p95 < 2s',
      status: 'failed',
      message: 'order: p95 < 2s was crossed: 2.7 s',
      trace: 'scenarios/traffic/busy-hour.yaml:40',
    });
  });
});

test('load.json is the verdict itself', () => {
  expect(JSON.parse(loadReporters.json(crossedLoad()))).toEqual(crossedLoad());
});

test('a failure that belongs to no journey fails the load, too', () => {
  const held = heldLoad();
  const stranger = crossedLoad().failures.find(({ check }) => check === 'kci.sequence');
  if (!stranger) throw new Error('the sample has failures');
  const { results } = JSON.parse(
    loadCtrf({ ...held, failures: [{ ...stranger, example: { ...stranger.example, journey: '' } }] }),
  );

  expect(results.tests.at(-1)).toMatchObject({
    name: 'Every journey kept its promises',
    status: 'failed',
    message: '0 journeys failed, and 2 checks of no journey',
  });
});
