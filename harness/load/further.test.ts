import { expect, test } from 'vitest';
import type { Check } from '../model.ts';
import { withFurther } from './batches.ts';
import { SPAN } from './testing/sample.ts';

const check = (journey: string): Check => ({
  check: 'load.double-booking',
  requirements: ['APT-04'],
  journey,
  span: SPAN,
  result: { outcome: 'failed', finding: { summary: 'two have it', expected: '409', actual: '200' } },
});
const verdict = {
  cases: ['a@1', 'b@2'].map((id) => ({ id, outcome: 'passed' as const, findings: [] })),
  findings: [],
};

test('what many journeys together show fails the one that it is about', () => {
  const { cases } = withFurther(verdict, new Map([['b@2', [check('b@2')]]]));

  expect(cases).toEqual([
    { id: 'a@1', outcome: 'passed', findings: [] },
    { id: 'b@2', outcome: 'failed', findings: [check('b@2')] },
  ]);
});

test('it is told of the batch with its journey, and once', () => {
  const known = new Map([
    ['b@2', [check('b@2')]],
    ['c@3', [check('c@3')]],
  ]);
  withFurther(verdict, known);

  expect([...known.keys()]).toEqual(['c@3']);
});
