import { expect, test } from 'vitest';
import { standOf } from './load-now.ts';

test.for([
  ['what holds', { outcome: 'passed', actual: 3, is: '<' }, 'met', 'met'],
  ['what is too much', { outcome: 'failed', actual: 7, is: '<' }, 'crossed', 'crossed'],
  ['what is too little so far', { outcome: 'failed', actual: 1, is: '>=' }, 'not yet', 'crossed'],
  ['what was not measured', { outcome: 'failed', is: '<' }, 'not yet', 'crossed'],
] as const)(
  '%s stands otherwise at the end than before, where time could change it',
  ([, threshold, before, atEnd]) => {
    expect([standOf(threshold, false), standOf(threshold, true)]).toEqual([before, atEnd]);
  },
);
