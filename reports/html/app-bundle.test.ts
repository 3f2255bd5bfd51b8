import { compile } from 'json-p3';
import { expect, test } from 'vitest';
import { compile as nothing } from '../app/no-queries.ts';
import { appOf } from './app-bundle.ts';

test('the script of a report has no query engine in it', () => {
  const { script } = appOf('report');
  expect(script).toContain('case-lines');
  expect(script).not.toContain('JSONPath');
  expect(script.length).toBeLessThan(150_000);
});

test('what stands in for it answers as it does where nothing is found', () => {
  const [found, none] = [compile('$..a'), nothing()].map((query) => [query.query({}).values(), query.match({})]);
  expect(none).toEqual(found);
});
