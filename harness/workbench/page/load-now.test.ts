import type { VNode } from 'preact';
import { render } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import type { LoadStand } from '../protocol.ts';
import { curves, standOf } from './load-now.ts';

test('the curves of a load have the intervals that are over, and not what is measured so far of the one that goes on', () => {
  const interval = (requests: number) => ({
    arrivals: 1,
    requests,
    errors: 0,
    deliveries: 0,
    pending: 0,
    durations: {},
  });
  const load = {
    durations: {},
    events: 0,
    thresholds: [],
    intervalMs: 1_000,
    intervals: [{ fromMs: 2_000, ...interval(9) }],
  };
  const before = [
    { fromMs: 0, ...interval(4) },
    { fromMs: 1_000, ...interval(7) },
  ];
  const drawn = render(curves(load as unknown as LoadStand, before) as VNode);
  expect(drawn).toContain('requests at most 7/s');
  expect(drawn.match(/from \d s|from 0 ms/g)).toEqual(['from 0 ms', 'from 1 s', 'from 0 ms', 'from 1 s']);
});

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
