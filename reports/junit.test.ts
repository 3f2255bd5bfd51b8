import { readFileSync } from 'node:fs';
import { XMLParser } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { reporters } from './index.ts';
import { Sample } from './testing/sample.ts';
import { hostileInput, sampleInput } from './testing/sample-runs.ts';

const junit = reporters.junit.render;

const schema = readFileSync(new URL('../fixtures/contract/junit.xsd', import.meta.url), 'utf8');
const errorsOf = async (xml: string) => (await validateXML({ xml, schema })).errors.map((error) => error.message);

test.each([
  ['an ordinary run', sampleInput()],
  ['a run full of hostile text', hostileInput()],
  ['a run without cases', new Sample().end()],
])('%s is valid against the schema of the dialect', async (_, input) => {
  expect(await errorsOf(junit(input))).toEqual([]);
});

test('the schema refuses what the consumers would misread', async () => {
  const xml = junit(sampleInput());
  expect(await errorsOf(xml.replace('time="0.500"', 'time="5e-1"'))).not.toEqual([]);
  expect(await errorsOf(xml.replace('classname="assay.orders.cease"', 'classname="orders/cease"'))).not.toEqual([]);
  expect(await errorsOf(xml.replaceAll('~omit:/body/tenant', '~omit:/body/kind'))).not.toEqual([]);
});

const parse = (xml: string) =>
  new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    isArray: (name) => ['testsuite', 'testcase', 'property'].includes(name),
  }).parse(xml);

test('parsed back, every case stands under its scenario with exactly its outcome', () => {
  const { testsuites } = parse(junit(sampleInput()));
  expect(testsuites).toMatchObject({ tests: '10', failures: '5', errors: '2', skipped: '1' });
  const told = testsuites.testsuite.flatMap((suite: { testcase: Record<string, { type?: string } & string>[] }) =>
    suite.testcase.map((one) => [one.classname, one.failure?.type ?? one.error?.type ?? one.skipped?.type ?? 'passed']),
  );
  expect(told).toEqual([
    ['assay.orders.cease', 'passed'],
    ['assay.orders.provide-new', 'http.empty-body'],
    ['assay.orders.negatives', 'http.status'],
    ['assay.orders.negatives', 'http.status'],
    ['assay.orders.negatives', 'http.status'],
    ['assay.appointments.book', 'inconclusive.no-answer'],
    ['assay.appointments.purpose', 'inconclusive.world-exhausted'],
    ['assay.orders.ethernet', 'not-applicable.capability-declared-absent'],
    ['assay.appointments.conflict', 'passed'],
    ['assay.run', 'kci.unexpected'],
  ]);
});

test('a failure holds the whole story in its text', () => {
  const { testsuites } = parse(junit(sampleInput()));
  const one = testsuites.testsuite[1].testcase[0];
  expect(one).toMatchObject({ file: 'scenarios/orders/provide-new.yaml', line: '1', time: '0.500' });
  expect(one.failure.message).toBe('order answered 202 with a body');
  expect(one.failure['#text'].split('repeat')[0]).toBe(`ORD-04: order answered 202 with a body
expected  202 with no body
actual    202 with {"status":"OK"}
at        /status
promised  ORD-04  Spec, Endpoints 4. POST service-orders: "Response 202 with no body."
written   scenarios/orders/provide-new.yaml:12:13
replay    npx assay certify --seed 7 --only 'orders/provide-new#business'
`);
});

test('the seed and the promises are properties of the case', () => {
  const { testsuites } = parse(junit(sampleInput()));
  expect(testsuites.testsuite[0].testcase[0].properties.property).toEqual([
    { name: 'assay.case', value: 'orders/cease' },
    { name: 'assay.outcome', value: 'passed' },
    { name: 'assay.requirements', value: 'KCI-01' },
    { name: 'assay.seed', value: '7' },
  ]);
});
